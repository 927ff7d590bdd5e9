import { createServer, type Socket } from 'node:net';

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const list = (items: string[]) => `*${items.length}\r\n${items.join('')}`;

/** Takes whole commands off the front of what was received: arrays of bulk strings. */
function takeCommands(received: string): { commands: string[][]; rest: string } {
  const commands: string[][] = [];
  for (let at = 0; ;) {
    const start = at;
    const word = (mark: string): number => {
      const end = received.indexOf('\r\n', at);
      if (end === -1 || received[at] !== mark) return -1;
      const value = Number(received.slice(at + 1, end));
      at = end + 2;
      return value;
    };
    const words: string[] = [];
    const count = word('*');
    for (let left = count; left > 0; left--) {
      const length = word('$');
      if (length === -1 || received.length < at + length + 2)
        return { commands, rest: received.slice(start) };
      words.push(received.slice(at, at + length));
      at += length + 2;
    }
    if (count === -1) return { commands, rest: received.slice(start) };
    commands.push(words);
  }
}

/** The text of INFO, for the commands that were answered; no two servers listen on one port at a time. */
export type Info = (commandsProcessed: number, port: number) => string;

/** A server in the process of the test that answers what a run asks beside its lanes. */
export class StandIn {
  port = 0;
  readonly keys = new Map<string, string>();
  /** Whether INFO takes several sections, as from Redis 7.0 on. */
  readonly #takesSections: boolean;
  readonly #hasMsetex: boolean;
  readonly #info: Info;
  #processed = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => {
    let received = '';
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const { commands, rest } = takeCommands(received + chunk.toString('latin1'));
      received = rest;
      socket.write(commands.map((words) => this.#answer(words)).join(''));
    });
  });

  private constructor(info: Info, takesSections: boolean, hasMsetex: boolean) {
    this.#info = info;
    this.#takesSections = takesSections;
    this.#hasMsetex = hasMsetex;
  }

  static async start(info: Info, { takesSections = false, hasMsetex = false } = {}): Promise<StandIn> {
    const standIn = new StandIn(info, takesSections, hasMsetex);
    await new Promise<void>((resolve) => standIn.#server.listen(0, '127.0.0.1', resolve));
    const address = standIn.#server.address();
    standIn.port = typeof address === 'object' && address ? address.port : 0;
    return standIn;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #answer([name = '', ...args]: string[]): string {
    this.#processed++;
    const [key = '', value = ''] = args;
    switch (name.toUpperCase()) {
      case 'HELLO':
        return `%2\r\n${bulk('server')}${bulk('redis')}${bulk('proto')}:3\r\n`;
      case 'PING':
        return '+PONG\r\n';
      case 'INFO':
        // As Dragonfly, and Redis before 7.0: one section at most.
        return value === '' || this.#takesSections
          ? bulk(this.#info(this.#processed, this.port))
          : '-ERR syntax error\r\n';
      case 'SET':
        this.keys.set(key, value);
        return '+OK\r\n';
      case 'MSET':
        for (let at = 0; at < args.length; at += 2) this.keys.set(args[at] ?? '', args[at + 1] ?? '');
        return '+OK\r\n';
      case 'COMMAND':
        // As Redis 8.4: the one command that earlier servers lack.
        return args[1]?.toUpperCase() === 'MSETEX' && this.#hasMsetex
          ? list([
              list([bulk('msetex'), ':-4\r\n', list([]), ':0\r\n', ':0\r\n', ':0\r\n', list([])]),
              '_\r\n',
            ])
          : list(['_\r\n', '_\r\n']);
      case 'MSETEX': {
        const pairs = args.slice(1, 1 + 2 * Number(key));
        const [expires, seconds] = args.slice(1 + 2 * Number(key));
        if (!this.#hasMsetex || expires !== 'EX' || !(Number(seconds) > 0)) return '-ERR syntax error\r\n';
        for (let at = 0; at < pairs.length; at += 2) this.keys.set(pairs[at] ?? '', pairs[at + 1] ?? '');
        return ':1\r\n';
      }
      case 'PSETEX':
        this.keys.set(key, args[2] ?? '');
        return '+OK\r\n';
      case 'GET':
        return this.keys.has(key) ? bulk(this.keys.get(key) ?? '') : '_\r\n';
      case 'RPUSH':
      case 'HSET':
        this.keys.set(key, args.slice(1).join(' '));
        return ':1\r\n';
      case 'DBSIZE':
        return `:${this.keys.size}\r\n`;
      case 'SCAN':
        return list([bulk('0'), list([...this.keys.keys()].map(bulk))]);
      case 'UNLINK':
      case 'DEL':
        return `:${args.filter((one) => this.keys.delete(one)).length}\r\n`;
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  }
}

import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

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

/** Answers what a run sends as a relative of Redis would, by its own INFO; resolves with the port. */
export async function startRelative(info: (commandsProcessed: number) => string): Promise<number> {
  let processed = 0;
  const values = new Map<string, string>();
  const answer = ([name = '', key = '', value = '', ...more]: string[]): string => {
    processed++;
    switch (name.toUpperCase()) {
      case 'HELLO':
        return `%2\r\n${bulk('server')}${bulk('redis')}${bulk('proto')}:3\r\n`;
      case 'PING':
        return '+PONG\r\n';
      case 'INFO':
        // As Dragonfly, and Redis before 7.0: one section at most.
        return value === '' ? bulk(info(processed)) : '-ERR syntax error\r\n';
      case 'SET':
        values.set(key, value);
        return '+OK\r\n';
      case 'GET':
        return values.has(key) ? bulk(values.get(key) ?? '') : '_\r\n';
      case 'SCAN':
        return list([bulk('0'), list([...values.keys()].map(bulk))]);
      case 'UNLINK':
      case 'DEL':
        return `:${[key, value, ...more].filter((one) => values.delete(one)).length}\r\n`;
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    let received = '';
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const { commands, rest } = takeCommands(received + chunk.toString('latin1'));
      received = rest;
      socket.write(commands.map(answer).join(''));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

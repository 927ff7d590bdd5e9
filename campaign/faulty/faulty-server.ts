import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Deviation, FaultyPeer } from './deviations.ts';

/** From which command of the workload on the server deviates, in a lane of so many. */
export const moments = {
  start: () => 0,
  'mid-lane': (commands: number) => Math.floor(commands / 2),
  end: (commands: number) => commands - 1,
} as const;
export type Moment = keyof typeof moments;

export interface FaultyServer {
  port: number;
  url: string;
  /** Names of the keys that were written and not removed. */
  keys: () => string[];
  close: () => Promise<void>;
}

export interface FaultyOptions {
  deviation?: Deviation;
  /** Workload commands that are answered rightly first. */
  after?: number;
  /** Scripts are forgotten after so many calls of one, as by SCRIPT FLUSH. */
  flushScriptsAfter?: number;
  /** By which the server counts in INFO commandstats; 1 is the truth. */
  countsBy?: number;
}

/**
 * A server that speaks enough RESP for a run with SET and GET, by every strategy, and that deviates from it where it
 * is told to. It keeps the names of keys alone.
 */
export async function startFaultyServer(options: FaultyOptions = {}): Promise<FaultyServer> {
  const state = new ServerState(options);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    serve(socket, state);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    keys: () => [...state.keys],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

type Words = [name: string, ...args: string[]];

const ok = '+OK\r\n';
const queued = '+QUEUED\r\n';
const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;
const array = (items: readonly string[]) => `*${items.length}\r\n${items.join('')}`;
const digest = 'e0e1f9fabfc9d4800c877a703b823ac0578ff8db';
const noScript = '-NOSCRIPT No matching script. Please use EVAL.\r\n';

/** Commands that lanes send, and of the rest of Roundtrip the record of a run alone. */
const workloadCommands = new Set(['SET', 'GET', 'MSET', 'MGET', 'EVALSHA', 'EVAL', 'MULTI', 'EXEC']);
const isOfRecord = (key = '') => key.endsWith(':run');

class ServerState {
  readonly keys = new Set<string>();
  readonly options: FaultyOptions;
  workloadReplies = 0;
  #scriptCalls = 0;
  #scriptIsLoaded = false;
  readonly #calls = new Map<string, number>();

  constructor(options: FaultyOptions) {
    this.options = options;
  }

  /** The right reply. */
  replyTo(words: Words): string {
    const [name, ...args] = words;
    const [first = ''] = args;
    switch (name) {
      case 'HELLO':
        return first === '3' ? `%1\r\n${bulk('proto')}:3\r\n` : array([bulk('proto'), ':2\r\n']);
      case 'INFO':
        return bulk(this.#info());
      case 'PING':
        return '+PONG\r\n';
      case 'SCAN':
        return array([bulk('0'), array([...this.keys].map(bulk))]);
      case 'UNLINK':
      case 'DEL':
        return `:${args.filter((key) => this.keys.delete(key)).length}\r\n`;
      case 'SCRIPT':
        this.#scriptIsLoaded = true;
        return bulk(digest);
      case 'EVALSHA':
        if (++this.#scriptCalls === this.options.flushScriptsAfter) this.#scriptIsLoaded = false;
        return this.#scriptIsLoaded ? this.#evaluate(args) : noScript;
      case 'EVAL':
        this.#scriptIsLoaded = true;
        return this.#evaluate(args);
      default:
        return this.#carryOut(words);
    }
  }

  #carryOut([name, ...args]: Words): string {
    const [first = ''] = args;
    this.#count(name.toLowerCase(), 1);
    switch (name) {
      case 'SET':
      case 'PSETEX':
        this.keys.add(first);
        return ok;
      case 'MSET':
        for (let at = 0; at < args.length; at += 2) this.keys.add(args[at] ?? '');
        return ok;
      case 'GET':
        return bulk('value');
      case 'MGET':
        return array(args.map(() => bulk('value')));
      case 'PTTL':
        return ':-2\r\n';
      default:
        return ok;
    }
  }

  /** The script of `lua`: for each key a command with one. */
  #evaluate([, count = '0', ...words]: string[]): string {
    const keys = words.slice(0, Number(count));
    const name = words[keys.length] ?? '';
    return array(keys.map((key) => this.#carryOut([name, key])));
  }

  #count(name: string, calls: number): void {
    this.#calls.set(name, (this.#calls.get(name) ?? 0) + calls);
  }

  #info(): string {
    const { countsBy = 1 } = this.options;
    const stats = [...this.#calls].map(
      ([name, calls]) => `cmdstat_${name}:calls=${Math.round(calls * countsBy)},usec=1,usec_per_call=1.00`,
    );
    return [
      '# Server',
      'redis_version:7.0.15',
      'redis_mode:standalone',
      'process_id:1',
      'uptime_in_seconds:100',
      '# Replication',
      'role:master',
      '# Memory',
      'used_memory:1000000',
      'maxmemory:0',
      '# Stats',
      `total_net_input_bytes:${this.workloadReplies}`,
      `total_commands_processed:${this.workloadReplies}`,
      ...stats,
      '',
    ].join('\r\n');
  }
}

function serve(socket: Socket, state: ServerState): void {
  const { deviation, after = 0 } = state.options;
  const peer = peerOf(socket);
  let transaction: Words[] | null = null;

  const rightReply = (words: Words): string => {
    const [name] = words;
    if (name === 'MULTI') {
      transaction = [];
      return ok;
    }
    if (name === 'EXEC') {
      const replies = (transaction ?? []).map((one) => state.replyTo(one));
      transaction = null;
      return array(replies);
    }
    if (!transaction) return state.replyTo(words);
    transaction.push(words);
    return queued;
  };

  readCommands(socket, (words) => {
    if (peer.isSilent()) return;
    const [name, first] = words;
    const right = Buffer.from(rightReply(words));
    const isOfWorkload = workloadCommands.has(name) && !isOfRecord(first);
    const isMeant = deviation && (deviation.of === 'workload' ? isOfWorkload : deviation.of === name);
    if (isOfWorkload) state.workloadReplies++;
    const replies = state.workloadReplies;
    if (isMeant && (deviation.of !== 'workload' || replies > after))
      deviation.answer(peer, right, replies - after);
    else peer.write(right);
  });
}

function peerOf(socket: Socket): FaultyPeer & { isSilent: () => boolean } {
  let silent = false;
  /** Bytes still to be dripped; what is written meanwhile goes behind them. */
  let dripping: Buffer | null = null;
  const write = (bytes: string | Buffer) => {
    if (dripping) dripping = Buffer.concat([dripping, Buffer.from(bytes)]);
    else if (socket.writable) socket.write(bytes);
  };
  const drop = () => {
    if (!dripping || !socket.writable) return;
    socket.write(dripping.subarray(0, 1));
    dripping = dripping.length > 1 ? dripping.subarray(1) : null;
    if (dripping) setImmediate(drop);
  };
  const freeze = () => {
    silent = true;
  };
  return {
    write,
    freeze,
    close() {
      freeze();
      socket.end();
    },
    reset() {
      freeze();
      socket.resetAndDestroy();
    },
    drip(bytes) {
      const isFirst = dripping === null;
      dripping = Buffer.concat([dripping ?? Buffer.alloc(0), bytes]);
      if (isFirst) setImmediate(drop);
    },
    pour(bytes) {
      freeze();
      const more = () => {
        while (socket.writable && socket.write(bytes));
      };
      socket.on('drain', more);
      more();
    },
    isSilent: () => silent,
  };
}

/** Reads commands as clients send them: arrays of bulk strings. */
function readCommands(socket: Socket, onCommand: (words: Words) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    pending = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes;
    let from = 0;
    // Replies to commands that came together leave together.
    socket.cork();
    for (;;) {
      const read = readCommand(pending, from);
      if (!read) break;
      from = read.next;
      onCommand(read.words);
    }
    socket.uncork();
    pending = pending.subarray(from);
  });
}

function readCommand(bytes: Buffer, from: number): { words: Words; next: number } | null {
  const header = readLine(bytes, from);
  if (!header) return null;
  const words: string[] = [];
  let { next } = header;
  for (let word = 0; word < Number(header.text.slice(1)); word++) {
    const length = readLine(bytes, next);
    if (!length) return null;
    const end = length.next + Number(length.text.slice(1));
    if (end + 2 > bytes.length) return null;
    words.push(bytes.toString('latin1', length.next, end));
    next = end + 2;
  }
  const [name = '', ...args] = words;
  return { words: [name.toUpperCase(), ...args], next };
}

function readLine(bytes: Buffer, from: number): { text: string; next: number } | null {
  const end = bytes.indexOf('\r\n', from);
  return end < 0 ? null : { text: bytes.toString('latin1', from, end), next: end + 2 };
}

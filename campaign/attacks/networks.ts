import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { attackedStrategies, casesAt, Findings, type Attack } from '../attack.ts';
import { stumble, Subject } from '../subject.ts';

/** What a connection suffers, once so many milliseconds of the run are over. */
const troubles = {
  reset: (client: Socket, server: Socket) => {
    client.resetAndDestroy();
    server.destroy();
  },
  /** The server is gone, and the client is not told. */
  'half-open': (client: Socket, server: Socket) => {
    server.unpipe(client);
    client.unpipe(server);
    server.destroy();
  },
  freeze: (client: Socket, server: Socket) => {
    client.pause();
    server.pause();
  },
  /** What is under way is lost, then the end comes. */
  'early end': (client: Socket, server: Socket) => {
    server.unpipe(client);
    client.end();
    server.destroy();
  },
  drip: (client: Socket, server: Socket) => {
    server.unpipe(client);
    server.on('data', (chunk: Buffer) => {
      server.pause();
      for (const byte of chunk.subarray(0, 50)) client.write(Buffer.of(byte));
      setTimeout(() => server.resume(), 50);
    });
  },
} as const;
type Trouble = keyof typeof troubles;

const endsWithinMs = 60_000;

/** A network that breaks during a run: the program ends by itself, with a sentence and no false figure. */
export const networks: Attack = {
  name: 'networks',
  about:
    'connections that are reset, half-open, frozen, closed early or dripping, at the start and in the middle',
  async run({ seed, scale }) {
    const found = new Findings();
    const random = randomFrom(seed);
    const server = await startEmbedded();
    const { port = 0 } = server.target.endpoint;
    try {
      const all = (Object.keys(troubles) as Trouble[]).flatMap((trouble) =>
        attackedStrategies.flatMap((strategy) => [0, 400, 1200].map((atMs) => ({ trouble, strategy, atMs }))),
      );
      const some = all.map((one) => ({ one, by: random() })).sort((a, b) => a.by - b.by);
      for (const { one } of some.slice(0, casesAt(scale, { short: 2, pairs: 16, full: all.length })))
        found.add(`${one.trouble} after ${one.atMs} ms, ${one.strategy}`, await wrongWith(port, one));
    } finally {
      await server.stop();
    }
    return found;
  },
};

interface Case {
  trouble: Trouble;
  strategy: string;
  atMs: number;
}

async function wrongWith(redisPort: number, { trouble, strategy, atMs }: Case): Promise<string | null> {
  const subject = new Subject();
  const pairs = new Set<[Socket, Socket]>();
  const begun = performance.now();
  const proxy = createServer((client) => {
    const upstream = connect(redisPort, '127.0.0.1');
    client.on('error', () => undefined).pipe(upstream);
    upstream.on('error', () => undefined).pipe(client);
    pairs.add([client, upstream]);
    if (performance.now() - begun > strikeMs) troubles[trouble](client, upstream);
  });
  // The program itself takes a while to start.
  const strikeMs = 600 + atMs;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const timer = setTimeout(() => {
    for (const [client, upstream] of pairs) troubles[trouble](client, upstream);
  }, strikeMs);
  try {
    const { port } = proxy.address() as AddressInfo;
    const words = [
      'bench',
      '-u',
      `redis://127.0.0.1:${port}`,
      '--strategy',
      strategy,
      '--duration',
      '1s',
      '--warmup',
      '200ms',
      '--timeout',
      '2s',
      '-c',
      '2',
      '-q',
    ];
    const ended = await subject.start(words).endedWithin(endsWithinMs);
    if (!ended) return `had not ended after ${endsWithinMs / 1000} s`;
    if (ended.by !== 0 && ended.by !== 1) return `ended by ${String(ended.by)}: ${ended.stderr.slice(-500)}`;
    if (stumble.test(ended.stderr)) return `wrote ${ended.stderr.slice(-800)}`;
    return ended.by === 1 && ended.stderr.trim() === '' ? 'ended with 1 and said nothing' : null;
  } finally {
    clearTimeout(timer);
    for (const pair of pairs) for (const socket of pair) socket.destroy();
    proxy.close();
    subject.remove();
  }
}

import * as fc from 'fast-check';
import type { Redis } from 'ioredis';
import { clientIds } from '../../shared/contract/enums.ts';
import { commandIds } from '../../shared/commands/workload.ts';
import { resultSchema } from '../../shared/contract/result.ts';
import { impossibleFigures } from '../../shared/statistics/impossible-figures.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { startEmbedded, type EmbeddedServer } from '../../server/redis/private/embedded.ts';
import { findServer, installedPrograms } from '../../server/redis/private/find-server.ts';
import { attackedStrategies, casesAt, Findings, type Attack } from '../attack.ts';
import { stumble, Subject, type SubjectEnd } from '../subject.ts';

/** A server as people have them, by the words that it is started with and what its user may do. */
interface Kind {
  name: string;
  words?: readonly string[];
  /** `ACL SETUSER bench …` */
  user?: string;
}

const everything = 'on >secret ~* +@all';
const kinds: readonly Kind[] = [
  { name: 'plain' },
  { name: 'full at 20 MB', words: ['--maxmemory', '20mb'] },
  { name: 'evicting at 20 MB', words: ['--maxmemory', '20mb', '--maxmemory-policy', 'allkeys-lru'] },
  { name: 'of 30 clients', words: ['--maxclients', '30'] },
  { name: 'that closes idle clients', words: ['--timeout', '1'] },
  { name: 'with small buffers', words: ['--client-output-buffer-limit', 'normal 1mb 0 0'] },
  { name: 'without HELLO', words: ['--rename-command', 'HELLO', ''] },
  { name: 'without INFO', user: `${everything} -info` },
  { name: 'without SCAN', user: `${everything} -scan` },
  { name: 'without UNLINK', user: `${everything} -unlink` },
  { name: 'without scripts', user: `${everything} -@scripting` },
  { name: 'of other keys', user: 'on >secret ~app:* +@all' },
];

const foreignKeys = 300;
/** A run whose plan takes 20 s alone, beside two others. */
const endsWithinMs = 180_000;

interface Standing {
  kind: Kind;
  program: string;
  server: EmbeddedServer;
  redis: Redis;
  url: string;
}

/** Options of a short run. Half of what may be said is left to the defaults. */
const lines: fc.Arbitrary<string[]> = fc
  .record(
    {
      strategy: fc
        .subarray([...attackedStrategies], { minLength: 1, maxLength: 3 })
        .map((ids) => ids.join(',')),
      client: fc.constantFrom(...clientIds.filter((id) => id !== 'glide')),
      tests: fc.constantFrom(...commandIds.filter((id) => id !== 'custom')),
      clients: fc.constantFrom('1', '3', '12', '40'),
      pipeline: fc.constantFrom('1', '7', '100', '700'),
      'data-size': fc.constantFrom('1', '100', '5k', '100k'),
      keyspace: fc.constantFrom('1', '50', '3000'),
      threads: fc.constantFrom('1', '2', '3'),
      warmup: fc.constantFrom('0', '100ms', '300ms'),
      amount: fc.constantFrom(
        ['--duration', '300ms', '--slice', '100ms'],
        ['--duration', '500ms', '--slice', '250ms'],
        ['-n', '5'],
        ['-n', '999'],
      ),
      resp: fc.constantFrom('2', '3'),
      keepalive: fc.constantFrom('0', '1'),
      rps: fc.constantFrom('20', '900', '30k'),
      bystander: fc.constantFrom('10', '200'),
      schedule: fc.constantFrom('turns', 'race'),
      rtt: fc.constantFrom('1ms', '5ms'),
      prefix: fc.constantFrom('app:bench:'),
      'allow-eviction': fc.constant(''),
    },
    { requiredKeys: ['strategy', 'warmup', 'amount'] },
  )
  .map(({ amount, ...options }) => [
    ...Object.entries(options).flatMap(([name, value]) =>
      value === '' ? [`--${name}`] : [`--${name}`, value],
    ),
    // At 20 a second, a thousand commands of three lanes would take as long as a hundred other cases.
    ...(options.rps === '20' && amount[0] === '-n' ? ['-n', '5'] : amount),
  ]);

/** Short runs, drawn over options and servers. Each is judged by what it leaves, by its figures and by its exit code. */
export const runs: Attack = {
  name: 'runs',
  about: 'short runs with drawn options on servers with limits, policies and users of all kinds',
  async run({ seed, scale }) {
    const found = new Findings();
    const programs = programsHere();
    found.notes.push(`on ${programs.join(', ')}`);
    const count = casesAt(scale, { short: 12, pairs: 200, full: 2000 });
    const cases = fc.sample(fc.tuple(fc.constantFrom(...programs), fc.constantFrom(...kinds), lines), {
      seed,
      numRuns: count,
    });
    const subject = new Subject();
    const standing = new Map<string, Standing>();
    const exits = new Map<string, number>();
    try {
      const placeOf = (program: string, kind: Kind) => `${program} ${kind.name}`;
      const places = [...new Set(cases.map(([program, kind]) => placeOf(program, kind)))];
      const work = async () => {
        for (let place = places.shift(); place !== undefined; place = places.shift())
          for (const [program, kind, words] of cases) {
            if (placeOf(program, kind) !== place) continue;
            const one = standing.get(place) ?? (await start(program, kind));
            standing.set(place, one);
            const { exit, wrong } = await runOn(subject, one, words);
            exits.set(exit, (exits.get(exit) ?? 0) + 1);
            found.add(`${place}: bench ${words.join(' ')}`, wrong);
          }
      };
      await Promise.all(Array.from({ length: casesAt(scale, { short: 3, pairs: 1, full: 1 }) }, work));
      const counted = [...exits].sort().map(([exit, times]) => `${times} × ${exit}`);
      found.notes.push(`exit codes: ${counted.join(', ')}`);
      return found;
    } finally {
      for (const { redis, server } of standing.values()) {
        redis.disconnect();
        await server.stop();
      }
      subject.remove();
    }
  },
};

/** Further programs, with `:` between. */
const serversVariable = 'ROUNDTRIP_CAMPAIGN_SERVERS';

const programsHere = (): string[] => [
  ...new Set([
    findServer(),
    ...installedPrograms().map((one) => findServer(process.env, one)),
    ...(process.env[serversVariable]?.split(':').filter((path) => path !== '') ?? []),
  ]),
];

async function start(program: string, kind: Kind): Promise<Standing> {
  const server = await startEmbedded({ words: kind.words ?? [], program });
  const redis = await openAdmin(server.target);
  redis.on('error', () => undefined);
  if (kind.user !== undefined) await redis.call('ACL', 'SETUSER', 'bench', ...kind.user.split(' '));
  const access = kind.user === undefined ? '' : 'bench:secret@';
  const url = `redis://${access}127.0.0.1:${server.target.endpoint.port ?? 0}`;
  return { kind, program, server, redis, url };
}

async function reconnected({ redis, server }: Standing): Promise<Redis> {
  if (
    await redis.ping().then(
      () => true,
      () => false,
    )
  )
    return redis;
  return openAdmin(server.target);
}

async function runOn(
  subject: Subject,
  one: Standing,
  words: readonly string[],
): Promise<{ exit: string; wrong: string | null }> {
  one.redis = await reconnected(one);
  await one.redis.flushall();
  const fill = one.redis.pipeline();
  for (let key = 0; key < foreignKeys; key++) fill.set(`foreign:${key}`, 'x'.repeat(1000));
  await fill.exec();
  const running = subject.start(['bench', '-u', one.url, ...words, '--json', '-', '--no-progress']);
  const ended = await running.endedWithin(endsWithinMs);
  if (!ended) return { exit: 'none', wrong: `had not ended after ${endsWithinMs / 1000} s` };
  one.redis = await reconnected(one);
  const keys = await one.redis.keys('*');
  const ours = keys.filter((key) => !key.startsWith('foreign:'));
  const lost = foreignKeys - (keys.length - ours.length);
  const wrong = [
    ...wrongEnd(ended),
    ...(ours.length > 0 ? [`left ${ours.length} keys: ${ours.slice(0, 3).join(', ')}`] : []),
    ...(lost > 0 && !words.includes('--allow-eviction') ? [`lost ${lost} keys of others`] : []),
  ];
  return { exit: String(ended.by), wrong: wrong.length === 0 ? null : wrong.join('; ') };
}

function wrongEnd({ by, stdout, stderr }: SubjectEnd): string[] {
  if (by !== 0 && by !== 1 && by !== 2) return [`ended by ${String(by)}: ${stderr.slice(-500)}`];
  if (stumble.test(stderr)) return [`wrote ${stderr.slice(-800)}`];
  if (by === 2 || stdout === '')
    return by === 0
      ? ['ended with 0 and no result']
      : stderr.trim() === ''
        ? [`ended with ${by} and no word`]
        : [];
  const read = resultSchema.safeParse(parsed(stdout));
  if (!read.success) return [`its result is none: ${read.error.issues[0]?.message ?? ''}`];
  const result = read.data;
  const rateless = result.lanes.filter(({ throughput }) => throughput === null).map(({ id }) => id);
  return [
    ...impossibleFigures(result),
    ...(by === 0 && rateless.length > 0 ? [`ended with 0, and ${rateless.join(', ')} without a rate`] : []),
    ...(by === 1 && result.state === 'completed' ? ['ended with 1, and all of its lanes completed'] : []),
  ];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { keyRoot } from '../../../server/engine/workload/key-names.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { findCrashedRuns } from '../../../server/redis/keys/crashed-runs.ts';
import { isRunId, newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { writeRecord } from '../../../server/redis/keys/run-record.ts';
import { targetFromUrl } from '../../support/target-from-url.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { eventually } from '../../support/eventually.ts';
import { runCli, startCli } from '../../support/run-cli.ts';

const embedded = useEmbedded();
const url = () => `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`;
/** The same server, as somebody else's. */
const target = () => targetFromUrl(url());

let redis: Redis;
let foreign: Record<string, string>;

beforeAll(async () => {
  redis = await openAdmin(embedded().target);
  await redis.mset('user:1', 'ann', 'roundtrip', '1', 'roundtripped:x', '2', 'Roundtrip:abcde:as00001', '3');
  await redis.mset('roundtrip:config', 'of somebody', Buffer.from([255, 0, 42]), Buffer.from([0, 255]));
  await redis.set('session:1', 'soon gone', 'EX', 3600);
  await redis.rpush('queue', 'a', 'b');
  await redis.sadd('tags', 'a', 'b');
  await redis.hset('profile', 'name', 'ann');
  await redis.zadd('scores', 1, 'ann');
  await redis.xadd('log', '1-1', 'event', 'start');
  foreign = await contents();
  expect(Object.keys(foreign)).toHaveLength(12);
});

afterAll(() => {
  redis.disconnect();
});

/** Everything in the server: what DUMP says of each key, and whether it has an end. */
async function contents(): Promise<Record<string, string>> {
  const keys = (await redis.keysBuffer('*')).sort((a, b) => a.compare(b));
  const entries = keys.map(async (key) => {
    const [dump, ttl] = await Promise.all([redis.dumpBuffer(key), redis.ttl(key)]);
    return [key.toString('hex'), `${dump.toString('hex')} ${ttl > 0 ? 'ends' : 'stays'}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const ofRuns = async () =>
  (await redis.keys('roundtrip:*')).filter((key) => isRunId(key.split(':')[1] ?? ''));

const plan = (durationMs: number) =>
  parsePlan({
    lanes: [{ strategy: 'pipeline' }, { strategy: 'multi-key' }],
    workload: { commands: ['get'], durationMs, warmupMs: 0, clients: 2, keyspace: 3000 },
    schedule: { sliceMs: 100 },
  });

describe('the keys of others are byte for byte the same after a run that', () => {
  test('finished', async () => {
    const result = await startRun({ plan: plan(200), target: target() }).finished;
    expect(result).toMatchObject({ state: 'completed', warnings: [] });
    expect(await contents()).toEqual(foreign);
  });

  test('was stopped', async () => {
    const stopping = new AbortController();
    const run = startRun(
      { plan: plan(20_000), target: target() },
      {
        signal: stopping.signal,
        onEvent: (event) => {
          if (event.type === 'sample') stopping.abort();
        },
      },
    );
    expect((await run.finished).state).toBe('stopped');
    expect(await contents()).toEqual(foreign);
  });

  test('was killed, also after its leftovers were removed', async () => {
    const words = ['bench', '-u', url(), '-t', 'get,lpush', '--ratio', '1:1', '-r', '3000'];
    const bench = startCli([...words, '--duration', '30s', '--warmup', '0', '--no-progress']);
    await eventually('the run has keys', async () => (await ofRuns()).length > 1000);
    bench.child.kill('SIGKILL');
    await bench.finished;
    const left = await ofRuns();
    expect(await contents()).toMatchObject(foreign);
    const { code, stdout, stderr } = await runCli(['clean', '--url', url()]);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const [, removed] = /(\d+) keys of 1 crashed run removed/.exec(stdout) ?? [];
    // Without its record, and its mark, which may have expired.
    expect(Number(removed)).toBeGreaterThanOrEqual(left.length - 2);
    expect(stdout).toContain('no run under roundtrip: has recorded them: 1 other key');
    expect(await contents()).toEqual(foreign);
  });
});

test('a run in progress is left alone, and is none the worse', async () => {
  const bookkeeping = await openBookkeeping(target());
  onTestFinished(() => {
    bookkeeping.close();
  });
  const crashed = await leaveRun(keyRoot);
  const stopping = new AbortController();
  const run = startRun({ plan: plan(20_000), target: target() }, { signal: stopping.signal });
  onTestFinished(() => {
    stopping.abort();
  });
  await eventually('the run has keys', async () => (await ofRuns()).length > 3000);
  const waitedFor: string[] = [];
  const left = await findCrashedRuns(bookkeeping, keyRoot, (runs) => waitedFor.push(...runs));
  expect(left).toEqual({
    ...{ crashed: [{ record: crashed, keys: 3 }], running: waitedFor },
    ...{ damaged: [], unreadable: [] },
    foreign: 1,
  });
  expect(waitedFor).toHaveLength(1);
  stopping.abort();
  const result = await run.finished;
  expect(result.lanes.map(({ failed }) => failed)).toEqual([0, 0]);
  expect((await runCli(['clean', '--url', url()])).code).toBe(0);
  expect(await contents()).toEqual(foreign);
});

/** Leaves what a run that was killed a while ago would: a record, and keys with any text behind their lane prefixes. */
async function leaveRun(root: string) {
  const bookkeeping = await openBookkeeping(target());
  const id = newRunId();
  const prefix = runPrefixOf({ root, id });
  const record = { root, id, lanes: [`${prefix}a`, `${prefix}{t}b`] };
  await writeRecord(bookkeeping, record);
  await redis.mset(`${prefix}as00001`, 'x', `${prefix}a:of:a:program`, 'x', `${prefix}{t}bs00001`, 'x');
  bookkeeping.close();
  return record;
}

test('a damaged record is shown, and is no reason to remove anything', async () => {
  const prefix = runPrefixOf({ root: keyRoot, id: newRunId() });
  const forged = { root: keyRoot, id: prefix.slice(-9, -1), lanes: ['session:', 'user:'] };
  const keys = { [recordKeyOf(prefix)]: JSON.stringify(forged), [`${prefix}as00001`]: 'x' };
  await redis.mset(keys);
  onTestFinished(() => void redis.del(...Object.keys(keys)));
  const before = await contents();
  const { code, stdout } = await runCli(['clean', '--url', url()]);
  expect(code).toBe(0);
  expect(stdout).toContain(`Left alone, for it is no record of a run: ${recordKeyOf(prefix)}`);
  expect(await contents()).toEqual(before);
});

test.each(['ключ:', '', 'a b', 'x'.repeat(101)])(
  'bench and clean refuse the prefix "%s" alike',
  async (prefix) => {
    const [bench, clean] = [
      await runCli(['bench', '--prefix', prefix, '--dry-run']),
      await runCli(['clean', '--url', url(), '--prefix', prefix]),
    ];
    expect(clean).toEqual(bench);
    expect(clean).toMatchObject({ code: 2, stdout: '' });
    expect(clean.stderr).toContain('--prefix: must be 1 to 100 ASCII letters, digits and : . _ -, not "');
  },
);

test('where nothing is left there is nothing to do', async () => {
  const targets = JSON.stringify([{ id: 'mine', label: 'Mine', url: url() }]);
  const outcome = await runCli(['clean', '--target', 'mine'], { ROUNDTRIP_TARGETS: targets });
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  expect(outcome.stdout).toContain('Mine: no crashed run has left anything.');
});

test.each([
  ['no server', ['clean'], 2, 'clean needs a server'],
  ['the private server', ['clean', '--target', 'embedded'], 2, 'leaves nothing behind'],
  ['two servers', ['clean', '-u', 'redis://h', '--target', 'x'], 2, 'give one of them'],
  ['an unknown name', ['clean', '--target', 'x'], 2, 'there is no "x"; known are embedded, cluster, a.'],
  ['an unknown option', ['clean', '--force'], 2, '--help'],
  ['a server that is not there', ['clean', '-u', 'redis://:geheim@127.0.0.1:1'], 1, 'Nothing listens'],
])('refuses %s, with the exit code for it', async (_, words, code, said) => {
  const outcome = await runCli(words, { ROUNDTRIP_TARGETS: '[{"id": "a", "url": "redis://:geheim@h"}]' });
  expect(outcome.code).toBe(code);
  expect(outcome.stderr).toContain(said);
  expect(outcome.stderr + outcome.stdout).not.toContain('geheim');
});

test('bench measures a target by its name', async () => {
  const env = { ROUNDTRIP_TARGETS: JSON.stringify([{ id: 'mine', label: 'Mine', url: url() }]) };
  const words = ['bench', '--target', 'mine', '--strategy', 'pipeline', '-n', '1000', '--warmup', '0', '-q'];
  const { code, stdout, stderr } = await runCli([...words, '--json', '-'], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ plan: { target: 'mine' }, state: 'completed' });
  const { code: other, stderr: said } = await runCli(['bench', '--target', 'yours'], env);
  expect(other).toBe(2);
  expect(said).toContain('known are embedded, cluster, mine.');
});

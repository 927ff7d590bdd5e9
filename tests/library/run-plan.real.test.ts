import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InvalidInput, run } from '../../server/library/index.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { resultSchema } from '../../shared/contract/result.ts';
import type { RunEvent } from '../../shared/contract/run-events.ts';
import { useEmbedded } from '../support/embedded.ts';

const embedded = useEmbedded();

const short: PlanInput = {
  workload: { requests: 200, warmupMs: 0 },
  lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
};
const endless: PlanInput = { ...short, workload: { durationMs: 60_000, warmupMs: 0 } };

/** Folders of private servers that this process has now. */
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`roundtrip-${process.pid}-`));

test('a plan gives its events in order and its result, and the private server is gone with its folder', async () => {
  const before = folders();
  let pid = 0;
  let own = '';
  const types: RunEvent['type'][] = [];
  const result = await run(short, {
    onEvent: ({ type }) => {
      types.push(type);
      if (type !== 'run-started') return;
      own = folders().find((name) => !before.includes(name)) ?? '';
      pid = Number(readFileSync(join(tmpdir(), own, 'redis.pid'), 'utf8'));
    },
  });
  expect(resultSchema.parse(result)).toEqual(result);
  expect(result).toMatchObject({ state: 'completed', plan: { target: 'embedded' } });
  expect(result.lanes.map(({ id, commands, failed }) => [id, commands, failed])).toEqual([
    ['one-by-one', 200, 0],
    ['pipeline', 200, 0],
  ]);
  expect([types[0], types.at(-1)]).toEqual(['run-started', 'run-finished']);
  expect(types).toContain('sample');
  expect(pid).toBeGreaterThan(0);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  expect(existsSync(join(tmpdir(), own))).toBe(false);
});

/** Measures the server of this file, which is somebody else's to the run, and says how many keys are left there. */
async function onServer(plan: PlanInput, options: Parameters<typeof run>[1] = {}) {
  const { endpoint } = embedded().target;
  const url = `redis://127.0.0.1:${endpoint.port ?? 0}`;
  const outcome = await run(plan, { ...options, url }).then(
    (result) => ({ result, error: null }),
    (error: unknown) => ({ result: null, error }),
  );
  const redis = await openAdmin({ endpoint });
  const keys = await redis.dbsize();
  redis.disconnect();
  return { ...outcome, keys };
}

describe('on a server of one’s own', () => {
  test('no key is left', async () => {
    const { result, keys } = await onServer(short);
    expect(result).toMatchObject({ state: 'completed', plan: { target: 'url' } });
    expect(keys).toBe(0);
  });

  test('a signal ends the run early, and what was measured is kept', async () => {
    const stopping = new AbortController();
    const { result, keys } = await onServer(endless, {
      signal: stopping.signal,
      onEvent: ({ type }) => {
        if (type === 'sample') stopping.abort();
      },
    });
    expect(result?.state).toBe('stopped');
    expect(result?.lanes.some(({ commands }) => commands > 0)).toBe(true);
    expect(keys).toBe(0);
  });

  test('a listener that throws ends the run, and its error is what is said', async () => {
    const wrong = new Error('the listener is wrong');
    const { error, keys } = await onServer(endless, {
      onEvent: ({ type }) => {
        if (type === 'sample') throw wrong;
      },
    });
    expect(error).toBe(wrong);
    expect(keys).toBe(0);
  });
});

test.each<[string, unknown, unknown, RegExp]>([
  ['no lane', { lanes: [] }, {}, /^lanes: must have at least 1/],
  ['an unknown strategy', { lanes: [{ strategy: 'magic' }] }, {}, /^lanes\[0\]\.strategy: .*not "magic"/],
  ['a field that is out of range', { ...short, workload: { clients: 0 } }, {}, /^workload\.clients: /],
  ['no object', null, {}, /^plan: /],
  ['two servers', { ...short, target: 'cluster' }, { url: 'redis://127.0.0.1:1' }, /^target: .*not both/],
  ['a server of which only the word is known', { ...short, target: 'url' }, {}, /^target: .*options\.url/],
])('a plan with %s is refused before anything starts', async (_, plan, options, message) => {
  const before = folders();
  const refused = run(plan as PlanInput, options as object);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toBeInstanceOf(InvalidInput);
  expect(folders()).toEqual(before);
});

test('other mistakes are said as well', async () => {
  await expect(run({ ...short, target: 'x' })).rejects.toThrow(/there is no "x"; known are embedded/);
  await expect(run(short, { url: 'http://127.0.0.1' })).rejects.toThrow('cannot be reached by http://');
  await expect(run(short, { stop: 1 } as object)).rejects.toThrow('run: there is no option stop');
  await expect(run(short, { url: 'redis://127.0.0.1:1' })).rejects.toThrow('127.0.0.1:1');
});

test('a second run is refused while one is in progress, and one after it is not', async () => {
  const first = run(short);
  await expect(run(short)).rejects.toThrow('A run is in progress in this process');
  expect((await first).state).toBe('completed');
  expect((await run(short)).state).toBe('completed');
});

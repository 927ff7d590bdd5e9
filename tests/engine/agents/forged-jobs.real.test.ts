import { expect, onTestFinished, test } from 'vitest';
import { forgeJob, type ForgedJob } from '../../../campaign/forged-job.ts';
import { streamsOf } from '../../../server/engine/agents/control.ts';
import type { ToAgent } from '../../../server/engine/agents/messages.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { markerOf, newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { RunMarker } from '../../../server/redis/keys/run-marker.ts';
import { writeRecord, type RunRecord } from '../../../server/redis/keys/run-record.ts';
import { eventually } from '../../support/eventually.ts';
import { callsOn, joinAgent, keysOn, runByAgents, useServers } from './agents-of-a-test.ts';

const servers = useServers();
const root = 'roundtrip:';
const id = newRunId();
const prefix = runPrefixOf({ root, id });
const theirs = ['session:1', 'session:2', `session:${id}:as00001`, `${prefix}as00001`, `${prefix}bs00001`];

/** Keys of others, and an agent that is given a job for this prefix; resolves with what the agent logs when it ends. */
async function sayOfJob(
  run: string,
  of: string,
  job: Pick<ForgedJob, 'workload' | 'then'> = {},
): Promise<string> {
  const at = servers();
  const admin = await openAdmin(at.target.target);
  await admin.mset(...theirs.flatMap((key) => [key, 'of somebody']));
  onTestFinished(async () => {
    await admin.flushall();
    admin.disconnect();
  });
  const said: string[] = [];
  await joinAgent(at, 'a', { maxRps: 100, log: (text) => said.push(text) });
  await forgeJob(at.control.target.endpoint, {
    workload: { rps: 100 },
    ...job,
    run,
    prefix: of,
    target: 'shop',
  });
  const last = () => said.find((text) => /refused|ended/.test(text));
  await eventually('the agent is done with it', () => last() !== undefined, 15_000);
  return last() ?? '';
}

test.each([
  ['no run id', 'session:', '"session:" is not the prefix of a run: no run id ends it'],
  ['a word for a run id', 'roundtrip:sess1234:', 'is not the prefix of a run'],
  ['another root', `session:${id}:`, `session:${id}: (roundtrip agent --prefix session:)`],
])('a job with %s is refused by name, and no key changes', async (_, of, said) => {
  expect(await sayOfJob(`refused-${newRunId()}`, of)).toContain(said);
  expect(await keysOn(servers().target, '*')).toEqual(theirs.toSorted());
});

test('of a run that the server has no record of, nothing is written and nothing removed', async () => {
  expect(await sayOfJob('unrecorded', prefix)).toContain('ended, its coordinator was not heard of');
  expect(await keysOn(servers().target, '*')).toEqual(theirs.toSorted());
});

/** The record of a run on the target, for the length of a test; with a mark that is renewed where `isAlive`. */
async function recordRun(record: Omit<RunRecord, 'root' | 'id' | 'lanes'>, isAlive = false) {
  const bookkeeping = await openBookkeeping(servers().target.target);
  // The plan of the job has one lane.
  const whole = { root, id, lanes: [`${prefix}a`, `${prefix}b`], ...record };
  const marker = isAlive ? await RunMarker.place(bookkeeping, whole) : null;
  if (!isAlive) await writeRecord(bookkeeping, whole);
  onTestFinished(async () => {
    await marker?.release();
    bookkeeping.close();
  });
}

test('of a run that is over, keys go below the lane prefixes alone that the agent has opened', async () => {
  await recordRun({ agents: 1 });
  await sayOfJob('recorded', prefix);
  const left = [...theirs.filter((key) => key !== `${prefix}as00001`), recordKeyOf(prefix)];
  expect(await keysOn(servers().target, '*')).toEqual(left.toSorted());
});

test.each([
  ['in progress', 'alive', { agents: 1 }, true],
  ['without agents', 'none', {}, false],
  ['with more agents', 'more', { agents: 2 }, false],
])('of a run %s, an agent that hears no more removes no key', async (_, run, record, isAlive) => {
  await recordRun(record, isAlive);
  await sayOfJob(run, prefix);
  const ours = [recordKeyOf(prefix), ...(isAlive ? [markerOf(prefix)] : [])];
  expect(await keysOn(servers().target, '*')).toEqual([...theirs, ...ours].toSorted());
});

const startOf = (thread: number, rps: number | null, durationMs = 1000): ToAgent => {
  const settings = { revision: 0, pipeline: 1, dataSize: 3, clients: 1, rps: null };
  const slice = {
    slice: 0,
    durationMs,
    commands: null,
    rps,
    backlog: 1_000_000,
    settleMs: 0,
    sampleEveryMs: 1000,
    settings,
  };
  return { type: 'start', lane: 0, thread, message: { type: 'start', ...slice } };
};

/**
 * Sends these messages to an agent of 100 commands a second: SETs on the target, and its answer. `agoMs`:
 * once its two threads have settled, they are to begin that long ago.
 */
async function boundedBy(run: string, then: readonly ToAgent[], agoMs = 0) {
  const at = servers();
  await recordRun({ agents: 1 });
  const control = await openAdmin(at.control.target);
  onTestFinished(async () => {
    await control.del(streamsOf(run).back);
    control.disconnect();
  });
  // An agent writes to it while it is there, and makes none.
  await control.xadd(streamsOf(run).back, '*', 'm', 'null');
  const before = await callsOn(at.target, 'set');
  const workload = { rps: 100, clients: 2, threads: 2 };
  const back = async () => JSON.stringify(await control.xrange(streamsOf(run).back, '-', '+'));
  const ended = sayOfJob(run, prefix, { workload, then: [{ type: 'open', lane: 0, thread: 1 }, ...then] });
  if (agoMs > 0) {
    await eventually('both have settled', async () => (await back()).split('settled').length === 3);
    const [seconds] = await control.time();
    const go: ToAgent = { type: 'go', lane: 0, at: 1000 * Number(seconds) - agoMs };
    await control.xadd(streamsOf(run).toAll, '*', 'm', JSON.stringify({ at: 0, messages: [go] }));
  }
  await ended;
  return { said: await back(), sets: (await callsOn(at.target, 'set')) - before };
}

test.each([
  ['without a rate', [startOf(0, null)], 'and a slice without a rate has no bound'],
  ['beside another, above the bound', [startOf(0, 60), startOf(1, 60)], 'and 120 were asked for'],
  ['on top of itself', [startOf(0, 40), startOf(0, 40)], 'while another is in progress'],
])('a slice %s is refused by an agent with a bound, and nothing is sent', async (what, then, says) => {
  const { said, sets } = await boundedBy(what.replace(/\W.*/, ''), then);
  expect(said).toContain(says);
  expect(sets).toBe(0);
});

test('a slice that was to begin an hour ago sends no more than the bound in the 3 s of its lease', async () => {
  const hour = 3_600_000;
  const slices = [startOf(0, 50, hour), startOf(1, 50, hour)];
  const { sets } = await boundedBy('late', slices, 0.9 * hour);
  expect(sets).toBeGreaterThan(0);
  expect(sets).toBeLessThanOrEqual(310);
});

test('a run under another root says at its start which option the agent needs, and is carried out with it', async () => {
  const at = servers();
  const plan = {
    workload: { warmupMs: 0, clients: 2, requests: 100, keyspace: 50 },
    lanes: [{ strategy: 'pipeline' }],
  };
  const agent = await joinAgent(at, 'usual');
  const run = () => runByAgents(at, { agents: 1, plan, prefix: 'app:bench:' }).finished;
  await expect(run()).rejects.toThrow(
    /^Agent usual takes no part: .* begin with roundtrip:, .* \(roundtrip agent --prefix app:bench:\)\.$/,
  );
  await agent.stop();
  await joinAgent(at, 'of-app', { root: 'app:' });
  const { lanes } = await run();
  expect(lanes.map(({ commands, countsAgree }) => [commands, countsAgree])).toEqual([[100, true]]);
  expect(await keysOn(at.target, '*')).toEqual([]);
});

import { expect, onTestFinished, test } from 'vitest';
import { forgeJob } from '../../../campaign/forged-job.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { newRunId, recordKeyOf, runPrefixOf } from '../../../server/redis/keys/run-id.ts';
import { writeRecord } from '../../../server/redis/keys/run-record.ts';
import { eventually } from '../../support/eventually.ts';
import { joinAgent, keysOn, runByAgents, useServers } from './agents-of-a-test.ts';

const servers = useServers();
const root = 'roundtrip:';
const id = newRunId();
const prefix = runPrefixOf({ root, id });
const theirs = ['session:1', 'session:2', `session:${id}:as00001`, `${prefix}as00001`, `${prefix}bs00001`];

/** Keys of others, and an agent that is given a job for this prefix; resolves with what the agent logs when it ends. */
async function sayOfJob(run: string, of: string): Promise<string> {
  const at = servers();
  const admin = await openAdmin(at.target.target);
  await admin.mset(...theirs.flatMap((key) => [key, 'of somebody']));
  onTestFinished(async () => {
    await admin.flushall();
    admin.disconnect();
  });
  const said: string[] = [];
  await joinAgent(at, 'a', { log: (text) => said.push(text) });
  await forgeJob(at.control.target.endpoint, { run, prefix: of, target: 'shop' });
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

test('of a run with a record, keys go below the lane prefixes alone that the agent has opened', async () => {
  const bookkeeping = await openBookkeeping(servers().target.target);
  // The plan of the job has one lane.
  await writeRecord(bookkeeping, { root, id, lanes: [`${prefix}a`, `${prefix}b`] });
  bookkeeping.close();
  await sayOfJob('recorded', prefix);
  const left = [...theirs.filter((key) => key !== `${prefix}as00001`), recordKeyOf(prefix)];
  expect(await keysOn(servers().target, '*')).toEqual(left.toSorted());
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

import { expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { ownLines } from '../../../shared/commands/custom-words.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { liveRefusalOf } from '../../../server/engine/run/live-refusal.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { startServer } from '../../support/build-app.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { carriedOut, judgedLive, plans } from './plans-to-start.ts';

const json = { 'content-type': 'application/json' };
const embedded = useEmbedded();

/** As it was drawn, but quick and small. */
function small({ lanes, workload, bystander: _bystander, network: _network, ...rest }: PlanInput): PlanInput {
  const {
    requests: _requests,
    rps: _rps,
    dataSizeRange: _range,
    timeoutMs: _patience,
    ...kept
  } = workload ?? {};
  return {
    ...rest,
    workload: { ...kept, clients: 2, pipeline: 5, dataSize: 10, keyspace: 50, durationMs: 100, warmupMs: 0 },
    lanes: lanes.slice(0, 2).map(({ strategy }) => ({ strategy })),
    schedule: { sliceMs: 100, settleMs: 0 },
  };
}

test('what is accepted is carried out by a real server, or refused for a reason that is listed', async () => {
  const { target } = embedded();
  const server = await startServer({ requestsPerMinute: 1_000_000 });
  const ends: string[] = [];
  const expected: string[] = [];
  for (const larger of plans) {
    if (ends.length === carriedOut) break;
    if ((larger.target ?? 'embedded') !== 'embedded' || larger.server) continue;
    const plan = small(larger);
    const body = JSON.stringify(plan);
    const checked = await fetch(`${server.url}/api/plans/check`, { method: 'POST', headers: json, body });
    if (checked.status !== 200) continue;
    const isRefused = ownLines(plan.workload ?? {}).some((line) => judgedLive.includes(line));
    expected.push(isRefused ? 'custom-command-refused' : 'completed');
    ends.push(
      await startRun({ plan: parsePlan(plan), target }).finished.then(
        ({ state }) => state,
        (error: unknown) => liveRefusalOf(error) ?? `${String(error)} ${body}`,
      ),
    );
  }
  expect(ends).toEqual(expected);
  expect(ends).toHaveLength(carriedOut);
  expect(new Set(expected).size).toBe(2);
});

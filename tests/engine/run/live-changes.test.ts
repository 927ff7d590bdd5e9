import { Redis } from 'ioredis';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput, Tuning } from '../../../shared/contract/plan.ts';
import { NoRunToTune } from '../../../server/engine/run/no-run-to-tune.ts';
import { startRun, type Run } from '../../../server/engine/run/run.ts';
import { connectionOptions } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';

const embedded = useEmbedded();

const quick: NonNullable<PlanInput['workload']> = { warmupMs: 0, durationMs: 400, clients: 2, keyspace: 100 };
const slices: NonNullable<PlanInput['schedule']> = { sliceMs: 100 };

type Moment = (event: RunEvent) => boolean;

/** When this lane's turn of this round begins. */
const turnOf =
  (lane: string, slice: number): Moment =>
  (event) =>
    event.type === 'slice-started' && event.slice === slice && event.lanes.includes(lane);

/** Carries a plan out, and something at each of these moments, the first time that it comes. */
async function carryOut(plan: PlanInput, ...then: [Moment, (run: Run, stop: () => void) => void][]) {
  const waiting = [...then];
  const samples: Sample[] = [];
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  const run = startRun(
    { plan: parsePlan(plan), target: embedded().target },
    {
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'sample') samples.push(event.sample);
        const index = waiting.findIndex(([moment]) => moment(event));
        const [next] = index < 0 ? [] : waiting.splice(index, 1);
        // The engine's own thread is not to be disturbed in the midst of an event.
        if (next) queueMicrotask(() => next[1](run, stop));
      },
    },
  );
  const result = await run.finished;
  expect(waiting).toEqual([]);
  const lane = (id: string): LaneResult => {
    const found = result.lanes.find((one) => one.id === id);
    if (!found) throw new Error(`no lane ${id}`);
    return found;
  };
  return { result, lane, samples };
}

const tune = (tuning: Tuning) => (run: Run) => {
  run.tune(tuning);
};
const tooLate = { code: 'changed-too-late' };
const afterSome = { code: 'changed-after-some' };
const mixed = { code: 'changed-in-last-round' };

test('A lane whose turns are over keeps its figures, while one that still runs begins again', async () => {
  const { result, lane } = await carryOut(
    {
      lanes: [
        { id: 'short', strategy: 'pipeline', workload: { durationMs: 200 } },
        { id: 'long', strategy: 'pipeline', workload: { durationMs: 600 } },
      ],
      workload: { ...quick, pipeline: 4 },
      schedule: slices,
    },
    [turnOf('long', 3), tune({ pipeline: 32 })],
  );
  expect(lane('short').throughput?.slices).toHaveLength(2);
  expect(lane('short').effectiveBatch).toBeCloseTo(4, 0);
  expect(lane('short').verdict.code).not.toBe('unmeasured');
  expect(lane('long').throughput?.slices).toHaveLength(2);
  expect(lane('long').effectiveBatch).toBeCloseTo(32, 0);
  expect(result.tunings).toMatchObject([{ countedIn: ['long'] }]);
  // They are of different settings.
  expect(result.comparisons).toEqual([]);
  expect(result.warnings).toEqual([afterSome]);
});

test('The raw socket is no roofline for figures with other settings than its own', async () => {
  const { lane } = await carryOut(
    {
      lanes: [{ strategy: 'wire', workload: { durationMs: 200 } }, { strategy: 'pipeline' }],
      workload: { ...quick, durationMs: 600 },
      schedule: slices,
    },
    [turnOf('pipeline', 3), tune({ pipeline: 64 })],
  );
  expect(lane('wire').rooflineShare).toBe(1);
  expect(lane('pipeline').rooflineShare).toBeNull();
});

describe('A change of the network', () => {
  const overLink = (bandwidthMbit: number, rttMs = 0): PlanInput => ({
    network: { bandwidthMbit, rttMs },
    lanes: [{ strategy: 'pipeline' }],
    workload: { ...quick, pipeline: 16, dataSize: 1000, durationMs: 1500 },
    schedule: { sliceMs: 300 },
  });

  test.each([
    { from: 1, to: 2 },
    { from: 500, to: 1 },
  ])('is what the verdict goes by: $from Mbit/s, then $to', async ({ from, to }) => {
    const { lane } = await carryOut(overLink(from), [
      turnOf('pipeline', 1),
      tune({ network: { rttMs: 0, jitterMs: 0, bandwidthMbit: to } }),
    ]);
    expect(lane('pipeline').verdict).toMatchObject({ code: 'bandwidth', ofMbit: to });
  });

  test('begins the round trip anew, which has no warm-up in it either', async () => {
    const { lane } = await carryOut(
      {
        network: { rttMs: 150 },
        lanes: [{ strategy: 'one-by-one' }],
        workload: { ...quick, warmupMs: 200, durationMs: 400 },
        schedule: slices,
      },
      [turnOf('one-by-one', 1), tune({ network: { rttMs: 10, jitterMs: 0 } })],
    );
    const { before, during } = lane('one-by-one').roundTrip ?? {};
    expect(before?.medianMs).toBeGreaterThan(150);
    expect(during?.p99Ms).toBeGreaterThan(10);
    expect(during?.p99Ms).toBeLessThan(150);
  });
});

test('What another client waited is that of the settings that the figures are of', async () => {
  const pauseMs = 1200;
  const redis = new Redis(connectionOptions(embedded().target.endpoint));
  onTestFinished(() => {
    redis.disconnect();
  });
  await redis.connect();
  const { lane, samples } = await carryOut(
    {
      lanes: [{ strategy: 'pipeline' }],
      workload: quick,
      schedule: { sliceMs: 200 },
      bystander: { rps: 200 },
    },
    [
      turnOf('pipeline', 0),
      (run) => {
        run.tune({ pipeline: 1 });
        // Whoever is served in this turn waits, and nobody after it.
        void redis.client('PAUSE', pauseMs, 'ALL');
      },
    ],
  );
  expect(samples[0]?.bystanderP99Ms).toBeGreaterThan(pauseMs / 2);
  expect(lane('pipeline').bystander?.latencyMs?.max).toBeLessThan(pauseMs / 2);
});

describe('Changes that come too late', () => {
  const plan: PlanInput = {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, pipeline: 4 },
    schedule: { ...slices, order: 'rotating' },
  };

  test('for any turn leave the figures as they were, and are warned of once, however many there were', async () => {
    const once = {
      ...plan,
      workload: { ...plan.workload, durationMs: 1500 },
      schedule: { ...plan.schedule, sliceMs: 1500 },
    };
    const { result, lane } = await carryOut(once, [
      (event) => event.type === 'sample' && event.sample.lane === 'pipeline',
      (run) => {
        run.tune({ pipeline: 8 });
        run.tune({ pipeline: 16 });
      },
    ]);
    expect(result.tunings).toMatchObject([
      { tuning: { pipeline: 8 }, countedIn: [] },
      { tuning: { pipeline: 16 }, countedIn: [] },
    ]);
    expect(result.warnings).toEqual([tooLate]);
    expect(lane('pipeline').effectiveBatch).toBeCloseTo(4, 0);
  });

  test('for one lane and not for the other mix their figures, which is said once', async () => {
    const { result } = await carryOut(plan, [
      turnOf('one-by-one', 3),
      (run) => {
        run.tune({ pipeline: 8 });
        run.tune({ pipeline: 16 });
      },
    ]);
    expect(result.tunings).toMatchObject([{ countedIn: [] }, { countedIn: [] }]);
    expect(result.warnings).toEqual([mixed]);
  });

  test('before a stop leave the figures from before them', async () => {
    const { result, lane } = await carryOut(
      { ...plan, workload: { ...plan.workload, durationMs: 2000 } },
      [turnOf('pipeline', 2), tune({ pipeline: 32 })],
      [
        turnOf('pipeline', 3),
        (run, stop) => {
          stop();
          expect(() => {
            run.tune({ pipeline: 64 });
          }).toThrow(NoRunToTune);
        },
      ],
    );
    expect(result.tunings).toMatchObject([{ countedIn: [] }]);
    expect(result.warnings).toEqual([tooLate]);
    expect(lane('pipeline').effectiveBatch).toBeCloseTo(4, 0);
  });
});

test('Before the first event, after the last slice and after the end there is nothing to tune', async () => {
  const refused = (run: Run) => {
    expect(() => {
      run.tune({ pipeline: 2 });
    }).toThrow(NoRunToTune);
  };
  const seen: string[] = [];
  const run = startRun(
    {
      plan: parsePlan({ lanes: [{ strategy: 'pipeline' }], workload: quick, schedule: slices }),
      target: embedded().target,
    },
    { onEvent: (event) => seen.push(event.type) },
  );
  refused(run);
  // The last round's standing is the last event before the run is put away.
  while (seen.filter((type) => type === 'standing').length < 4)
    await new Promise((resolve) => setTimeout(resolve, 1));
  expect(seen).not.toContain('run-finished');
  refused(run);
  const result = await run.finished;
  expect(result.tunings).toEqual([]);
  expect(result.warnings).toEqual([]);
  refused(run);
});

import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { NoRunToTune, type Run } from '../../../server/engine/run/run-job.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { ScriptedServer } from '../../support/scripted/scripted-server.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { quick, slices } from './begin-run.ts';
import { carryOut, tune, turnOf } from './carry-out.ts';

const embedded = useEmbedded();
const script = useScript();

const tooLate = { code: 'changed-too-late' };
const afterSome = { code: 'changed-after-some' };

test('A lane whose turns are over keeps its figures, while one that still runs begins again', async () => {
  const { result, lane } = await carryOut(
    embedded().target,
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
  // Of six, three were before the change.
  expect(lane('long').throughput?.slices).toHaveLength(3);
  expect(lane('long').effectiveBatch).toBeCloseTo(32, 0);
  expect(result.tunings).toMatchObject([{ countedIn: ['long'] }]);
  // They are of different settings.
  expect(result.comparisons).toEqual([]);
  expect(result.warnings).toEqual([afterSome]);
});

test('The raw socket is no roofline for figures with other settings than its own', async () => {
  const { lane } = await carryOut(
    embedded().target,
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

test('The bandwidth that a verdict names is that of the settings that were counted: 500 Mbit/s, then 1', async () => {
  const { lane } = await carryOut(
    embedded().target,
    {
      network: { bandwidthMbit: 500 },
      lanes: [{ strategy: 'pipeline' }],
      workload: { ...quick, clients: 1, pipeline: 16, dataSize: 1000, durationMs: 2000 },
      schedule: { sliceMs: 1000 },
    },
    [
      turnOf('pipeline', 1),
      (run) => {
        // The time that 16 kB take at 1 Mbit/s.
        script.lane('pipeline', { latencyMs: () => 133 });
        run.tune({ network: { rttMs: 0, jitterMs: 0, bandwidthMbit: 1 } });
      },
    ],
  );
  expect(lane('pipeline').verdict).toMatchObject({ bound: 'bandwidth', code: 'bandwidth', ofMbit: 1 });
});

describe('A change within a round', () => {
  const plan: PlanInput = {
    lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    workload: { ...quick, pipeline: 4 },
    schedule: { ...slices, order: 'rotating' },
  };
  const lanes = ['one-by-one', 'pipeline'];
  const startedSlices = (events: readonly RunEvent[]) =>
    events.flatMap((event) =>
      event.type === 'slice-started' ? `${event.phase} ${event.slice} ${event.lanes.join()}` : [],
    );
  const incrCalls = () => ScriptedServer.at(embedded().target.endpoint.port)?.calls('incr') ?? NaN;

  test('makes it void: it begins again, with every lane, and the commands that were sent are as those of a warm-up', async () => {
    const before = incrCalls();
    const { result, events, lane, samples } = await carryOut(
      embedded().target,
      { ...plan, workload: { ...plan.workload, commands: ['incr'], warmupMs: 100 } },
      [turnOf('pipeline', 0), tune({ pipeline: 8 })],
      [turnOf('pipeline', 4), tune({ pipeline: 16 })],
    );
    expect(startedSlices(events)).toEqual([
      'warmup 0 one-by-one',
      'warmup 0 pipeline',
      'warmup 1 one-by-one',
      'warmup 1 pipeline',
      'counted 2 one-by-one',
      'counted 2 pipeline',
      'counted 3 one-by-one',
      'counted 3 pipeline',
      'counted 4 one-by-one',
      'counted 4 pipeline',
      // What a change makes of compiled code and connections is warmed up first.
      'warmup 5 one-by-one',
      'warmup 5 pipeline',
      'counted 6 one-by-one',
      'counted 6 pipeline',
      'counted 7 one-by-one',
      'counted 7 pipeline',
    ]);
    for (const { throughput, effectiveBatch, id } of result.lanes) {
      expect(throughput?.slices).toHaveLength(2);
      expect(effectiveBatch).toBeCloseTo(id === 'pipeline' ? 16 : 1, 0);
    }
    expect(result.warnings).toEqual([]);
    expect(result.tunings).toMatchObject([{ countedIn: lanes }, { countedIn: lanes }]);
    const counted = samples.filter(({ lane: id, slice }) => id === 'one-by-one' && slice > 5);
    expect(lane('one-by-one').commands).toBe(counted.reduce((sum, { completed }) => sum + completed, 0));
    // To the command, those of the void rounds as well.
    expect(result.lanes.map(({ countsAgree }) => countsAgree)).toEqual([true, true]);
    const told = result.lanes.reduce((sum, one) => sum + one.commands + one.failed + one.warmupCommands, 0);
    expect(incrCalls() - before).toBe(told);
  });
  test.each(['turns', 'race'] as const)('ends the slice in progress at once: %s', async (mode) => {
    const { events, result, samples } = await carryOut(
      embedded().target,
      {
        ...plan,
        workload: { ...plan.workload, durationMs: 60_000, warmupMs: 200, threads: 2 },
        schedule: { mode, sliceMs: 60_000, order: 'rotating' },
      },
      // The first sample of a slice comes after its first second.
      [
        (event) => event.type === 'sample' && event.sample.phase === 'counted' && !event.sample.endsSlice,
        tune({ pipeline: 8 }),
      ],
      [(event) => event.type === 'slice-started' && event.slice === 2, (_run, stop) => stop()],
    );
    expect(startedSlices(events).at(-1)).toBe(
      `warmup 2 ${mode === 'race' ? 'one-by-one,pipeline' : 'one-by-one'}`,
    );
    // The change came after the first second of a minute.
    const countedMs = samples
      .filter(({ phase, lane }) => phase === 'counted' && lane === 'one-by-one')
      .reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
    expect(countedMs).toBeLessThan(1100);
    expect(result.lanes.map(({ commands }) => commands)).toEqual([0, 0]);
  });

  test('also in the last one leaves no figures from before it', async () => {
    const { result, lane } = await carryOut(embedded().target, plan, [
      turnOf('pipeline', 3),
      (run) => {
        run.tune({ pipeline: 8 });
        run.tune({ pipeline: 16 });
      },
    ]);
    expect(result.tunings).toMatchObject([{ countedIn: lanes }, { countedIn: lanes }]);
    expect(result.warnings).toEqual([]);
    expect(lane('pipeline').throughput?.slices).toHaveLength(1);
    expect(lane('pipeline').effectiveBatch).toBeCloseTo(16, 0);
  });

  test('makes the run longer, and says by how much: for the round, and for what warms up again', async () => {
    const timed = { ...plan, workload: { ...plan.workload, warmupMs: 400 } };
    const { events } = await carryOut(
      embedded().target,
      timed,
      [turnOf('pipeline', 5), tune({ pipeline: 8 })],
      [turnOf('pipeline', 6), tune({ pipeline: 16 })],
    );
    const fromThenOn = events.flatMap((event) =>
      event.type === 'tuned' ? [Math.round((event.totalMs ?? NaN) - event.atMs)] : [],
    );
    const [started] = events.flatMap((event) => (event.type === 'run-started' ? [event.totalMs] : []));
    const [warmupMs, sliceMs] = [400, 100 + 50];
    expect(Math.round(started ?? NaN)).toBe(2 * (warmupMs + 4 * sliceMs));
    // The warm-up of both lanes, and the round in progress with those after it.
    const again = 2 * (warmupMs + 3 * sliceMs);
    expect(fromThenOn).toEqual([again, again]);
  });

  test('counts as many commands as were asked for, in a run by count', async () => {
    const { result } = await carryOut(
      embedded().target,
      { ...plan, workload: { ...plan.workload, requests: 4000 } },
      [turnOf('one-by-one', 0), tune({ dataSize: 50 })],
    );
    expect(result.lanes.map(({ commands, countsAgree }) => ({ commands, countsAgree }))).toEqual([
      { commands: 4000, countsAgree: true },
      { commands: 4000, countsAgree: true },
    ]);
  });

  test('and before a stop leaves the figures from before it', async () => {
    const { result, lane } = await carryOut(
      embedded().target,
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

import { describe, expect, test } from 'vitest';
import { warningsInWords } from '../../support/reported.ts';
import { LaneStats, laneState, type SampleMoment } from '../../../server/engine/run/lane-stats.ts';
import { add, emptyCounts, record } from '../../../server/engine/latency/histogram.ts';
import { nothingSeen } from '../../../server/engine/probes/bystander.ts';
import type { ServerWindow } from '../../../server/engine/probes/server-figures.ts';
import { noProbeFigures } from '../../../server/engine/run/segment.ts';
import { noTally, type LaneTotals } from '../../../server/engine/lane/merge.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import { spreadBoundMs } from '../../../shared/statistics/latency-spread.ts';
import { latencyKinds } from '../../../shared/contract/enums.ts';

const settings = { revision: 0, pipeline: 16, dataSize: 100, clients: 10, rps: null };

interface GivenTotals extends Partial<Omit<LaneTotals, 'tally' | 'settled'>> {
  completed?: number;
  failures?: Record<string, number>;
  hits?: number;
  misses?: number;
  settled?: number;
  calls?: number;
}

function totals({ completed = 0, failures = {}, hits = 0, misses = 0, ...given }: GivenTotals): LaneTotals {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  const { settled = 0, calls = completed + failed, ...others } = given;
  return {
    endsSlice: false,
    elapsedMs: 1000,
    tally: { completed, failed, failures, errors: {}, hits, misses, calls },
    wire: { writes: completed / 10, bytesOut: 100 * completed, bytesIn: 5 * completed },
    cpuMs: 0.4 * (given.elapsedMs ?? 1000),
    coreWaitMs: 0.1 * (given.elapsedMs ?? 1000),
    busyMs: 0.5 * (given.elapsedMs ?? 1000),
    memoryBytes: given.elapsedMs ?? 1000,
    offeringMs: 0,
    sendingMs: 0,
    offered: 0,
    outstanding: 0,
    settled: { ...noTally, completed: settled, calls: settled },
    settledMs: 250,
    fatal: null,
    ...others,
  };
}

/** Latencies of `count` commands of `micros` each, and of a tenth as many batches. */
function latencies(count: number, micros: number, response = false) {
  const all = { command: emptyCounts(), batch: emptyCounts(), response: emptyCounts() };
  record(all.command, micros, count);
  record(all.batch, micros, count / 10);
  if (response) record(all.response, 2 * micros, count);
  return all;
}

const moment = (given: Partial<SampleMoment> = {}): SampleMoment => ({
  slice: 0,
  phase: 'counted',
  start: 0,
  atMs: 0,
  settings,
  server: null,
  cut: false,
  probes: noProbeFigures,
  inFlight: 160,
  ...given,
});

const window = (calls: number | null, commands = 1000): ServerWindow => ({
  loadMs: 1000,
  cpuMs: 300,
  reads: 100,
  writes: 100,
  calls,
  commands,
  usedMemoryBytes: 1e6,
  evictedKeys: 0,
});

/** A whole slice in one sample. */
function slice(stats: LaneStats, given: GivenTotals, at: Partial<SampleMoment> = {}): Sample {
  const open = at.settings?.rps != null;
  return stats.sample(
    totals({ endsSlice: true, ...given }),
    latencies(given.completed ?? 0, 500, open),
    moment(at),
  );
}

describe('the window of a run without an end', () => {
  const given = (rate: number) => ({ completed: rate, elapsedMs: 1000 });

  test('has the newest parts, and what fell out counts with the warm-up', () => {
    const stats = new LaneStats('a');
    for (const [index, rate] of [100, 200, 300, 400, 500].entries()) {
      slice(stats, given(rate), { slice: index });
      stats.endRound(index);
      stats.beginPart(index + 1, 3);
    }
    slice(stats, given(600), { slice: 5 });
    expect(stats.standing.slices).toEqual([400, 500, 600]);
    expect(stats.standing.starts).toEqual([3]);
    expect(stats.standing.countedFrom).toBe(3);
    const { commands, elapsedMs, latencyMs, warmupCommands } = stats.result();
    expect([commands, elapsedMs, warmupCommands]).toEqual([1500, 3000, 600]);
    expect(latencyMs.command?.p50).toBeCloseTo(0.5, 2);
  });

  test('in parts has the figures of one whole', () => {
    const [parts, whole] = [new LaneStats('a'), new LaneStats('a')];
    for (const stats of [parts, whole])
      for (const [index, rate] of [100, 250, 300].entries()) {
        slice(stats, given(rate), { slice: index, server: window(rate) });
        stats.endRound(index);
        if (stats === parts) stats.beginPart(index + 1, 4);
      }
    expect(parts.result()).toEqual(whole.result());
    expect(parts.standing.probes()).toEqual(whole.standing.probes());
  });

  test('begins anew after a change of settings', () => {
    const stats = new LaneStats('a');
    slice(stats, given(100), { slice: 0 });
    stats.endRound(0);
    stats.beginPart(1, 3);
    slice(stats, given(200), { slice: 1 });
    stats.endRound(1);
    stats.countFrom(2);
    stats.beginPart(2, 3);
    expect(stats.standing.slices).toEqual([100, 200]);
    slice(stats, given(700), { slice: 2, settings: { ...settings, revision: 1 } });
    stats.endRound(2);
    expect(stats.standing.slices).toEqual([700]);
    expect(stats.result().warmupCommands).toBe(300);
  });
});

describe('the samples of a slice', () => {
  test('say why they do not count', () => {
    const stats = new LaneStats('a');
    const given = { completed: 100, elapsedMs: 100 };
    expect(slice(stats, given, { phase: 'warmup' }).notCounted).toBe('warm-up');
    expect(slice(stats, given, { phase: 'warmup', cut: true }).notCounted).toBe('stopped');
    expect(slice(stats, given, { slice: 1 }).notCounted).toBeNull();
    expect(slice(stats, { ...given, fatal: 'Connection is closed.' }, { slice: 2 }).notCounted).toBe(
      'stopped',
    );
    stats.countFrom(3);
    expect(slice(stats, given, { slice: 2, cut: true }).notCounted).toBe('change');
    expect(slice(stats, given, { slice: 3 }).notCounted).toBeNull();
    expect(slice(stats, given, { slice: 4, cut: true }).notCounted).toBe('stopped');
  });

  test('tell what is new since the one before', () => {
    const stats = new LaneStats('a');
    const first = stats.sample(
      totals({ completed: 1000, failures: { OOM: 3 }, hits: 5, misses: 1, elapsedMs: 1000 }),
      latencies(1000, 200),
      moment({ atMs: 1100 }),
    );
    const later = latencies(1000, 200);
    for (const kind of latencyKinds) add(later[kind], latencies(1500, 9000)[kind]);
    const second = stats.sample(
      totals({
        completed: 2500,
        failures: { OOM: 3, WRONGTYPE: 2 },
        hits: 25,
        misses: 2,
        elapsedMs: 1500,
        cpuMs: 400 + 300,
        busyMs: 500 + 450,
        endsSlice: true,
      }),
      later,
      moment({ atMs: 1600 }),
    );
    expect(first).toMatchObject({
      lane: 'a',
      completed: 1000,
      failed: 3,
      throughput: 1000,
      elapsedMs: 1000,
      laneMs: 1000,
      writes: 100,
      bytesOut: 100_000,
      bytesIn: 5000,
      effectiveBatch: null,
      hits: 5,
      misses: 1,
      endsSlice: false,
      client: { cpu: 0.4, eventLoopUtilisation: 0.5 },
      offered: null,
      backlog: null,
      atMs: 1100,
    });
    expect(second).toMatchObject({
      completed: 1500,
      failed: 2,
      failures: { WRONGTYPE: 2 },
      throughput: 3000,
      elapsedMs: 500,
      laneMs: 1500,
      writes: 150,
      bytesOut: 150_000,
      hits: 20,
      misses: 1,
      endsSlice: true,
      client: { cpu: 0.6, eventLoopUtilisation: 0.9 },
    });
    expect(first.latencyMs.command?.p50).toBeCloseTo(0.2, 3);
    expect(second.latencyMs.command?.min).toBeCloseTo(9, 1);
    expect(second.latencyMs.batch?.p50).toBeCloseTo(9, 1);
    expect(second.latencyMs.response).toBeNull();
    // In coarse buckets as well: each sample of its own commands alone.
    for (const [{ latencySpread }, ms] of [
      [first, 0.2],
      [second, 9],
    ] as const) {
      expect(latencySpread?.perMille).toEqual([1000]);
      expect(spreadBoundMs(latencySpread?.from ?? 0)).toBeLessThanOrEqual(ms);
      expect(spreadBoundMs((latencySpread?.from ?? 0) + 1)).toBeGreaterThan(ms);
    }
  });

  test('begin again with each slice, and the time of the lane continues', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 1000, elapsedMs: 900 });
    const sample = slice(stats, { completed: 400, elapsedMs: 800 }, { slice: 1 });
    expect(sample).toMatchObject({ slice: 1, completed: 400, elapsedMs: 800, laneMs: 1700, throughput: 500 });
  });

  test('of an open loop tell what was due, what is behind and the response times', () => {
    const stats = new LaneStats('a');
    const at = { settings: { ...settings, rps: 100 } };
    const first = stats.sample(
      totals({ completed: 90, offered: 100, outstanding: 10 }),
      latencies(90, 500, true),
      moment(at),
    );
    const second = stats.sample(
      totals({ completed: 150, offered: 150, elapsedMs: 1500, endsSlice: true }),
      latencies(150, 500, true),
      moment(at),
    );
    expect(first).toMatchObject({ offered: 100, backlog: 10 });
    expect(second).toMatchObject({ offered: 50, backlog: 0 });
    expect(first.latencyMs.response?.p50).toBeCloseTo(1, 2);
    // Of response times: commands take half of that.
    expect(spreadBoundMs(first.latencySpread?.from ?? 0)).toBeGreaterThan(0.75);
  });

  test('tell the effective batch size of a whole slice, at its end', () => {
    const stats = new LaneStats('a');
    const wire = (writes: number) => ({ wire: { writes, bytesOut: 0, bytesIn: 0 } });
    const part = (given: GivenTotals) => stats.sample(totals(given), latencies(0, 500), moment());
    // 16 commands of the first six writes are in flight.
    expect(part({ completed: 80, ...wire(6) }).effectiveBatch).toBeNull();
    expect(part({ completed: 160, ...wire(10), endsSlice: true }).effectiveBatch).toBe(16);
  });

  test('of a slice that could not begin are zeros, not infinities', () => {
    const sample = slice(new LaneStats('a'), { elapsedMs: 0, fatal: 'Connection is closed.' });
    expect(sample).toMatchObject({
      throughput: 0,
      effectiveBatch: null,
      client: { cpu: null, eventLoopUtilisation: 0 },
      latencyMs: { command: null, batch: null },
    });
    expect(sample.latencySpread).toBeUndefined();
  });

  test('have no CPU share where threads cannot tell it', () => {
    expect(slice(new LaneStats('a'), { completed: 5, cpuMs: null }).client.cpu).toBeNull();
  });
});

describe('the result of a lane', () => {
  test('is the sum of its counted samples', () => {
    const stats = new LaneStats('a');
    const samples: Sample[] = [];
    for (let index = 0; index < 4; index++) {
      const phase = index === 0 ? 'warmup' : 'counted';
      const half = 500 + 10 * index;
      samples.push(
        stats.sample(
          totals({ completed: half, failures: { OOM: 1 }, hits: half, elapsedMs: 500 }),
          latencies(half, 300),
          moment({ slice: index, phase }),
        ),
        stats.sample(
          totals({
            completed: 2 * half,
            failures: { OOM: 1, ERR: index },
            hits: 2 * half - 10,
            misses: 10,
            elapsedMs: 1000,
            endsSlice: true,
          }),
          latencies(2 * half, 300),
          moment({ slice: index, phase, server: window(2 * half) }),
        ),
      );
    }
    const result = stats.result();
    const counted = samples.filter(({ phase }) => phase === 'counted');
    const sum = (name: 'completed' | 'failed' | 'writes' | 'bytesOut' | 'bytesIn' | 'elapsedMs' | 'hits') =>
      counted.reduce((total, sample) => total + sample[name], 0);
    expect(result).toMatchObject({
      commands: sum('completed'),
      failed: sum('failed'),
      failures: { OOM: 3, ERR: 6 },
      writes: sum('writes'),
      bytesOut: sum('bytesOut'),
      bytesIn: sum('bytesIn'),
      elapsedMs: 3000,
      warmupCommands: 1001,
    });
    expect(result.hitRate).toBeCloseTo(sum('hits') / (sum('hits') + 30), 12);
    expect(result.throughput?.slices).toEqual([1020, 1040, 1060]);
    expect(result.throughput?.median).toBe(1040);
    expect(result.client).toEqual({
      cpu: expect.closeTo(0.4, 9),
      coreWait: expect.closeTo(0.1, 9) as number,
      eventLoopUtilisation: 0.5,
      memoryBytes: 1000,
    });
    expect(result.server).toMatchObject({ calls: 1020 + 1040 + 1060, reads: 300, cpu: 0.3 });
  });

  test('leaves the warm-up and the settling moments out of all but their own count', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 5000, settled: 70 }, { phase: 'warmup' });
    slice(stats, { completed: 300, settled: 30 }, { slice: 1 });
    const result = stats.result();
    expect(result).toMatchObject({ commands: 300, warmupCommands: 5100, elapsedMs: 1000, bytesOut: 30_000 });
    expect(result.throughput?.slices).toEqual([300]);
    expect(result.latencyMs.command?.p50).toBeCloseTo(0.5, 2);
  });

  test('merges latencies over slices: a percentile of all, not a mean of percentiles', () => {
    const stats = new LaneStats('a');
    stats.sample(totals({ completed: 990, endsSlice: true }), latencies(990, 100), moment());
    stats.sample(totals({ completed: 10, endsSlice: true }), latencies(10, 50_000), moment({ slice: 1 }));
    const { command } = stats.result().latencyMs;
    expect(command?.p50).toBeCloseTo(0.1, 3);
    expect(command?.p99).toBeCloseTo(0.1, 3);
    expect(command?.p999).toBeCloseTo(50, 0);
    expect(command?.mean).toBeCloseTo((990 * 0.1 + 10 * 50) / 1000, 2);
  });

  test('has the p50 of each counted slice, of its own latencies; null where nothing came back', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 5000 }, { phase: 'warmup' });
    for (const [index, micros] of [100, 50_000, 300].entries())
      stats.sample(
        totals({ completed: 10, endsSlice: true }),
        latencies(10, micros),
        moment({ slice: index + 1 }),
      );
    slice(stats, { failures: { OOM: 10 } }, { slice: 4 });
    const near = (ms: number) => expect.closeTo(ms, 1) as number;
    expect(stats.result().latencySlices).toEqual({
      kind: 'command',
      p50Ms: [near(0.1), near(50), near(0.3), null],
    });
  });

  test.each([
    { what: 'that was cut short', given: {}, at: { cut: true } },
    { what: 'that broke off', given: { fatal: 'Connection is closed.' }, at: {} },
    { what: 'that took no time', given: { elapsedMs: 0, completed: 0 }, at: {} },
  ])('counts the commands of a slice $what, but takes no throughput from it', ({ given, at }) => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 1000 });
    slice(stats, { completed: 7, ...given }, { slice: 1, ...at });
    const result = stats.result();
    expect(result.throughput?.slices).toEqual([1000]);
    expect(result.latencySlices?.p50Ms).toHaveLength(1);
    expect(result.commands).toBe(1000 + ('completed' in given ? given.completed : 7));
  });

  test('of an open loop tells the rate that was asked for and the one that was reached', () => {
    const stats = new LaneStats('a');
    const at = { settings: { ...settings, rps: 200 } };
    slice(stats, { completed: 150, offered: 200, offeringMs: 1000 }, at);
    slice(stats, { completed: 170, offered: 200, offeringMs: 1000 }, { ...at, slice: 1 });
    const result = stats.result();
    expect(result.rate).toEqual({ offered: 200, achieved: 160, backlog: 0, growing: false });
    expect(result.latencyMs.response?.p50).toBeCloseTo(1, 2);
    expect(result.latencySlices?.kind).toBe('response');
    expect(result.latencySlices?.p50Ms[1]).toBeCloseTo(1, 2);
    expect(result.histograms.response).not.toBeNull();
  });

  test('of an open loop that waits for its own replies longer than its slice has the rate of those replies', () => {
    const at = { settings: { ...settings, rps: 30_000 } };
    // All places were taken at once, and the last reply came after nine slices.
    const burst = { completed: 1200, offered: 3000, offeringMs: 100, sendingMs: 10, elapsedMs: 910 };
    const rateOf = (given: GivenTotals) => {
      const stats = new LaneStats('a');
      slice(stats, given, at);
      const { throughput, rate } = stats.result();
      expect(throughput?.slices).toEqual([rate?.achieved]);
      return rate?.achieved;
    };
    expect(rateOf({ ...burst, outstanding: 1800 })).toBeCloseTo(1333, 0);
    // It kept up: the wait for the last reply was its own.
    expect(rateOf({ ...burst, completed: 3000, outstanding: 0 })).toBe(30_000);
    // Its places came free within the slice: it sent until the end.
    expect(rateOf({ ...burst, sendingMs: 95, elapsedMs: 120, outstanding: 1800 })).toBe(12_000);
  });

  test('of random arrivals takes their scatter for no sign of the lane', () => {
    const rates = [150, 250, 180, 230, 140, 260];
    const warningsOf = (arrivals: 'even' | 'poisson') => {
      const stats = new LaneStats('a', { arrivals });
      for (const [number, completed] of rates.entries())
        slice(
          stats,
          { completed, offered: completed, offeringMs: 1000 },
          { slice: number, settings: { ...settings, rps: 200 } },
        );
      return stats.result().warnings.map(({ code }) => code);
    };
    expect(warningsOf('even')).toContain('slices-disagree');
    expect(warningsOf('poisson')).not.toContain('slices-disagree');
  });

  test('of a closed loop has neither rate nor response times', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 100 });
    const result = stats.result();
    expect(result.rate).toBeNull();
    expect(result.latencyMs).not.toHaveProperty('response');
    expect(result.histograms).toMatchObject({ command: expect.any(String), response: null });
  });

  test('of a lane that never ran has nothing in it', () => {
    const result = new LaneStats('a').result();
    expect(result).not.toHaveProperty('latencySlices');
    expect(result).toMatchObject({
      commands: 0,
      failed: 0,
      throughput: null,
      effectiveBatch: null,
      hitRate: null,
      latencyMs: { command: null, batch: null },
      histograms: { command: null, batch: null, response: null },
      warnings: [],
    } satisfies Partial<LaneResult>);
  });
});

describe('the calls of a lane', () => {
  test('are compared with those of the server, warm-up and settling included', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 100, settled: 10 }, { phase: 'warmup', server: window(110) });
    slice(stats, { completed: 200, failures: { ERR: 5 }, settled: 7 }, { slice: 1, server: window(212) });
    expect(stats.calls).toEqual({ sent: 322, counted: 322 });
  });

  test('are as many as were sent, not as many as commands: one MSET stands for many', () => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 160, calls: 10 }, { server: window(10) });
    expect(stats.calls).toEqual({ sent: 10, counted: 10 });
  });

  test.each([
    { what: 'the server did not answer once', server: null },
    { what: 'the server does not count', server: window(null) },
  ])('cannot be compared when $what, and stay so', ({ server }) => {
    const stats = new LaneStats('a');
    slice(stats, { completed: 100 }, { server });
    slice(stats, { completed: 100 }, { slice: 1, server: window(100) });
    expect(stats.calls).toEqual({ sent: 200, counted: null });
  });
});

describe('warnings', () => {
  const warningsOf = (throughputs: readonly number[]) => {
    const stats = new LaneStats('a');
    for (const [index, completed] of throughputs.entries()) slice(stats, { completed }, { slice: index });
    return warningsInWords(stats.result());
  };

  test.each([
    { what: 'slices agree', throughputs: [1000, 1010, 990, 1005, 995], warnings: [] },
    { what: 'there is but one slice', throughputs: [1000], warnings: [] },
    {
      what: 'slices disagree',
      throughputs: [1000, 500, 1500, 800, 1300, 1000],
      warnings: ['noisy: turns varied by 35 %'],
    },
    {
      what: 'throughput falls steadily, a little each time',
      throughputs: [1000, 980, 960, 940, 920, 900, 880],
      warnings: ['throughput fell by about 12 % over the run'],
    },
    {
      what: 'throughput rises so much that slices disagree as well',
      throughputs: [1000, 1200, 1400, 1600, 1800],
      warnings: ['noisy: turns varied by 23 %', 'throughput rose by about 79 % over the run'],
    },
  ])('say what is to be known when $what', ({ throughputs, warnings }) => {
    expect(warningsOf(throughputs)).toEqual(warnings);
  });
});

test.each([
  { error: null, stopped: false, state: 'completed' },
  { error: null, stopped: true, state: 'stopped' },
  { error: { name: 'Error', code: null, message: 'x', stack: null }, stopped: false, state: 'failed' },
  { error: { name: 'Error', code: null, message: 'x', stack: null }, stopped: true, state: 'failed' },
])('a lane ends as $state (stopped: $stopped)', ({ error, stopped, state }) => {
  expect(laneState(error, stopped)).toBe(state);
});

describe('a change of settings while a lane is measured', () => {
  const counted = (stats: LaneStats, number: number, completed: number) =>
    slice(stats, { completed, endsSlice: true }, { slice: number });

  test('begins the figures anew with the first whole round after it; what was before counts as sent', () => {
    const stats = new LaneStats('lane');
    counted(stats, 0, 1000);
    stats.endRound(0);
    counted(stats, 1, 1000);
    // In the midst of a round, which is void with it.
    stats.countFrom(2);
    counted(stats, 1, 300);
    expect(stats.standing.slices).toEqual([1000]);
    counted(stats, 2, 4000);
    stats.endRound(2);
    counted(stats, 3, 5000);
    expect(stats.standing.countedFrom).toBe(2);
    expect(stats.standing.slices).toEqual([4000, 5000]);
    expect(stats.result()).toMatchObject({ commands: 9000, warmupCommands: 2300 });
    expect(stats.result().throughput?.slices).toEqual([4000, 5000]);
    expect(stats.result().latencyMs.command).not.toBeNull();
  });

  test('is forgotten when no whole round follows', () => {
    const stats = new LaneStats('lane');
    counted(stats, 0, 1000);
    stats.endRound(0);
    stats.countFrom(1);
    counted(stats, 1, 4000);
    expect(stats.result()).toMatchObject({ commands: 1000, warmupCommands: 4000 });
    expect(stats.standing.slices).toEqual([1000]);
  });

  test('begins anew what was measured probes the lane, too', () => {
    const stats = new LaneStats('lane');
    const besides = (number: number, ms: number) => {
      const proxy = { cpuMs: 100 * number, coreWaitMs: null };
      const bystander = nothingSeen();
      record(bystander.response, 1000 * ms);
      record(bystander.lag, 250 * ms);
      record(bystander.wait, 750 * ms);
      slice(
        stats,
        { completed: 10 },
        { slice: number, probes: { roundTripsMs: [ms, ms], proxy, traffic: null, bystander } },
      );
    };
    slice(
      stats,
      { completed: 10 },
      { phase: 'warmup', probes: { roundTripsMs: [99], proxy: null, traffic: null, bystander: null } },
    );
    besides(0, 1);
    stats.endRound(0);
    stats.countFrom(2);
    besides(1, 7);
    expect(stats.standing.probes()).toMatchObject({ roundTrip: { medianMs: 1, samples: 2 } });
    besides(2, 30);
    besides(3, 30);
    stats.endRound(3);
    const { roundTrip, bystander, proxy } = stats.standing.probes();
    expect(roundTrip).toEqual({ medianMs: 30, p99Ms: 30, samples: 4 });
    // 500 ms of CPU in two slices of 1000 ms, each after 250 ms of settling.
    expect(proxy).toEqual({ cpu: 0.2, coreWait: null });
    expect(bystander.latencyMs?.min).toBeCloseTo(30, 0);
    expect(bystander.sendLagMs?.min).toBeCloseTo(7.5, 1);
    expect(bystander.waitMs?.min).toBeCloseTo(22.5, 1);
  });

  test('takes no share of a proxy for more than all of its time, where looks at it lie around a short load', () => {
    const stats = new LaneStats('lane');
    const proxy = { cpuMs: 500, coreWaitMs: 2000 };
    slice(stats, { completed: 10 }, { probes: { ...noProbeFigures, proxy } });
    expect(stats.standing.probes().proxy).toEqual({ cpu: 0.2, coreWait: 0.8 });
  });

  test('shows in the revision of the settings that what counts was sent with', () => {
    const stats = new LaneStats('lane');
    const sent = (number: number, revision: number) => {
      slice(stats, { completed: 10 }, { slice: number, settings: { ...settings, revision } });
    };
    expect(stats.standing.revision).toBeNull();
    sent(0, 0);
    stats.endRound(0);
    stats.countFrom(1);
    expect(stats.standing.revision).toBe(0);
    sent(1, 1);
    stats.endRound(1);
    expect(stats.standing.revision).toBe(1);
  });

  test('during the warm-up leaves what is counted later whole', () => {
    const stats = new LaneStats('lane');
    stats.countFrom(1);
    counted(stats, 1, 4000);
    expect(stats.standing.slices).toEqual([4000]);
    stats.endRound(1);
    counted(stats, 2, 4000);
    expect(stats.result()).toMatchObject({ commands: 8000, warmupCommands: 0 });
  });
});

describe('a round whose figures contradict one another', () => {
  /** One lane with slices of 1,000 commands of so many ms, a second each. */
  function accountOf(...slicesMs: number[]) {
    const stats = new LaneStats('a');
    const voided = slicesMs.map((ms, slice) => {
      stats.sample(
        totals({ completed: 1000, endsSlice: true }),
        latencies(1000, ms * 1000),
        moment({ slice }),
      );
      const breaks = stats.contradicts;
      stats.endRound(slice, breaks);
      return breaks;
    });
    return { stats, voided };
  }

  test('counts in no lane, and its commands as those of a warm-up', () => {
    // 160 in flight at most: 1,000 commands a second cannot take 300 ms each.
    const { stats, voided } = accountOf(100, 300, 50);
    expect(voided).toEqual([false, true, false]);
    expect(stats.standing.slices).toEqual([1000, 1000]);
    expect(stats.result()).toMatchObject({ commands: 2000, warmupCommands: 1000 });
    expect(stats.result().latencyMs.command?.max).toBeLessThan(101);
    const { stats: other } = accountOf(100);
    other.sample(totals({ completed: 7, endsSlice: true }), latencies(7, 100), moment({ slice: 1 }));
    other.endRound(1, true);
    expect(other.result()).toMatchObject({ commands: 1000, warmupCommands: 7 });
  });

  test('is not void where settings were changed within it', () => {
    const stats = new LaneStats('a');
    const changed = { ...settings, revision: 1, pipeline: 1 };
    stats.sample(
      totals({ completed: 1000, endsSlice: true }),
      latencies(1000, 300_000),
      moment({ settings: changed }),
    );
    expect(stats.contradicts).toBe(false);
  });
});

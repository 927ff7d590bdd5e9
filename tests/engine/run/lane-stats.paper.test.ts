import { describe, expect, test } from 'vitest';
import { warningsInWords } from '../../../server/reporters/in-words.ts';
import { LaneAccount, laneState, type SampleMoment } from '../../../server/engine/run/lane-stats.ts';
import { add, emptyCounts, record } from '../../../server/engine/latency/histogram.ts';
import { nothingSeen } from '../../../server/engine/probes/bystander.ts';
import type { ServerWindow } from '../../../server/engine/probes/server-figures.ts';
import { nothingBeside } from '../../../server/engine/run/segment.ts';
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
    tally: { completed, failed, failures, hits, misses, calls },
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
  beside: nothingBeside,
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
});

/** A whole slice in one sample. */
function slice(account: LaneAccount, given: GivenTotals, at: Partial<SampleMoment> = {}): Sample {
  const open = at.settings?.rps != null;
  return account.sample(
    totals({ endsSlice: true, ...given }),
    latencies(given.completed ?? 0, 500, open),
    moment(at),
  );
}

describe('the samples of a slice', () => {
  test('tell what is new since the one before', () => {
    const account = new LaneAccount('a');
    const first = account.sample(
      totals({ completed: 1000, failures: { OOM: 3 }, hits: 5, misses: 1, elapsedMs: 1000 }),
      latencies(1000, 200),
      moment({ atMs: 1100 }),
    );
    const later = latencies(1000, 200);
    for (const kind of latencyKinds) add(later[kind], latencies(1500, 9000)[kind]);
    const second = account.sample(
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
      effectiveBatch: 10.03,
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
    const account = new LaneAccount('a');
    slice(account, { completed: 1000, elapsedMs: 900 });
    const sample = slice(account, { completed: 400, elapsedMs: 800 }, { slice: 1 });
    expect(sample).toMatchObject({ slice: 1, completed: 400, elapsedMs: 800, laneMs: 1700, throughput: 500 });
  });

  test('of an open loop tell what was due, what is behind and the response times', () => {
    const account = new LaneAccount('a');
    const at = { settings: { ...settings, rps: 100 } };
    const first = account.sample(
      totals({ completed: 90, offered: 100, outstanding: 10 }),
      latencies(90, 500, true),
      moment(at),
    );
    const second = account.sample(
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

  test('of a slice that could not begin are zeros, not infinities', () => {
    const sample = slice(new LaneAccount('a'), { elapsedMs: 0, fatal: 'Connection is closed.' });
    expect(sample).toMatchObject({
      throughput: 0,
      effectiveBatch: null,
      client: { cpu: null, eventLoopUtilisation: 0 },
      latencyMs: { command: null, batch: null },
    });
    expect(sample.latencySpread).toBeUndefined();
  });

  test('have no CPU share where threads cannot tell it', () => {
    expect(slice(new LaneAccount('a'), { completed: 5, cpuMs: null }).client.cpu).toBeNull();
  });
});

describe('the result of a lane', () => {
  test('is the sum of its counted samples', () => {
    const account = new LaneAccount('a');
    const samples: Sample[] = [];
    for (let index = 0; index < 4; index++) {
      const phase = index === 0 ? 'warmup' : 'counted';
      const half = 500 + 10 * index;
      samples.push(
        account.sample(
          totals({ completed: half, failures: { OOM: 1 }, hits: half, elapsedMs: 500 }),
          latencies(half, 300),
          moment({ slice: index, phase }),
        ),
        account.sample(
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
    const result = account.result();
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
    const account = new LaneAccount('a');
    slice(account, { completed: 5000, settled: 70 }, { phase: 'warmup' });
    slice(account, { completed: 300, settled: 30 }, { slice: 1 });
    const result = account.result();
    expect(result).toMatchObject({ commands: 300, warmupCommands: 5100, elapsedMs: 1000, bytesOut: 30_000 });
    expect(result.throughput?.slices).toEqual([300]);
    expect(result.latencyMs.command?.p50).toBeCloseTo(0.5, 2);
  });

  test('merges latencies over slices: a percentile of all, not a mean of percentiles', () => {
    const account = new LaneAccount('a');
    account.sample(totals({ completed: 990, endsSlice: true }), latencies(990, 100), moment());
    account.sample(totals({ completed: 10, endsSlice: true }), latencies(10, 50_000), moment({ slice: 1 }));
    const { command } = account.result().latencyMs;
    expect(command?.p50).toBeCloseTo(0.1, 3);
    expect(command?.p99).toBeCloseTo(0.1, 3);
    expect(command?.p999).toBeCloseTo(50, 0);
    expect(command?.mean).toBeCloseTo((990 * 0.1 + 10 * 50) / 1000, 2);
  });

  test('has the p50 of each counted slice, of its own latencies; null where nothing came back', () => {
    const account = new LaneAccount('a');
    slice(account, { completed: 5000 }, { phase: 'warmup' });
    for (const [index, micros] of [100, 50_000, 300].entries())
      account.sample(
        totals({ completed: 10, endsSlice: true }),
        latencies(10, micros),
        moment({ slice: index + 1 }),
      );
    slice(account, { failures: { OOM: 10 } }, { slice: 4 });
    const near = (ms: number) => expect.closeTo(ms, 1) as number;
    expect(account.result().latencySlices).toEqual({
      kind: 'command',
      p50Ms: [near(0.1), near(50), near(0.3), null],
    });
  });

  test.each([
    { what: 'that was cut short', given: {}, at: { cut: true } },
    { what: 'that broke off', given: { fatal: 'Connection is closed.' }, at: {} },
    { what: 'that took no time', given: { elapsedMs: 0, completed: 0 }, at: {} },
  ])('counts the commands of a slice $what, but takes no throughput from it', ({ given, at }) => {
    const account = new LaneAccount('a');
    slice(account, { completed: 1000 });
    slice(account, { completed: 7, ...given }, { slice: 1, ...at });
    const result = account.result();
    expect(result.throughput?.slices).toEqual([1000]);
    expect(result.latencySlices?.p50Ms).toHaveLength(1);
    expect(result.commands).toBe(1000 + ('completed' in given ? given.completed : 7));
  });

  test('of an open loop tells the rate that was asked for and the one that was reached', () => {
    const account = new LaneAccount('a');
    const at = { settings: { ...settings, rps: 200 } };
    slice(account, { completed: 150, offered: 200, offeringMs: 1000 }, at);
    slice(account, { completed: 170, offered: 200, offeringMs: 1000 }, { ...at, slice: 1 });
    const result = account.result();
    expect(result.rate).toEqual({ offered: 200, achieved: 160, backlog: 0, growing: false });
    expect(result.latencyMs.response?.p50).toBeCloseTo(1, 2);
    expect(result.latencySlices?.kind).toBe('response');
    expect(result.latencySlices?.p50Ms[1]).toBeCloseTo(1, 2);
    expect(result.histograms.response).not.toBeNull();
  });

  test('of random arrivals takes their scatter for no sign of the lane', () => {
    const rates = [150, 250, 180, 230, 140, 260];
    const warningsOf = (arrivals: 'even' | 'poisson') => {
      const account = new LaneAccount('a', arrivals);
      for (const [number, completed] of rates.entries())
        slice(
          account,
          { completed, offered: completed, offeringMs: 1000 },
          { slice: number, settings: { ...settings, rps: 200 } },
        );
      return account.result().warnings.map(({ code }) => code);
    };
    expect(warningsOf('even')).toContain('slices-disagree');
    expect(warningsOf('poisson')).not.toContain('slices-disagree');
  });

  test('of a closed loop has neither rate nor response times', () => {
    const account = new LaneAccount('a');
    slice(account, { completed: 100 });
    const result = account.result();
    expect(result.rate).toBeNull();
    expect(result.latencyMs).not.toHaveProperty('response');
    expect(result.histograms).toMatchObject({ command: expect.any(String), response: null });
  });

  test('of a lane that never ran has nothing in it', () => {
    const result = new LaneAccount('a').result();
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
    const account = new LaneAccount('a');
    slice(account, { completed: 100, settled: 10 }, { phase: 'warmup', server: window(110) });
    slice(account, { completed: 200, failures: { ERR: 5 }, settled: 7 }, { slice: 1, server: window(212) });
    expect(account.calls).toEqual({ sent: 322, counted: 322 });
  });

  test('are as many as were sent, not as many as commands: one MSET stands for many', () => {
    const account = new LaneAccount('a');
    slice(account, { completed: 160, calls: 10 }, { server: window(10) });
    expect(account.calls).toEqual({ sent: 10, counted: 10 });
  });

  test.each([
    { what: 'the server did not answer once', server: null },
    { what: 'the server does not count', server: window(null) },
  ])('cannot be compared when $what, and stay so', ({ server }) => {
    const account = new LaneAccount('a');
    slice(account, { completed: 100 }, { server });
    slice(account, { completed: 100 }, { slice: 1, server: window(100) });
    expect(account.calls).toEqual({ sent: 200, counted: null });
  });
});

describe('warnings', () => {
  const warningsOf = (throughputs: readonly number[]) => {
    const account = new LaneAccount('a');
    for (const [index, completed] of throughputs.entries()) slice(account, { completed }, { slice: index });
    return warningsInWords(account.result());
  };

  test.each([
    { what: 'slices agree', throughputs: [1000, 1010, 990, 1005, 995], warnings: [] },
    { what: 'there is but one slice', throughputs: [1000], warnings: [] },
    {
      what: 'slices disagree',
      throughputs: [1000, 500, 1500, 800, 1300, 1000],
      warnings: ['noisy: slices scatter by 35 % (coefficient of variation), over 10 %'],
    },
    {
      what: 'throughput falls steadily, a little each time',
      throughputs: [1000, 980, 960, 940, 920, 900, 880],
      warnings: ['throughput fell by about 12 % over the run'],
    },
    {
      what: 'throughput rises so much that slices disagree as well',
      throughputs: [1000, 1200, 1400, 1600, 1800],
      warnings: [
        'noisy: slices scatter by 23 % (coefficient of variation), over 10 %',
        'throughput rose by about 79 % over the run',
      ],
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
  const counted = (account: LaneAccount, number: number, completed: number) =>
    slice(account, { completed, endsSlice: true }, { slice: number });

  test('begins the figures anew with the first whole round after it; what was before counts as sent', () => {
    const account = new LaneAccount('lane');
    counted(account, 0, 1000);
    account.endRound(0);
    counted(account, 1, 1000);
    // In the midst of a round, which is void with it.
    account.countFrom(2);
    counted(account, 1, 300);
    expect(account.slices).toEqual([1000]);
    counted(account, 2, 4000);
    account.endRound(2);
    counted(account, 3, 5000);
    expect(account.countedFrom).toBe(2);
    expect(account.slices).toEqual([4000, 5000]);
    expect(account.result()).toMatchObject({ commands: 9000, warmupCommands: 2300 });
    expect(account.result().throughput?.slices).toEqual([4000, 5000]);
    expect(account.result().latencyMs.command).not.toBeNull();
  });

  test('is forgotten when no whole round follows', () => {
    const account = new LaneAccount('lane');
    counted(account, 0, 1000);
    account.endRound(0);
    account.countFrom(1);
    counted(account, 1, 4000);
    expect(account.result()).toMatchObject({ commands: 1000, warmupCommands: 4000 });
    expect(account.slices).toEqual([1000]);
  });

  test('begins anew what was measured beside the lane, too', () => {
    const account = new LaneAccount('lane');
    const besides = (number: number, ms: number) => {
      const proxy = { cpuMs: 100 * number, coreWaitMs: null };
      const bystander = nothingSeen();
      record(bystander.response, 1000 * ms);
      record(bystander.lag, 250 * ms);
      record(bystander.wait, 750 * ms);
      slice(
        account,
        { completed: 10 },
        { slice: number, beside: { roundTripsMs: [ms, ms], proxy, traffic: null, bystander } },
      );
    };
    slice(
      account,
      { completed: 10 },
      { phase: 'warmup', beside: { roundTripsMs: [99], proxy: null, traffic: null, bystander: null } },
    );
    besides(0, 1);
    account.endRound(0);
    account.countFrom(2);
    besides(1, 7);
    expect(account.beside()).toMatchObject({ roundTrip: { medianMs: 1, samples: 2 } });
    besides(2, 30);
    besides(3, 30);
    account.endRound(3);
    const { roundTrip, bystander, proxy } = account.beside();
    expect(roundTrip).toEqual({ medianMs: 30, p99Ms: 30, samples: 4 });
    // 500 ms of CPU in two slices of 1000 ms, each after 250 ms of settling.
    expect(proxy).toEqual({ cpu: 0.2, coreWait: null });
    expect(bystander.latencyMs?.min).toBeCloseTo(30, 0);
    expect(bystander.sendLagMs?.min).toBeCloseTo(7.5, 1);
    expect(bystander.waitMs?.min).toBeCloseTo(22.5, 1);
  });

  test('shows in the revision of the settings that what counts was sent with', () => {
    const account = new LaneAccount('lane');
    const sent = (number: number, revision: number) => {
      slice(account, { completed: 10 }, { slice: number, settings: { ...settings, revision } });
    };
    expect(account.revision).toBeNull();
    sent(0, 0);
    account.endRound(0);
    account.countFrom(1);
    expect(account.revision).toBe(0);
    sent(1, 1);
    account.endRound(1);
    expect(account.revision).toBe(1);
  });

  test('during the warm-up leaves what is counted later whole', () => {
    const account = new LaneAccount('lane');
    account.countFrom(1);
    counted(account, 1, 4000);
    expect(account.slices).toEqual([4000]);
    account.endRound(1);
    counted(account, 2, 4000);
    expect(account.result()).toMatchObject({ commands: 8000, warmupCommands: 0 });
  });
});

describe('a round whose figures contradict one another', () => {
  /** One lane with slices of 1,000 commands of so many ms, a second each. */
  function accountOf(...slicesMs: number[]) {
    const account = new LaneAccount('a');
    const voided = slicesMs.map((ms, slice) => {
      account.sample(
        totals({ completed: 1000, endsSlice: true }),
        latencies(1000, ms * 1000),
        moment({ slice }),
      );
      const breaks = account.contradicts;
      account.endRound(slice, breaks);
      return breaks;
    });
    return { account, voided };
  }

  test('counts in no lane, and its commands as those of a warm-up', () => {
    // 160 in flight at most: 1,000 commands a second cannot take 300 ms each.
    const { account, voided } = accountOf(100, 300, 50);
    expect(voided).toEqual([false, true, false]);
    expect(account.slices).toEqual([1000, 1000]);
    expect(account.result()).toMatchObject({ commands: 2000, warmupCommands: 1000 });
    expect(account.result().latencyMs.command?.max).toBeLessThan(101);
    const { account: other } = accountOf(100);
    other.sample(totals({ completed: 7, endsSlice: true }), latencies(7, 100), moment({ slice: 1 }));
    other.endRound(1, true);
    expect(other.result()).toMatchObject({ commands: 1000, warmupCommands: 7 });
  });

  test('is not void where settings were changed within it', () => {
    const account = new LaneAccount('a');
    const changed = { ...settings, revision: 1, pipeline: 1 };
    account.sample(
      totals({ completed: 1000, endsSlice: true }),
      latencies(1000, 300_000),
      moment({ settings: changed }),
    );
    expect(account.contradicts).toBe(false);
  });
});

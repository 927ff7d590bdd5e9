import { describe, expect, test } from 'vitest';
import { findStrategy } from '../../server/engine/strategies/index.ts';
import { judge, type Figures } from '../../server/engine/verdict.ts';
import { parsePlan, type PlanInput } from '../../shared/schemas.ts';
import { summariseThroughput } from '../../shared/statistics.ts';
import type { LatencySummary } from '../../shared/terms.ts';

const latency: LatencySummary = { mean: 5, min: 4, p50: 5, p95: 6, p99: 7, p999: 8, max: 9 };

interface Given {
  client?: number;
  /** Utilisation of the client's event loops. */
  loop?: number;
  server?: number | null;
  rate?: Figures['rate'];
  roofline?: number;
  /** What the network takes without load, ms; a trip takes 5. */
  onTheWay?: number;
  /** What the lane sends, and what the network lets pass. */
  mbit?: number;
  bandwidthMbit?: number;
  strategy?: string;
  workload?: PlanInput['workload'];
}

function verdictOn({
  client = 0.1,
  loop = client,
  server = 0.1,
  rate,
  roofline,
  onTheWay,
  mbit = 1,
  ...plan
}: Given) {
  const strategy = findStrategy(plan.strategy ?? 'pipeline');
  const [lane] = parsePlan({
    workload: plan.workload ?? {},
    lanes: [{ strategy: strategy?.id ?? '' }],
  }).lanes;
  if (!strategy || !lane) throw new Error('no such strategy');
  const figures: Figures = {
    throughput: summariseThroughput([1000, 1010, 990]),
    latencyMs: { command: latency, batch: latency },
    client: { cpu: client, eventLoopUtilisation: loop },
    server: {
      cpu: server,
      reads: null,
      writes: null,
      calls: null,
      cpuMicrosPerCommand: null,
      commandsPerRead: null,
      usedMemoryBytes: null,
    },
    rate: rate ?? null,
    rooflineShare: roofline ?? null,
    bytesOut: mbit * 125_000,
    bytesIn: 0,
    elapsedMs: 1000,
    roundTrip:
      onTheWay === undefined
        ? null
        : { before: { medianMs: onTheWay, p99Ms: onTheWay, samples: 100 }, during: null },
  };
  const network =
    plan.bandwidthMbit === undefined
      ? undefined
      : { rttMs: 1, jitterMs: 0, bandwidthMbit: plan.bandwidthMbit };
  return judge(figures, lane, strategy, network);
}

describe('a lane is bound by', () => {
  test.each([
    { what: 'both sides idle most of the time', given: {}, bound: 'round-trip' },
    { what: 'a client without a free moment', given: { client: 0.97 }, bound: 'client-cpu' },
    {
      what: 'a client that was ready but got no core',
      given: { client: 0.6, loop: 0.99 },
      bound: 'client-cpu',
    },
    {
      what: 'all of its threads without a free moment',
      given: { client: 1.9, loop: 0.5, workload: { threads: 2 } },
      bound: 'client-cpu',
    },
    {
      what: 'one of two threads busy, which is half of what they could do',
      given: { client: 1, loop: 0.5, workload: { threads: 2 } },
      bound: 'round-trip',
    },
    { what: 'a server without a free moment', given: { client: 0.5, server: 0.96 }, bound: 'server-cpu' },
    { what: 'both full, the server more', given: { client: 0.92, server: 0.98 }, bound: 'server-cpu' },
    { what: 'both full, the client more', given: { client: 0.99, server: 0.92 }, bound: 'client-cpu' },
    { what: 'a link that is full', given: { mbit: 9.5, bandwidthMbit: 10 }, bound: 'bandwidth' },
    { what: 'a link that is half full', given: { mbit: 5, bandwidthMbit: 10 }, bound: 'round-trip' },
    { what: 'neither idle nor full', given: { client: 0.8, server: 0.5 }, bound: 'none' },
    { what: 'a server that does not tell, over a link not known', given: { server: null }, bound: 'none' },
    { what: 'a trip that is mostly on the way', given: { server: null, onTheWay: 4 }, bound: 'round-trip' },
    { what: 'a trip that is mostly not on the way', given: { server: null, onTheWay: 1 }, bound: 'none' },
    {
      what: 'a trip that is mostly on the way to a busy client',
      given: { client: 0.8, server: null, onTheWay: 4 },
      bound: 'none',
    },
    {
      what: 'a rate that was kept',
      given: { rate: { offered: 1000, achieved: 995 } },
      bound: 'rate',
    },
    {
      what: 'a rate that was kept though the client is full',
      given: { client: 0.95, rate: { offered: 1000, achieved: 1000 } },
      bound: 'rate',
    },
    {
      what: 'a rate that was not kept because the client is full',
      given: { client: 0.99, rate: { offered: 1000, achieved: 700 } },
      bound: 'client-cpu',
    },
  ] satisfies { what: string; given: Given; bound: string }[])('$bound: $what', ({ given, bound }) => {
    expect(verdictOn(given).bound).toBe(bound);
  });

  test('nothing when nothing was measured', () => {
    const strategy = findStrategy('pipeline');
    const [lane] = parsePlan({ lanes: [{ strategy: 'pipeline' }] }).lanes;
    if (!strategy || !lane) throw new Error('no such strategy');
    const server = {
      cpu: null,
      reads: null,
      writes: null,
      calls: null,
      cpuMicrosPerCommand: null,
      commandsPerRead: null,
      usedMemoryBytes: null,
    };
    const nothing: Figures = {
      throughput: null,
      latencyMs: { command: null, batch: null },
      client: { cpu: null, eventLoopUtilisation: 0 },
      server,
      rate: null,
      rooflineShare: null,
      bytesOut: 0,
      bytesIn: 0,
      elapsedMs: 0,
      roundTrip: null,
    };
    expect(judge(nothing, lane, strategy)).toMatchObject({ bound: 'none', advice: 'See the error.' });
  });
});

describe('a verdict', () => {
  test.each([
    { given: {}, says: ['10 %', '5.000 ms'] },
    {
      given: { server: null },
      says: ['What limits it cannot be told without the server’s load', '10 %', '5.000 ms'],
    },
    { given: { server: null, onTheWay: 4 }, says: ['5.000 ms a trip, where a PING alone takes 4.000 ms'] },
    { given: { server: 0.97 }, says: ['97 %'] },
    { given: { client: 1.9, loop: 0.97, workload: { threads: 2 } }, says: ['2 threads', '97 %'] },
    { given: { rate: { offered: 1000, achieved: 990 } }, says: ['99 %'] },
    { given: { roofline: 0.96, client: 0.95 }, says: ['96 %', 'roofline'] },
  ] satisfies { given: Given; says: string[] }[])('brings its evidence: $says', ({ given, says }) => {
    const { sentence, advice } = verdictOn(given);
    for (const evidence of says) expect(`${sentence} ${advice}`).toContain(evidence);
  });

  test('says nothing of a server that cannot be known', () => {
    for (const onTheWay of [4, 1, undefined]) {
      const { sentence } = verdictOn({ server: null, ...(onTheWay !== undefined && { onTheWay }) });
      expect(sentence).not.toMatch(/unknown|server \d|null|NaN/);
    }
  });

  test('advises to batch where there is no batching yet, and to batch deeper where there is', () => {
    expect(verdictOn({ strategy: 'one-by-one' }).advice).toMatch(/strategy that batches/);
    expect(verdictOn({ strategy: 'pipeline' }).advice).toMatch(/deeper batch/);
    expect(verdictOn({ strategy: 'one-by-one', client: 0.99 }).advice).toMatch(/strategy that batches/);
    expect(verdictOn({ strategy: 'pipeline', client: 0.99 }).advice).toMatch(/threads/);
    expect(verdictOn({ strategy: 'pipeline', server: 0.99 }).advice).toMatch(/servers/);
  });

  test.each([
    { roofline: 0.9, nothingHelps: true },
    { roofline: 0.89, nothingHelps: false },
  ])(
    'says that nothing helps at $roofline of the roofline with a full client: $nothingHelps',
    ({ roofline, nothingHelps }) => {
      expect(verdictOn({ roofline, client: 0.97 }).advice.startsWith('Nothing')).toBe(nothingHelps);
    },
  );
});

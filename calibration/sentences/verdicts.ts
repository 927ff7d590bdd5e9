import { judgeLane } from '../../server/engine/run/verdict.ts';
import type { LatencySummary } from '../../shared/contract/figures.ts';
import type { Verdict } from '../../shared/contract/verdict.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';
import { syntheticLane } from '../synthetic-result.ts';
import { syntheticPlan } from '../synthetic-run.ts';

/** How a lane truly spends its time. Figures are measured with an error of 3 %. */
interface World {
  /** CPU time of the client's thread, a share of one core. */
  client: number;
  /** Share of its time in which that thread had work; more than `client` where it waits for a core. */
  hasWork?: number;
  server: number;
  /** CPU time of the thread of our own network, a share of one core. */
  proxy?: number;
  /** What a batch takes, and how much of that is on the way, ms. */
  tripMs: number;
  pingMs: number;
}

function verdictOf({ client, hasWork = client, server, proxy, tripMs, pingMs }: World, draw: Draw): Verdict {
  const measured = (value: number) => value * (1 + 0.03 * draw.normal());
  const share = (value: number) => Math.min(1, measured(value));
  const trip = latencyOf(measured(tripMs));
  const before = { medianMs: measured(pingMs), p99Ms: 2 * pingMs, samples: 100 };
  const { verdict: _, ...lane } = syntheticLane('lane-0', [1000], {
    client: { cpu: share(client), eventLoopUtilisation: share(hasWork), memoryBytes: 0 },
    latencyMs: { command: trip, batch: trip },
    roundTrip: { before, during: before },
    ...(proxy !== undefined && { proxy: { cpu: share(proxy), coreWait: 0 } }),
  });
  const told = { ...lane.server, cpu: share(server) };
  return judgeLane(
    { ...lane, server: told },
    { plan: syntheticPlan(1, 1), tunings: [] },
    { batching: 'batch' },
  );
}

const latencyOf = (ms: number): LatencySummary => ({
  mean: ms,
  min: ms / 2,
  p50: ms,
  p95: 1.5 * ms,
  p99: 2 * ms,
  p999: 3 * ms,
  max: 4 * ms,
});

const blames = (bound: Verdict['bound'], world: World) => (draw: Draw) =>
  verdictOf(world, draw).bound === bound;

export const verdicts: Sentence = {
  name: 'what bounds a lane',
  falseWhen: 'the named resource is truly not what the lane waits for most',
  cases: [
    falseCase(
      'the round trip, at 0.05 ms of 40 ms',
      blames('round-trip', { client: 0.1, server: 0.48, tripMs: 40, pingMs: 0.05 }),
    ),
    falseCase(
      "the client's CPU, at 38 % of a core and waiting for one",
      blames('client-cpu', { client: 0.38, hasWork: 1, server: 0.5, tripMs: 1, pingMs: 0.05 }),
    ),
    falseCase(
      "the server's CPU, where the client is full and the server at 85 %",
      blames('server-cpu', { client: 1, server: 0.85, tripMs: 1, pingMs: 0.05 }),
    ),
    falseCase(
      'our own proxy, at 84 % of a core',
      blames('proxy', { client: 0.5, server: 0.5, proxy: 0.84, tripMs: 1, pingMs: 0.05 }),
    ),
    falseCase(
      'our own proxy, at 92 % of a core beside a client that is full',
      blames('proxy', { client: 1, server: 0.5, proxy: 0.92, tripMs: 1, pingMs: 0.05 }),
    ),
    foundCase(
      'our own proxy, full',
      0.95,
      blames('proxy', { client: 0.5, server: 0.5, proxy: 1, tripMs: 1, pingMs: 0.05 }),
    ),
    foundCase(
      'the round trip, at 5 ms of 5.2 ms',
      0.95,
      blames('round-trip', { client: 0.1, server: 0.1, tripMs: 5.2, pingMs: 5 }),
    ),
    foundCase(
      "the client's CPU, full",
      0.95,
      blames('client-cpu', { client: 1, server: 0.4, tripMs: 1, pingMs: 0.05 }),
    ),
    foundCase(
      'a core, which it waits for 62 % of the time',
      0.95,
      blames('cores', { client: 0.38, hasWork: 1, server: 0.5, tripMs: 1, pingMs: 0.05 }),
    ),
    foundCase(
      "the server's CPU, full",
      0.95,
      blames('server-cpu', { client: 0.5, server: 1, tripMs: 1, pingMs: 0.05 }),
    ),
  ],
};

import { describe, expect, test } from 'vitest';
import type { Batch } from '../../../server/engine/lane/batch.ts';
import { PoissonArrivals } from '../../../server/engine/lane/arrivals.ts';
import { add, emptyCounts, summarise } from '../../../server/engine/latency/histogram.ts';
import { compareLanes } from '../../../server/engine/run/comparisons.ts';
import { TurnGaps } from '../../../server/engine/run/turn-gaps.ts';
import { mean, randomFrom } from '../../../shared/statistics/statistics.ts';
import { drawnOf, isWhole, seedOfTest } from '../../support/matrix.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { makeLoop, startsAtMs } from '../lane/made-loop.ts';

interface Case {
  lanes: number;
  turnMs: number;
  /** How long the server stalls, and from the end of one stall to the next; ms. */
  stallMs: (random: () => number) => number;
  pauseMs: (random: () => number) => number;
  poisson?: boolean;
  /** Long where the gap after the last turn, which no turn follows, would weigh. */
  runMs?: number;
}

const rps = 200;
const runMs = 20_000;
const tripMs = 0.5;
const connections = 2;
/** Few seeds tell less: half of all stalls are in the turns of another lane. */
const [seeds, most] = isWhole ? [200, 0.05] : [12, 0.15];

interface Stall {
  from: number;
  to: number;
}

function stallsOf({ stallMs, pauseMs }: Case, random: () => number): Stall[] {
  const stalls: Stall[] = [];
  let to = startsAtMs + random() * pauseMs(random);
  while (to < 10 * runMs) {
    const from = to + pauseMs(random);
    to = from + stallMs(random);
    stalls.push({ from, to });
  }
  return stalls;
}

/** When the server answers what is sent at `now`. Stalls are in their order. */
function repliedAt(stalls: readonly Stall[], now: number): number {
  // The first that is not over.
  let [low, high] = [0, stalls.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((stalls[middle]?.to ?? Infinity) <= now) low = middle + 1;
    else high = middle;
  }
  const stall = stalls[low];
  return stall && stall.from < now + tripMs ? stall.to + tripMs : now + tripMs;
}

/** An open loop of a few lines: response times of all that is due in this time, ms. */
function independentLoop(stalls: readonly Stall[], from: number, to: number): number[] {
  const freeAt = Array.from({ length: connections }, () => from);
  const responses: number[] = [];
  for (let place = 0; from + (place * 1000) / rps < to; place++) {
    const dueAt = from + (place * 1000) / rps;
    const free = Math.min(...freeAt);
    const reply = repliedAt(stalls, Math.max(dueAt, free));
    freeAt[freeAt.indexOf(free)] = reply;
    responses.push(reply - dueAt);
  }
  return responses;
}

/** Response times of all lanes, which take turns as the engine has them take turns. */
async function inTurns(one: Case, stalls: readonly Stall[]) {
  const clock = new ManualClock(0.5);
  const gaps = new TurnGaps();
  const answer = (batch: Batch) => {
    const reply = () => {
      batch.reply('OK');
      batch.answer(1);
    };
    clock.after(repliedAt(stalls, clock.now()) - clock.now(), reply);
  };
  const lanes = Array.from({ length: one.lanes }, (_, id) => ({
    id: String(id),
    lane: { settings: { rps, revision: 0 } },
    counts: emptyCounts(),
    completed: 0,
    replyMs: 0,
    slices: [] as number[],
    p50Ms: [] as number[],
    ...makeLoop({
      ...{ replyAfterMs: 0, clients: connections, clock, answer },
      ...(one.poisson && { arrivals: new PoissonArrivals(id) }),
    }),
  }));
  const from = clock.now();
  const askForCounters = (lane: (typeof lanes)[number]) => {
    const tookMs = repliedAt(stalls, clock.now()) - clock.now();
    clock.advance(tookMs);
    gaps.add(lane, 'counters', tookMs);
  };
  let offered = 0;
  let slice = 0;
  const rounds = Math.floor((one.runMs ?? runMs) / (one.turnMs * one.lanes));
  for (let round = 0; round < rounds; round++, slice++)
    for (const lane of round % 2 === 0 ? lanes : lanes.toReversed()) {
      askForCounters(lane);
      const overtimeMs = round === rounds - 1 ? 1000 : 0;
      const task = {
        durationMs: one.turnMs,
        rps,
        rest: 'carry',
        overtimeMs,
        withCarried: true,
        slice,
      } as const;
      const after = lane.run({ ...task, passedMs: gaps.close(lane) });
      let end = await after(one.turnMs);
      while (end === null) end = await after(0.5);
      offered += end.offered;
      const { completed } = lane.recorder;
      lane.completed += completed;
      lane.slices.push((1000 * completed) / Math.max(end.offeringMs, end.sendingMs));
      lane.p50Ms.push(summarise(lane.latencies.response)?.p50 ?? NaN);
      lane.replyMs = summarise(lane.latencies.batch)?.p50 ?? 0;
      add(lane.counts, lane.latencies.response);
      lane.recorder.reset();
      gaps.add(lane, 'replies', end.elapsedMs - one.turnMs);
      askForCounters(lane);
    }
  const counts = emptyCounts();
  for (const lane of lanes) add(counts, lane.counts);
  const completed = lanes.reduce((sum, lane) => sum + lane.completed, 0);
  return { lanes, counts, offered, completed, from, to: clock.now() };
}

const at = (ordered: readonly number[], share: number) => ordered[Math.floor(share * ordered.length)] ?? NaN;

const regular = (ms: number) => () => ms;
const between = (least: number, most: number) => (random: () => number) => least + random() * (most - least);

const cases: [string, Case][] = [
  ['0.3 s, then 1.5 s, one lane', { lanes: 1, turnMs: 250, stallMs: regular(300), pauseMs: regular(1500) }],
  ['0.3 s, then 1.5 s, two lanes', { lanes: 2, turnMs: 250, stallMs: regular(300), pauseMs: regular(1500) }],
  // Each turn begins as a stall ends, and ends in the next one.
  [
    '0.34 s, then 0.87 s, turns of 1 s',
    { lanes: 1, turnMs: 1000, stallMs: regular(340), pauseMs: regular(870) },
  ],
  [
    '0.58 s, then 0.94 s, two lanes, turns of 1 s',
    { lanes: 2, turnMs: 1000, stallMs: regular(580), pauseMs: regular(940), runMs: 80_000 },
  ],
  ['0.1 s, then 0.9 s, one lane', { lanes: 1, turnMs: 250, stallMs: regular(100), pauseMs: regular(900) }],
  ['0.1 s, then 0.9 s, three lanes', { lanes: 3, turnMs: 125, stallMs: regular(100), pauseMs: regular(900) }],
  [
    'at random, turns of 0.1 s',
    { lanes: 2, turnMs: 100, stallMs: between(100, 700), pauseMs: between(500, 2500) },
  ],
  [
    'at random, turns of 1 s',
    { lanes: 2, turnMs: 1000, stallMs: between(100, 700), pauseMs: between(500, 2500) },
  ],
  [
    'at random, commands at random',
    { lanes: 1, turnMs: 250, stallMs: between(100, 700), pauseMs: between(500, 2500), poisson: true },
  ],
];

describe('stalls of the server are in response times as in an open loop without turns', () => {
  test.each(drawnOf('stalls', cases, 5))('%s', async (what, one) => {
    const counts = emptyCounts();
    const truth: number[] = [];
    const first = seedOfTest(`stalls, ${what}`);
    for (let seed = 0; seed < seeds; seed++) {
      const stalls = stallsOf(one, randomFrom(first + seed));
      const measured = await inTurns(one, stalls);
      expect(measured.completed).toBe(measured.offered);
      add(counts, measured.counts);
      truth.push(...independentLoop(stalls, measured.from, measured.to));
    }
    const figures = summarise(counts);
    const ordered = truth.toSorted((a, b) => a - b);
    const ratios = {
      mean: (figures?.mean ?? NaN) / mean(truth),
      p95: (figures?.p95 ?? NaN) / at(ordered, 0.95),
      p99: (figures?.p99 ?? NaN) / at(ordered, 0.99),
    };
    for (const ratio of Object.values(ratios))
      expect(Math.abs(ratio - 1), JSON.stringify(ratios)).toBeLessThan(most);
  });
});

const inStep: [string, Case][] = [100, 250, 500].flatMap((turnMs) =>
  [2, 4, 8].map((turns): [string, Case] => [
    `turns of ${turnMs} ms, a stall every ${turns} turns`,
    { lanes: 2, turnMs, stallMs: regular(0.7 * turnMs), pauseMs: regular((turns - 0.7) * turnMs) },
  ]),
);

test.each(drawnOf('stalls in step', inStep, 2))(
  'equal lanes are not told apart by stalls in step with turns: %s',
  async (what, one) => {
    const first = seedOfTest(`in step, ${what}`);
    let apart = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const { lanes } = await inTurns(one, stallsOf(one, randomFrom(first + seed)));
      const [comparison] = compareLanes(
        lanes.map(({ id, slices, p50Ms, counts }) => ({
          ...{ id, slices, countedFrom: 0, p50Ms: summarise(counts)?.p50 ?? null },
          latencySlices: { kind: 'response', p50Ms },
        })),
      );
      if (comparison?.outcome !== 'inconclusive' || comparison.latency?.outcome !== 'inconclusive') apart++;
    }
    expect(apart).toBeLessThanOrEqual(Math.ceil(0.05 * seeds));
  },
);

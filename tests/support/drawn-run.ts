import { Draw, seedOf } from '../../calibration/draw.ts';
import { disturbances, syntheticSlices } from '../../calibration/synthetic-run.ts';
import { mostlyFailedCode } from '../../shared/contract/enums.ts';
import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Plan } from '../../shared/contract/plan.ts';
import type { Result } from '../../shared/contract/result.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { aLatency, type GivenLane } from './a-lane.ts';
import { aResult } from './a-result.ts';

const kinds = Object.values(disturbances);
const orders = [
  ['one-by-one', 'concurrent', 'pipeline', 'auto-pipeline', 'lua', 'multi'],
  ['one-by-one', 'pipeline', 'concurrent', 'multi', 'noop', 'lua'],
  ['pipeline', 'auto-pipeline', 'one-by-one', 'lua', 'wire', 'multi'],
];
const plans = new Map<string, Plan>();

function planOf(lanes: number, order: number): Plan {
  const key = `${lanes} ${order}`;
  const known = plans.get(key);
  if (known) return known;
  const strategies = orders[order] ?? [];
  const plan = parsePlan({
    lanes: Array.from({ length: lanes }, (_, place) => {
      const strategy = strategies[place % strategies.length] ?? '';
      const turn = Math.floor(place / strategies.length);
      return { strategy, id: turn === 0 ? strategy : `${strategy}-${turn + 1}` };
    }),
  });
  plans.set(key, plan);
  return plan;
}

const between = (draw: Draw, low: number, high: number) => low + (high - low) * draw.uniform();
const whole = (draw: Draw, low: number, high: number) => Math.floor(between(draw, low, high + 1));

/** What is lost of a lane: some slices in which nothing came back, its last rounds, or all but a few commands. */
type Loss = 'none' | 'slices' | 'end' | 'all' | 'mostly-failed';

/**
 * A run of 2 to 12 lanes as the engine writes it, by its number: with noise, drift, outliers and lost slices, at rates
 * from 1 to 10 million commands per second. `of`: the run whose plan it has.
 */
export function drawnRun(number: number, of = number): Result {
  const shape = new Draw(seedOf(30, 'plan', of));
  const draw = new Draw(seedOf(30, 'run', number));
  const plan = planOf(whole(shape, 2, 12), whole(shape, 0, orders.length - 1));
  const rounds = whole(draw, 1, 14);
  const base = 10 ** between(draw, 0.5, 5.5);
  const spread = draw.uniform() < 0.5 ? 0.05 : 2;
  const rates = plan.lanes.map(() => base * 10 ** between(draw, -spread / 3, spread));
  const conditions = { rounds, ...(kinds[whole(draw, 0, kinds.length - 1)] ?? { cv: 0.1 }) };
  const isLossy = draw.uniform() < 0.3;
  const slices = syntheticSlices(rates, conditions, draw);
  const losses = plan.lanes.map((): Loss => {
    const roll = isLossy ? draw.uniform() : 1;
    return roll < 0.15
      ? 'slices'
      : roll < 0.2
        ? 'end'
        : roll < 0.23
          ? 'all'
          : roll < 0.27
            ? 'mostly-failed'
            : 'none';
  });
  const starts = rounds >= 6 && draw.uniform() < 0.2 ? [3, rounds - 3] : [];
  const counted = slices.map((all, lane) => left(all, losses[lane] ?? 'none', draw));
  const lanes = plan.lanes.map(({ id, strategy }, lane): [string, GivenLane] => {
    const perSecond = counted[lane] ?? [];
    const p50Ms = perSecond.map((rate) => (rate > 0 ? (1000 / rate) * between(draw, 1, 1.1) : null));
    const known = p50Ms.filter((ms) => ms !== null);
    const loss = losses[lane] ?? 'none';
    const figures = {
      ...{ perSecond, strategy, latencySlices: { kind: 'command' as const, p50Ms } },
      verdict: { code: 'unmeasured' as const, bound: 'none' as const },
      latencyMs: { command: known.length > 0 ? aLatency(median(known)) : null, batch: null },
      ...(loss === 'end' ? failed(null) : loss === 'mostly-failed' ? failed(mostlyFailedCode) : {}),
    };
    return [id, figures];
  });
  return aResult({ id: `run-${number}`, plan, starts, lanes: Object.fromEntries(lanes) });
}

function left(slices: readonly number[], loss: Loss, draw: Draw): number[] {
  switch (loss) {
    case 'slices':
      return slices.map((rate) => (draw.uniform() < 0.25 ? 0 : rate));
    case 'end':
      return slices.slice(0, whole(draw, 0, slices.length));
    case 'all':
      return slices.map(() => 0);
    case 'mostly-failed':
    case 'none':
      return [...slices];
  }
}

const failed = (code: string | null): Pick<LaneResult, 'state' | 'error'> => ({
  state: 'failed',
  error: { name: 'LaneFailed', code, message: 'It broke off.', stack: null },
});

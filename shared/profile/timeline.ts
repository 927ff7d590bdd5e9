import { exchangesOf, type Exchange } from './exchanges.ts';
import type { Trace, TracedUnit } from './read-trace.ts';

/** What was in flight together: a command, a pipeline, a transaction. */
export interface TimelineBar {
  /** From 1, in the order in which they were issued. */
  number: number;
  /** `GET`, or of several `GET, SET`. */
  name: string;
  count: number;
  /** `src/cart.ts:41`; empty: not known. */
  place: string;
  /** From the start of the unit, ms. The end is `null` where no reply came. */
  startMs: number;
  endMs: number | null;
  /** The bar whose reply was followed by it at once, and bars whose replies its arguments came from. */
  after: number | null;
  needs: readonly number[];
}

export interface Timeline {
  name: string;
  durationMs: number;
  bars: readonly TimelineBar[];
  /** In which nothing was in flight: the time of the program itself, from and to, ms. */
  gaps: readonly (readonly [from: number, to: number])[];
  /** How many bars a long unit has beyond these. */
  left: number;
}

const mostBars = 200;
const mostNames = 3;

/** A unit on a line of time. */
export function timelineOf(unit: TracedUnit): Timeline {
  const all = exchangesOf(unit);
  const shown = all.slice(0, mostBars);
  const inBar = new Map(shown.flatMap(({ commands }, at) => commands.map(({ id }) => [id, at + 1] as const)));
  const byTurn = new Map<number, number>();
  const bars = shown.map((exchange, at): TimelineBar => {
    const { commands, site, issuedMs, repliedMs, issuedTurn, repliedTurn } = exchange;
    const after = issuedTurn === 0 ? null : (byTurn.get(issuedTurn) ?? null);
    if (repliedTurn !== 0) byTurn.set(repliedTurn, at + 1);
    const [file, line] = site?.frames[0] ?? [];
    return {
      ...{ number: at + 1, name: namesIn(exchange), count: commands.length, after },
      place: file === undefined ? '' : line === 0 ? file : `${file}:${line}`,
      startMs: issuedMs - unit.startedMs,
      endMs: repliedMs === null ? null : repliedMs - unit.startedMs,
      needs: [...new Set(commands.flatMap(({ deps }) => deps.flatMap((id) => inBar.get(id) ?? [])))].filter(
        (number) => number <= at,
      ),
    };
  });
  const lastMs = Math.max(0, ...bars.map(({ startMs, endMs }) => endMs ?? startMs));
  const durationMs = all.length > shown.length ? lastMs : Math.max(unit.durationMs, lastMs);
  return {
    ...{ name: unit.name, durationMs, bars },
    ...{ gaps: gapsBetween(bars, durationMs), left: all.length - shown.length },
  };
}

function namesIn({ commands }: Exchange): string {
  const names = [...new Set(commands.map(({ n }) => n))];
  return names.slice(0, mostNames).join(', ') + (names.length > mostNames ? ', …' : '');
}

function gapsBetween(bars: readonly TimelineBar[], durationMs: number): [number, number][] {
  const gaps: [number, number][] = [];
  let free = 0;
  for (const { startMs, endMs } of bars.toSorted((one, other) => one.startMs - other.startMs)) {
    if (startMs > free) gaps.push([free, startMs]);
    free = Math.max(free, endMs ?? durationMs);
  }
  return free < durationMs ? [...gaps, [free, durationMs]] : gaps;
}

export interface ChosenUnit {
  which: 'slowest' | 'median';
  unit: TracedUnit;
}

/** Of each name, in this order, the unit that took longest and the one in the middle. Those without a command are none. */
export function chosenUnits({ units }: Pick<Trace, 'units'>, names: readonly string[]): ChosenUnit[] {
  return names.flatMap((name) => {
    const sorted = units
      .filter((unit) => unit.name === name && unit.commands.length > 0)
      .toSorted((one, other) => other.durationMs - one.durationMs);
    const [slowest] = sorted;
    const median = sorted[Math.floor(sorted.length / 2)];
    return [
      ...(slowest ? [{ which: 'slowest' as const, unit: slowest }] : []),
      ...(median && median !== slowest ? [{ which: 'median' as const, unit: median }] : []),
    ];
  });
}

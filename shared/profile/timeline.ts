import { exchangesOf, type Exchange } from './exchanges.ts';
import type { Trace, TracedUnit } from './read-trace.ts';
import type { ShownUnit, Timeline, TimelineBar } from '../contract/live-profile.ts';
import type { Profile } from '../contract/profile.ts';
import { largest } from '../statistics/extremes.ts';
import { thousandths } from '../../shared/statistics/thousandths.ts';

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
      startMs: thousandths(issuedMs - unit.startedMs),
      endMs: repliedMs === null ? null : thousandths(repliedMs - unit.startedMs),
      needs: [...new Set(commands.flatMap(({ deps }) => deps.flatMap((id) => inBar.get(id) ?? [])))].filter(
        (number) => number <= at,
      ),
    };
  });
  const lastMs = largest(
    bars.map(({ startMs, endMs }) => endMs ?? startMs),
    0,
  );
  const left = all.length - shown.length + (unit.of === undefined ? 0 : unit.of - unit.commands.length);
  const durationMs = left > 0 ? lastMs : Math.max(unit.durationMs, lastMs);
  return {
    ...{ name: unit.name, durationMs, bars },
    ...{ gaps: gapsBetween(bars, durationMs), left },
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

/** To the microsecond, as a trace has them: a difference of two has more digits. */
export interface ChosenUnit extends Pick<ShownUnit, 'which'> {
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

const mostNamesToChoose = 12;

/** Names of units; what the sentence on top is about comes first. */
export const unitNames = ({ findings, units }: Pick<Profile, 'findings' | 'units'>): string[] =>
  [...new Set([...findings.map(({ unit }) => unit), ...units.map(({ name }) => name)])].slice(
    0,
    mostNamesToChoose,
  );

export const shownUnit = ({ which, unit }: ChosenUnit): ShownUnit => ({
  which,
  durationMs: unit.durationMs,
  line: timelineOf(unit),
});

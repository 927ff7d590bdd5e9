import type { Profile } from '../../contract/profile.ts';
import type { WrittenStage, WrittenUnit, WrittenWorkload } from '../../contract/written.ts';
import { isPublicCommand } from '../../commands/public-command.ts';
import { writtenLimits } from '../../limits.ts';
import { isRecordedWhole, type Trace, type TracedCommand, type TracedUnit } from '../read-trace.ts';
import { placedIn, type PlacedUnit } from './placed.ts';
import { isWritable, ReplayKeys } from './replay-keys.ts';
import { largest, smallest } from '../../statistics/extremes.ts';

/** A program waits longer for something else than for its own work: a timer, a request. */
const longestPauseMs = 1000;
/** Of one name. */
const mostOfName = 10;
const heaviest = writtenLimits.weight.max;

/** A trace from which no unit can be carried out. */
export class NothingToReplay extends Error {
  override readonly name = 'NothingToReplay';
}

export interface Replay {
  written: WrittenWorkload;
  /** What it leaves out, a sentence each. */
  leftOut: string[];
}

interface Sample {
  unit: TracedUnit;
  placed: PlacedUnit;
  kind: Kind;
  /** Which one of its kind it is. */
  turn: number;
}

/**
 * The units of a trace as written ones, with the shares that they had. `names`: of these alone; empty: of all, without
 * what the program does outside of units. Throws NothingToReplay.
 */
export function replayOf(
  trace: Pick<Trace, 'units' | 'counts'>,
  { findings }: Pick<Profile, 'findings'>,
  names: readonly string[] = [],
): Replay {
  const chosen = chosenIn(trace, names);
  const leftOut: string[] = [];
  if (chosen.outside > 0)
    leftOut.push(
      `${chosen.outside} commands that the program sent outside of its units are left out. --unit NAME carries them out.`,
    );
  if (chosen.cut > 0)
    leftOut.push(`${chosen.cut} units of which only the first commands were recorded are left out.`);
  if (chosen.rare > 0) leftOut.push(`${chosen.rare} names of units that came least often are left out.`);
  const omitted = new Map<string, number>();
  let unanswered = 0;
  for (const { units } of chosen.kinds)
    for (const unit of units) {
      unanswered += unit.commands.filter(({ t1 }) => t1 === null).length;
      for (const name of omittedIn(unit)) omitted.set(name, (omitted.get(name) ?? 0) + 1);
    }
  const most = Math.max(1, Math.min(mostOfName, Math.floor(writtenLimits.units / chosen.kinds.length)));
  const samples = chosen.kinds.flatMap((kind): Sample[] =>
    spread(
      kind.units.toSorted((one, other) => one.durationMs - other.durationMs),
      most,
    ).map((unit, turn) => ({ unit, kind, turn, placed: placedIn(unit, findings) })),
  );
  if (omitted.size > 0) leftOut.push(`Left out, as a replay cannot carry them out: ${counted(omitted)}.`);
  if (unanswered > 0) leftOut.push(`${unanswered} commands without a reply are left out.`);
  const written = writtenOf(
    samples.toSorted((one, other) => one.turn - other.turn || other.kind.count - one.kind.count),
  );
  if (!written)
    throw new NothingToReplay(
      omitted.size > 0
        ? `nothing in it can be carried out again: ${counted(omitted)}`
        : chosen.cut > 0
          ? 'its units were cut: record them with --budget 100%'
          : 'no unit in it has a command with its reply',
    );
  const recorded = chosen.kinds.reduce((sum, { units }) => sum + units.length, 0);
  if (written.of < recorded)
    leftOut.push(
      `${written.of} of ${recorded} recorded units stand for all, in the shares that their names had.`,
    );
  const sent = new Set(written.document.units.map(({ name }) => name));
  const all = chosen.kinds.reduce(
    (sum, { units }) => sum + units.reduce((count, { commands }) => count + commands.length, 0),
    0,
  );
  const lost = unanswered + [...omitted.values()].reduce((sum, count) => sum + count, 0);
  if (lost > 0)
    written.document.leftOut = {
      ...{ commands: Math.min(lost, all), of: all },
      names: mostOften(omitted),
    };
  const missing = chosen.kinds.flatMap(({ units: [first] }) => {
    const name = first?.name.slice(0, 80) ?? '';
    return sent.has(name) ? [] : [`"${name}"`];
  });
  if (missing.length > 0)
    leftOut.push(
      `Left out, as a plan has no room for them, or nothing of them is left: ${missing.join(', ')}.`,
    );
  return { written: written.document, leftOut };
}

interface Kind {
  units: TracedUnit[];
  count: number;
}

function chosenIn({ units, counts }: Pick<Trace, 'units' | 'counts'>, names: readonly string[]) {
  const recorded = units.filter(({ name, commands }) => commands.length > 0 && name !== 'unfinished');
  const all = recorded.filter(isRecordedWhole);
  const known = [...new Set(all.map(({ name }) => name))];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new NothingToReplay(
      `it has no unit "${unknown}"; it has ${known.map((name) => `"${name}"`).join(', ')}`,
    );
  const named = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const within = named.filter(({ kind }) => kind !== 'program');
  const taken = names.length > 0 || within.length === 0 ? named : within;
  const kinds = new Map<string, Kind>();
  for (const unit of taken) {
    const key = `${unit.kind} ${unit.name}`;
    const kind = kinds.get(key) ?? { units: [], count: counts.get(key)?.count ?? 0 };
    kind.units.push(unit);
    kinds.set(key, kind);
  }
  for (const kind of kinds.values()) kind.count = Math.max(kind.count, kind.units.length);
  const outside = taken === named ? [] : named.filter(({ kind }) => kind === 'program');
  return {
    kinds: [...kinds.values()]
      .toSorted((one, other) => other.count - one.count)
      .slice(0, writtenLimits.units),
    rare: Math.max(0, kinds.size - writtenLimits.units),
    cut: recorded.length - all.length,
    outside: outside.reduce((sum, { commands }) => sum + commands.length, 0),
  };
}

/** So many, evenly spread over all; of one, the middle. */
function spread<T>(values: readonly T[], most: number): T[] {
  const count = Math.min(most, values.length);
  return Array.from(
    { length: count },
    (_, at) => values.slice(Math.floor(((at + 0.5) * values.length) / count))[0],
  ).flatMap((value) => (value === undefined ? [] : [value]));
}

/** Of a unit, the names of commands that a replay cannot carry out. */
function omittedIn({ commands }: TracedUnit): string[] {
  const watches = commands.some(({ n }) => n === 'WATCH');
  return commands
    .filter((command) => !isWritable(command) || isWatched(command, watches))
    .map(({ n, mode }) => (watches && mode === 'multi' ? `${n} after WATCH` : n));
}

const isWatched = ({ mode }: TracedCommand, watches: boolean): boolean => watches && mode === 'multi';

/** The names that came most often, as many as a headline has room for. */
const mostOften = (names: ReadonlyMap<string, number>): string[] => {
  const sorted = [...names].toSorted(([, one], [, other]) => other - one);
  const commands = sorted.map(([name]) => name.split(' ', 1)[0] ?? '');
  return [...new Set(commands)].filter(isPublicCommand).slice(0, 5);
};

const counted = (names: ReadonlyMap<string, number>): string =>
  [...names]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} (${count})`)
    .join(', ');

/** As many of the samples as a plan can carry; `null`: none. */
function writtenOf(samples: readonly Sample[]): { document: WrittenWorkload; of: number } | null {
  for (let count = samples.length; count > 0;) {
    const taken = samples.slice(0, count);
    const keys = new ReplayKeys(taken.flatMap(({ unit }) => unit.commands));
    const weights = taken.map(({ kind }) => kind.count / taken.filter((other) => other.kind === kind).length);
    const most = largest(weights);
    const scale = most > heaviest ? heaviest / most : 1 / smallest(weights);
    const units = taken.flatMap(({ unit, placed }, index): WrittenUnit[] => {
      const stages = stagesOf(unit, placed, keys);
      if (stages.length === 0 || !isWithin(stages)) return [];
      const share = Math.max(1, Math.min(heaviest, Math.round((weights[index] ?? 1) * scale)));
      return [{ name: unit.name.slice(0, 80), weight: share, stages }];
    });
    const setup = keys.setup();
    const names = [...new Set(units.map(({ name = '' }) => name))];
    const letters = [
      ...setup,
      ...units.flatMap(({ stages }) => stages.flatMap(({ commands }) => commands)),
    ].reduce((sum, { command }) => sum + command.length, 0);
    if (units.length > 0 && letters <= writtenLimits.letters)
      return {
        document: {
          name: (names.length === 1 ? (names[0] ?? '') : `${names.length} recorded units`).slice(0, 80),
          ...(setup.length > 0 ? { setup } : {}),
          units,
        },
        of: units.length,
      };
    count = Math.floor(count * Math.min(0.9, writtenLimits.letters / Math.max(1, letters)));
  }
  return null;
}

function stagesOf({ commands }: TracedUnit, placed: PlacedUnit, keys: ReplayKeys): WrittenStage[] {
  const watches = commands.some(({ n }) => n === 'WATCH');
  const byStage = new Map<number, WrittenStage>();
  let owedMs = 0;
  for (const { command, trip, stage, isPiped } of placed.commands) {
    const line = isWatched(command, watches) ? null : keys.lineOf(command);
    if (line === null) continue;
    let there = byStage.get(stage);
    if (!there) {
      owedMs += byStage.size === 0 ? 0 : Math.min(longestPauseMs, placed.ownMs.get(stage) ?? 0);
      const pauseMs = Math.round(owedMs);
      owedMs -= pauseMs;
      there = { ...(pauseMs > 0 ? { pauseMs } : {}), commands: [] };
      byStage.set(stage, there);
    }
    const before = there.commands.at(-1);
    if (before && before.command === line && before.trip === trip && (before.piped ?? false) === isPiped)
      before.times = (before.times ?? 1) + 1;
    else there.commands.push({ command: line, trip, ...(isPiped ? { piped: true } : {}) });
  }
  return [...byStage.values()];
}

/** Within what a plan allows of one unit. */
function isWithin(stages: readonly WrittenStage[]): boolean {
  const sent = stages.flatMap(({ commands }) => commands);
  const bytes = sent.reduce(
    (sum, { command, times = 1 }) =>
      sum +
      times * [...command.matchAll(/\$\{data\((\d+)\)\}/g)].reduce((all, [, size]) => all + Number(size), 0),
    0,
  );
  return (
    stages.length <= writtenLimits.stages &&
    sent.every(({ command }) => command.length <= writtenLimits.lineLength) &&
    stages.every(({ commands }) => commands.length <= writtenLimits.commandsOfStage) &&
    sent.reduce((sum, { times = 1 }) => sum + times, 0) <= writtenLimits.commandsOfUnit &&
    bytes <= writtenLimits.bytesOfUnit &&
    sent.every(({ trip = 0 }) => trip <= writtenLimits.trip.max)
  );
}

import {
  otherUnits,
  programUnit,
  traceVersion,
  unitKinds,
  type TracedCommandLine,
  type CountLine,
  type FaultLine,
  type SiteLine,
  type TraceSource,
  type TraceLine,
  type UnitKind,
} from '../contract/profile-trace.ts';
import { largest } from '../statistics/extremes.ts';

/** One unit with its commands in the order in which they were issued. */
export interface TracedUnit {
  kind: UnitKind;
  name: string;
  /** By the clock of its process, as the times of its commands are. */
  startedMs: number;
  durationMs: number;
  commands: TracedCommand[];
  /** Its place among the processes of the trace, whose connections have numbers of their own. */
  process?: number;
  /** The number of commands that it sent, where only the first ones were recorded. */
  of?: number;
}

/** True where a unit has all of its commands. */
export const isRecordedWhole = ({ of }: Pick<TracedUnit, 'of'>): boolean => of === undefined;

/** Its key has a number that no key of another process has. */
export interface TracedCommand extends Omit<TracedCommandLine, 's' | 'u' | 'k'> {
  site: TracedSite | null;
}

export type TracedSite = Pick<SiteLine, 'frames' | 'owner' | 'within'> & {
  /** The same for one place in the code, in whichever process. */
  key: string;
};

export interface Trace {
  source: TraceSource;
  units: TracedUnit[];
  /** How many units of a name there were, recorded or not. */
  counts: ReadonlyMap<string, { kind: UnitKind; name: string; count: number }>;
  commands: number;
  recorded: number;
  /** Share of a core that recording took; the most of all processes. */
  cost: number;
  /** For how long the longest of its processes ran. */
  tookMs: number;
  /** Why something was not recorded, or not to its end. */
  leftOut: readonly LeftOutWhy[];
  processes: number;
  /** Faults of the recorder, of all processes; `null`: there were none. */
  faults: { count: number; cause: string } | null;
}

/** The reasons why something was left out: a bound of the file or of places, units that were cut, a process that was ended within a unit; else the budget. */
type LeftOutWhy = 'sampled' | 'bounded' | 'long-units' | 'many-places' | 'unfinished';

/** A trace that another version wrote. */
export class TraceUnreadable extends Error {
  override readonly name = 'TraceUnreadable';
  readonly version: string;
  readonly isOlder: boolean;
  constructor(version: unknown) {
    const said = String(version).slice(0, 20);
    const isOlder = typeof version === 'number' && version < traceVersion;
    super(
      isOlder
        ? `a trace of version ${said}, which an earlier Roundtrip recorded: record it again. This one reads version ${traceVersion}`
        : `a trace of version ${said}; this Roundtrip reads version ${traceVersion}`,
    );
    this.version = said;
    this.isOlder = isOlder;
  }
}

/** More keys than one process numbers. */
const keysOfProcess = 2 ** 32;

/** What one process has recorded: ids are its own. */
export class TraceSection {
  readonly units: TracedUnit[] = [];
  /** Of units that have not ended, and of the program itself, which has no end. */
  readonly open = new Map<number, TracedCommand[]>();
  count: CountLine | null = null;
  faults: FaultLine | null = null;
  source: TraceSource = 'patch';
  readonly #sites = new Map<number, TracedSite>();
  readonly place: number;
  readonly #firstKey: number;

  /** `place`: of this process among those of the trace, whose keys have numbers of their own. */
  constructor(place: number) {
    this.place = place;
    this.#firstKey = place * keysOfProcess;
  }

  /** Returns the unit that ends by this line. */
  add(line: TraceLine): TracedUnit | null {
    switch (line.k) {
      case 'meta':
        if (line.v !== traceVersion) throw new TraceUnreadable(line.v);
        this.source = line.source === 'proxy' ? 'proxy' : 'patch';
        return null;
      case 'site': {
        const { k: _, id, ...site } = line;
        if (site.frames.length > 0)
          this.#sites.set(id, { ...site, key: JSON.stringify([site.owner, ...site.frames]) });
        return null;
      }
      case 'cmd': {
        const { s, u, kn, k: _, ...rest } = line;
        const commands = this.open.get(u) ?? [];
        const key = kn === null ? null : this.#firstKey + kn;
        commands.push({ ...rest, kn: key, site: s === null ? null : (this.#sites.get(s) ?? null) });
        this.open.set(u, commands);
        return null;
      }
      case 'unit': {
        const { id, kind, name, t0, t1, of } = line;
        const commands = inOrder(this.open.get(id) ?? []);
        this.open.delete(id);
        const unit: TracedUnit = {
          kind,
          name,
          startedMs: t0,
          durationMs: t1 - t0,
          commands,
          process: this.place,
        };
        if (of !== undefined) unit.of = Math.max(of, commands.length);
        this.units.push(unit);
        return unit;
      }
      case 'count':
        this.count = line;
        return null;
      case 'fault':
        this.faults = line;
        for (const id of line.left) this.open.delete(id);
        return null;
    }
  }
}

/**
 * Reads texts, each with one trace or several one after another. A line that is cut off, as the last one of a process
 * that was killed, is left out. Throws TraceUnreadable for one that another version wrote.
 */
export function readTrace(texts: string | readonly string[]): Trace {
  const sections: TraceSection[] = [];
  for (const text of [texts].flat())
    for (const written of text.split('\n')) {
      const line = lineOf(written);
      if (line?.k === 'meta') sections.push(new TraceSection(sections.length));
      if (line) sections.at(-1)?.add(line);
    }
  return traceOf(sections);
}

/** What a section holds by now. */
export type ReadSection = Pick<TraceSection, 'units' | 'open' | 'count' | 'source' | 'faults' | 'place'>;

export function traceOf(sections: readonly ReadSection[]): Trace {
  const counts = new Map<string, { kind: UnitKind; name: string; count: number }>();
  for (const { kind, name, count } of sections.flatMap(({ count: line }) => countsIn(line))) {
    const known = counts.get(`${kind} ${name}`);
    counts.set(`${kind} ${name}`, { kind, name, count: (known?.count ?? 0) + count });
  }
  const units = sections.flatMap((section) => [
    ...section.units,
    // What is left belongs to no unit that ended: the program as a whole.
    ...[...section.open.values()].map((left) => ({
      ...wholeProgram(left, section.count),
      process: section.place,
    })),
  ]);
  const seen = new Map<string, number>();
  for (const { kind, name } of units) {
    const key = `${kind} ${name}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    counts.set(key, { kind, name, count: Math.max(counts.get(key)?.count ?? 0, times) });
  }
  countOthers(counts, sections);
  const sum = (of: 'commands' | 'recorded' | 'open' | 'beyond') =>
    sections.reduce((total, { count }) => total + (count?.[of] ?? 0), 0);
  const recorded = units.reduce((total, { commands }) => total + commands.length, 0);
  return {
    source: sections[0]?.source ?? 'patch',
    units,
    counts,
    recorded,
    commands: Math.max(sum('commands'), recorded),
    cost: largest(
      sections.map(({ count }) => (count ? count.spentMs / Math.max(1, count.tookMs) : 0)),
      0,
    ),
    tookMs: largest(
      sections.map(({ count }) => count?.tookMs ?? 0),
      0,
    ),
    leftOut: whyLeftOut(sections, Math.max(sum('commands'), recorded) - recorded - sum('beyond')),
    processes: sections.filter(({ open, units: ended }) => open.size + ended.length > 0).length,
    faults: faultsIn(sections),
  };
}

function faultsIn(sections: readonly ReadSection[]): Trace['faults'] {
  const all = sections.flatMap(({ faults }) => faults ?? []);
  const count = all.reduce((sum, line) => sum + line.count, 0);
  return all[0] ? { count, cause: all[0].cause } : null;
}

/** The reasons that hold for any process; `missing`: commands that are not explained by another one. */
function whyLeftOut(sections: readonly ReadSection[], missing: number): LeftOutWhy[] {
  const has = (is: (count: CountLine) => boolean) =>
    sections.some(({ count }) => count !== null && is(count));
  const isFull = has(({ full }) => full);
  return [
    ...(missing > 0 && !isFull && faultsIn(sections) === null ? (['sampled'] as const) : []),
    ...(isFull ? (['bounded'] as const) : []),
    ...(has(({ beyond = 0 }) => beyond > 0) ? (['long-units'] as const) : []),
    ...(has(({ placesFull }) => placesFull === true) ? (['many-places'] as const) : []),
    ...(has(({ open = 0 }) => open > 0) || sections.some(hasOpenUnit) ? (['unfinished'] as const) : []),
  ];
}

const hasOpenUnit = ({ open }: ReadSection): boolean => [...open.keys()].some((id) => id !== programUnit);

/** Names beyond a bound are counted together: those that were recorded have a name after all. */
function countOthers(
  counts: Map<string, { kind: UnitKind; name: string; count: number }>,
  sections: readonly ReadSection[],
): void {
  for (const { units, count } of sections) {
    const line = countsIn(count);
    const others = line.find(({ name }) => name === otherUnits);
    const known = others && counts.get(`${others.kind} ${otherUnits}`);
    if (!known) continue;
    const named = new Set(line.map(({ kind, name }) => `${kind} ${name}`));
    known.count -= units.filter(({ kind, name }) => !named.has(`${kind} ${name}`)).length;
    if (known.count <= 0) counts.delete(`${known.kind} ${otherUnits}`);
  }
}

const countsIn = (line: CountLine | null) =>
  (line?.units ?? []).map(([kind, name, count]) => ({ kind, name, count }));

export function wholeProgram(commands: readonly TracedCommand[], count: CountLine | null): TracedUnit {
  const ordered = inOrder(commands);
  const named = count?.units.find(([kind]) => kind === 'program');
  const from = ordered[0]?.tc ?? 0;
  const to = largest(
    ordered.slice(-1000).map(({ t0, t1 }) => t1 ?? t0),
    from,
  );
  return {
    ...{ kind: 'program', name: named?.[1] ?? 'program' },
    ...{ startedMs: from, durationMs: to - from, commands: ordered },
  };
}

const inOrder = (commands: readonly TracedCommand[]): TracedCommand[] =>
  commands.toSorted((one, other) => one.id - other.id);

/** `null`: it is none, was cut off, or has what no recorder writes. */
export function lineOf(text: string): TraceLine | null {
  if (text === '') return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isLine(value) ? value : null;
}

function isLine(value: unknown): value is TraceLine {
  if (typeof value !== 'object' || value === null || !('k' in value)) return false;
  const line = value as Record<string, unknown>;
  const areTexts = (...names: string[]) => names.every((name) => typeof line[name] === 'string');
  const areNumbers = (...names: string[]) => names.every((name) => Number.isFinite(line[name]));
  const areTimes = (...names: string[]) => names.every((name) => isTime(line[name]));
  switch (line['k']) {
    case 'meta':
      return 'v' in line;
    case 'site':
      return (
        areNumbers('id') &&
        areTexts('owner') &&
        Array.isArray(line['frames']) &&
        line['frames'].every(isFrame)
      );
    case 'unit':
      return (
        areNumbers('id') &&
        areTimes('t0', 't1') &&
        areTexts('name') &&
        isUnitKind(line['kind']) &&
        (line['of'] === undefined || isCount(line['of']))
      );
    case 'cmd':
      return (
        areNumbers('id', 'u', 'conn') &&
        areTimes('tc', 't0') &&
        (line['t1'] === null || areTimes('t1')) &&
        areTexts('n', 'mode', 'lib') &&
        (line['key'] === null || areTexts('key')) &&
        (line['b'] === null || areNumbers('b')) &&
        [line['kn'], line['an']].every((number) => number === null || isCount(number)) &&
        [line['turn'], line['sent'], line['got'] ?? [0, 0]].every(isPair) &&
        isNumbers(line['deps'])
      );
    case 'count':
      return (
        [line['commands'], line['recorded'], line['open'] ?? 0, line['beyond'] ?? 0].every(isWhole) &&
        areTimes('spentMs', 'tookMs') &&
        Array.isArray(line['units']) &&
        line['units'].every(isUnitCount)
      );
    case 'fault':
      return isWhole(line['count']) && areTexts('cause') && isNumbers(line['left']);
    default:
      return false;
  }
}

/** ms: no process has run for 35 years. */
const longestMs = 2 ** 40;

const isTime = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) < longestMs;

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((number) => Number.isFinite(number));

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

const isCount = (value: unknown): boolean => isWhole(value) && (value as number) < keysOfProcess;

/** Two turns, or a number of values and their bytes. */
const isPair = (value: unknown): boolean =>
  Array.isArray(value) && value.length === 2 && value.every(isWhole);

const isText = (value: unknown): boolean => typeof value === 'string';

const isUnitKind = (value: unknown): boolean => unitKinds.some((kind) => kind === value);

const isOf = (value: unknown, parts: readonly ((part: unknown) => boolean)[]): boolean =>
  Array.isArray(value) && value.length === parts.length && parts.every((is, index) => is(value[index]));

const isFrame = (value: unknown): boolean => isOf(value, [isText, Number.isFinite, Number.isFinite, isText]);

const isUnitCount = (value: unknown): boolean => isOf(value, [isUnitKind, isText, isWhole]);

import {
  traceVersion,
  type TracedCommandLine,
  type CountLine,
  type SiteLine,
  type TraceSource,
  type TraceLine,
  type UnitKind,
} from '../contract/profile-trace.ts';

/** One unit with its commands in the order in which they were issued. */
export interface TracedUnit {
  kind: UnitKind;
  name: string;
  /** By the clock of its process, as the times of its commands are. */
  startedMs: number;
  durationMs: number;
  commands: TracedCommand[];
}

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
  /** Whether a file reached its bound. */
  isFull: boolean;
  processes: number;
}

/** A trace that another version wrote. */
export class TraceUnreadable extends Error {
  override readonly name = 'TraceUnreadable';
  readonly version: string;
  constructor(version: unknown) {
    const said = String(version).slice(0, 20);
    super(`a trace of version ${said}; this Roundtrip reads version ${traceVersion}`);
    this.version = said;
  }
}

/** One process: ids are its own. */
class Section {
  readonly sites = new Map<number, TracedSite>();
  readonly commands = new Map<number, TracedCommand[]>();
  readonly units: (Omit<TracedUnit, 'commands'> & { id: number })[] = [];
  count: CountLine | null = null;
  readonly source: TraceSource;
  constructor(source: unknown) {
    this.source = source === 'proxy' ? 'proxy' : 'patch';
  }
}

/**
 * Reads a trace, or several one after another. A line that is cut off, as the last one of a process that was killed,
 * is left out. Throws TraceUnreadable for one that another version wrote.
 */
export function readTrace(text: string): Trace {
  const sections: Section[] = [];
  for (const written of text.split('\n')) {
    const line = lineOf(written);
    if (line?.k === 'meta') {
      if (line.v !== traceVersion) throw new TraceUnreadable(line.v);
      sections.push(new Section(line.source));
    }
    const section = sections.at(-1);
    if (line && section) add(line, section);
  }
  return joined(sections);
}

function add(line: TraceLine, section: Section): void {
  switch (line.k) {
    case 'meta':
      return;
    case 'site': {
      const { k: _, id, ...site } = line;
      if (site.frames.length > 0)
        section.sites.set(id, { ...site, key: JSON.stringify([site.owner, ...site.frames]) });
      return;
    }
    case 'cmd': {
      const { s, u, k: _, ...rest } = line;
      const commands = section.commands.get(u) ?? [];
      commands.push({ ...rest, site: s === null ? null : (section.sites.get(s) ?? null) });
      section.commands.set(u, commands);
      return;
    }
    case 'unit': {
      const { id, kind, name, t0, t1 } = line;
      section.units.push({ id, kind, name, startedMs: t0, durationMs: t1 - t0 });
      return;
    }
    case 'count':
      section.count = line;
  }
}

function joined(sections: readonly Section[]): Trace {
  const counts = new Map<string, { kind: UnitKind; name: string; count: number }>();
  const units: TracedUnit[] = [];
  for (const { units: ended, commands, count } of sections) {
    for (const [kind, name, times] of count?.units ?? []) {
      const known = counts.get(`${kind} ${name}`);
      counts.set(`${kind} ${name}`, { kind, name, count: (known?.count ?? 0) + times });
    }
    for (const { id, ...unit } of ended) {
      units.push({ ...unit, commands: inOrder(commands.get(id) ?? []) });
      commands.delete(id);
    }
    // What is left belongs to no unit that ended: the program as a whole.
    for (const left of commands.values()) units.push(wholeProgram(left, count));
  }
  for (const { kind, name } of units) {
    const key = `${kind} ${name}`;
    if (!counts.has(key)) counts.set(key, { kind, name, count: 0 });
  }
  for (const [key, counted] of counts) {
    const seen = units.filter(({ kind, name }) => `${kind} ${name}` === key).length;
    counted.count = Math.max(counted.count, seen);
  }
  const sum = (of: 'commands' | 'recorded') =>
    sections.reduce((total, { count }) => total + (count?.[of] ?? 0), 0);
  const recorded = units.reduce((total, { commands }) => total + commands.length, 0);
  return {
    source: sections[0]?.source ?? 'patch',
    units,
    counts,
    recorded,
    commands: Math.max(sum('commands'), recorded),
    cost: Math.max(
      0,
      ...sections.map(({ count }) => (count ? count.spentMs / Math.max(1, count.tookMs) : 0)),
    ),
    tookMs: Math.max(0, ...sections.map(({ count }) => count?.tookMs ?? 0)),
    isFull: sections.some(({ count }) => count?.full === true),
    processes: sections.filter(({ commands, units: ended }) => commands.size + ended.length > 0).length,
  };
}

function wholeProgram(commands: readonly TracedCommand[], count: CountLine | null): TracedUnit {
  const ordered = inOrder(commands);
  const named = count?.units.find(([kind]) => kind === 'program');
  const from = ordered[0]?.tc ?? 0;
  const to = Math.max(from, ...ordered.slice(-1000).map(({ t0, t1 }) => t1 ?? t0));
  return {
    ...{ kind: 'program', name: named?.[1] ?? 'program' },
    ...{ startedMs: from, durationMs: to - from, commands: ordered },
  };
}

const inOrder = (commands: readonly TracedCommand[]): TracedCommand[] =>
  commands.toSorted((one, other) => one.id - other.id);

/** `null`: it is none, or was cut off. Only the forms are looked at on which the rest relies. */
function lineOf(text: string): TraceLine | null {
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
  const has = (type: string, ...names: string[]) => names.every((name) => typeof line[name] === type);
  switch (line['k']) {
    case 'meta':
      return 'v' in line;
    case 'site':
      return (
        has('number', 'id') &&
        has('string', 'owner') &&
        Array.isArray(line['frames']) &&
        line['frames'].every(isFrame)
      );
    case 'unit':
      return has('number', 'id', 't0', 't1') && has('string', 'name', 'kind');
    case 'cmd':
      return (
        has('number', 'id', 'u', 'tc', 't0', 'conn') &&
        has('string', 'n', 'ah', 'mode', 'lib') &&
        [line['turn'], line['deps'], line['maybe']].every(isNumbers)
      );
    case 'count':
      return has('number', 'commands', 'recorded', 'spentMs', 'tookMs') && Array.isArray(line['units']);
    default:
      return false;
  }
}

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) && value.every((number) => typeof number === 'number');

const isFrame = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 4 &&
  ['string', 'number', 'number', 'string'].every((type, index) => typeof value[index] === type);

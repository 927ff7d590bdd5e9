import { exchangesOf, tripsOf, waitingMs, waitMs, type Exchange } from './exchanges.ts';
import { followsCursor, isBlocking, judgeRuns, stretchesOf, type Evidence } from './judge.ts';
import type { Patch, SourceReader } from './source-evidence.ts';
import type { Profile, ProfileFinding, ProfileSite, ProfileUnit, ReasonCode } from '../contract/profile.ts';
import { isRecordedWhole, type Trace, type TracedSite, type TracedUnit } from './read-trace.ts';
import { areSamePlace, bareName, ByPlace, callAt } from './places.ts';
import { heldByPlace, heldIn, type HeldCommand } from './held.ts';
import { fewest, allSequences, type Sequence } from './runs.ts';
import { joinedOverTests, type CountedFinding } from './same-in-tests.ts';
import { largest } from '../statistics/extremes.ts';
import { thousandths } from '../../shared/statistics/thousandths.ts';

/** How the forecast of a saving scatters around what was then measured: 12 programs, rewritten as advised. */
const scatter = [0.82, 1.07] as const;

export interface Detecting extends SourceReader {
  /** Whether somebody asked for silence at a place. */
  isIgnored: (site: TracedSite) => boolean;
}

/** A finding names so many places, and counts the others. */
const mostPlaces = 12;

type Found = Pick<Profile, 'units' | 'findings' | 'patch'>;

/** Says of each kind of unit what its commands wait for, and what could share a round trip. */
export function detect({ units, counts }: Pick<Trace, 'units' | 'counts'>, detecting: Detecting): Found {
  // A proxy keeps some bursts alone, so that it does not know what was sent between them.
  const held = groupBy(detecting.seesSites ? heldIn(units) : [], ({ unit }) => `${unit.kind} ${unit.name}`);
  const byName = groupBy(units, ({ kind, name }) => `${kind} ${name}`);
  const patches: Patches = new Map();
  const found = [...counts.values()].map(({ kind, name, count }) => {
    const recorded = byName.get(`${kind} ${name}`) ?? [];
    const { unit, findings } = ofUnit({ kind, name, count, recorded }, detecting, patches);
    return {
      unit,
      findings: [...heldFindings(name, held.get(`${kind} ${name}`) ?? [], detecting), ...findings],
    };
  });
  const findings = [...groupBy(found, ({ unit: { kind } }) => kind)]
    .flatMap(([kind, ofKind]) => (kind === 'test' ? joinedOverTests : all)(ofKind.flatMap(counted)))
    .toSorted((one, other) => rank(one) - rank(other) || lost(other) - lost(one))
    .map(({ finding }) => finding);
  const patch = detecting.diffOf(findings.flatMap((one) => (one.patch && patches.get(one.patch)) ?? []));
  return {
    ...(patch === '' ? {} : { patch }),
    units: found
      .map(({ unit }) => unit)
      .filter(({ commands, recorded }) => commands > 0 || recorded === 0)
      .toSorted((one, other) => other.waitingMs * other.count - one.waitingMs * one.count),
    findings,
  };
}

/** The edits of each patch that a finding holds as a diff. */
type Patches = Map<NonNullable<ProfileFinding['patch']>, Patch>;

const all = (found: CountedFinding[]): CountedFinding[] => found;

const counted = ({ findings, unit: { count, recorded, cut } }: FoundInUnit): CountedFinding[] =>
  findings.map((finding) => ({
    finding,
    count: (count * finding.units) / Math.max(1, recorded + (cut?.units ?? 0)),
  }));

const order = ['independent-sequence', 'held', 'sequence', 'dependent-sequence', 'concurrent', 'batched'];
const rank = ({ finding }: CountedFinding) => order.indexOf(finding.code);
/** ms, over all units that have it. */
const lost = ({ finding, count }: CountedFinding) => (finding.savingMs?.[1] ?? finding.waitingMs) * count;

interface Kind extends Pick<ProfileUnit, 'kind' | 'name' | 'count'> {
  recorded: readonly TracedUnit[];
}

interface FoundInUnit {
  unit: ProfileUnit;
  findings: ProfileFinding[];
}

function ofUnit({ kind, name, count, recorded }: Kind, detecting: Detecting, patches: Patches): FoundInUnit {
  const taken = recorded.map((unit) => ({ unit, exchanges: exchangesOf(unit) }));
  const groups = groupsOf(taken.map(({ exchanges }) => exchanges));
  const judged = merged(
    groups
      .filter(
        ({ runs: [first] }) =>
          first && !placesOf(first.run).some(({ site }) => site && detecting.isIgnored(site)),
      )
      .flatMap((group) => judgeParts(withoutErrors(group), detecting))
      .filter(({ group, evidence }) => !(evidence.reasons.includes('not-seen') && runsSideBySide(group))),
  );
  const saved = taken.map(() => 0);
  for (const { group, evidence } of judged)
    if (evidence.code === 'independent-sequence')
      for (const { run, unit } of group.runs)
        saved[unit] = (saved[unit] ?? 0) + run.exchanges.length - evidence.levels;
  // Units that were cut are judged, and their figures are not known.
  const whole = taken
    .map(({ unit, exchanges }, index) => ({
      ...{ unit, exchanges, trips: tripsOf(exchanges), saved: saved[index] ?? 0 },
    }))
    .filter(({ unit }) => isRecordedWhole(unit));
  const sequences = judged.map(({ group, evidence }) => ({
    ...sequenceFinding(name, group, evidence),
    ...patchFor(evidence, detecting, patches),
  }));
  const spoken = new Set(groups.flatMap(({ runs }) => runs.flatMap(({ run }) => run.exchanges)));
  const others = [
    ...scattered(
      name,
      taken.map(({ exchanges }) => exchanges.filter((one) => !spoken.has(one))),
    ),
    ...together(
      name,
      taken.map(({ exchanges }) => exchanges),
    ),
  ].filter(({ site }) => !detecting.isIgnored(site));
  return {
    unit: {
      ...{ name, kind, count, recorded: whole.length },
      ...cutIn(recorded),
      durationMs: mean(whole.map(({ unit }) => unit.durationMs)),
      waitingMs: mean(whole.map(({ exchanges }) => waitingMs(exchanges))),
      commands: mean(whole.map(({ unit }) => unit.commands.length)),
      tripsNow: mean(whole.map(({ trips }) => trips)),
      tripsNeeded: mean(whole.map((one) => Math.max(Math.min(one.trips, 1), one.trips - one.saved))),
    },
    findings: [...sequences, ...others.map(({ finding }) => finding)],
  };
}

function cutIn(units: readonly TracedUnit[]): Pick<ProfileUnit, 'cut'> {
  const cut = units.filter((unit) => !isRecordedWhole(unit));
  if (cut.length === 0) return {};
  const kept = mean(cut.map(({ commands }) => commands.length));
  return { cut: { units: cut.length, kept, of: mean(cut.map(({ of = 0 }) => of)) } };
}

interface Group {
  runs: { run: Sequence; unit: number }[];
}

interface Judged {
  group: Group;
  evidence: Evidence;
}

/** The runs in which no command failed, if there are any: an error may have ended the others. */
function withoutErrors({ runs }: Group): Group {
  const whole = runs.filter(({ run }) =>
    run.exchanges.every(({ commands }) => commands.every(({ err }) => err === 0)),
  );
  return { runs: whole.length > 0 ? whole : runs };
}

/** A line that several functions carry out is judged by parts where one of them may share a trip. */
function judgeParts(group: Group, reader: SourceReader): Judged[] {
  const judge = (one: Group): Judged => ({
    group: one,
    evidence: judgeRuns(
      one.runs.map(({ run }) => run),
      reader,
    ),
  });
  const whole = judge(group);
  const [first] = group.runs;
  if (whole.evidence.code === 'independent-sequence' || first?.run.form !== 'line') return [whole];
  const parts = stretchesOf(first.run, reader)
    .filter(({ from, to }) => to - from >= fewest)
    .map(({ from, to }) =>
      judge({
        runs: group.runs.map(({ run, unit }) => ({
          run: { ...run, exchanges: run.exchanges.slice(from, to), period: to - from },
          unit,
        })),
      }),
    );
  return parts.some(({ evidence: { code } }) => code === 'independent-sequence') ? parts : [whole];
}

/** One place is one finding: what was found of the same places is joined. */
function merged(judged: readonly Judged[]): Judged[] {
  const found: (Judged & { places: ByPlace<Exchange> })[] = [];
  const byPlaces = new Map<string, typeof found>();
  for (const one of judged) {
    const { group, evidence } = one;
    const { list, places } = differentPlaces(group);
    const at = list.map(({ site }) => site?.frames[0]?.slice(0, 3).join(':') ?? '').toSorted();
    const key = [evidence.code, evidence.levels, ...at].join(' ');
    const candidates = byPlaces.get(key) ?? [];
    byPlaces.set(key, candidates);
    const same = candidates.find((other) => list.every(({ site }) => other.places.find(site)));
    if (same) for (const one of group.runs) same.group.runs.push(one);
    else {
      const kept = { group: { runs: [...group.runs] }, evidence, places };
      candidates.push(kept);
      found.push(kept);
    }
  }
  return found;
}

/** The places of a group, each once: one after another, and to be searched. */
function differentPlaces({ runs: [first] }: Group): { list: Exchange[]; places: ByPlace<Exchange> } {
  const places = new ByPlace<Exchange>();
  const list = (first ? placesOf(first.run) : []).filter((one) => {
    if (!one.site || places.find(one.site)) return one.site === null;
    places.at(one.site, () => one);
    return true;
  });
  return { list, places };
}

/** Whether runs of one unit overlap in time: somebody sends them side by side already. */
function runsSideBySide({ runs }: Group): boolean {
  return [...groupBy(runs, ({ unit }) => unit).values()].some((ofUnit) => {
    let latestMs = -Infinity;
    return ofUnit.some(({ run: { exchanges } }) => {
      const overlaps = (exchanges[0]?.issuedMs ?? Infinity) < latestMs;
      latestMs = Math.max(latestMs, exchanges.at(-1)?.repliedMs ?? 0);
      return overlaps;
    });
  });
}

/** The exchanges of a run’s first round: one a place. */
const placesOf = ({ exchanges, period }: Sequence): Exchange[] => exchanges.slice(0, period);

/** Runs of the same places, over all units. */
function groupsOf(units: readonly (readonly Exchange[])[]): Group[] {
  const groups = new Map<string, Group[]>();
  for (const [unit, exchanges] of units.entries()) {
    for (const run of allSequences(exchanges)) {
      const key = `${run.form} ${placesOf(run)
        .map(({ site, name }) => `${name} ${site?.frames[0]?.slice(0, 3).join(':') ?? ''}`)
        .join(' ')}`;
      const candidates = groups.get(key) ?? [];
      groups.set(key, candidates);
      const same = candidates.find(({ runs: [first] }) =>
        areSamePlace(first?.run.exchanges.at(-1)?.site, run.exchanges.at(-1)?.site),
      );
      if (same) same.runs.push({ run, unit });
      else candidates.push({ runs: [{ run, unit }] });
    }
  }
  return [...groups.values()].flat();
}

function sequenceFinding(
  unit: string,
  group: Group,
  { code, levels, reasons, spot }: Evidence,
): ProfileFinding {
  const { runs } = group;
  const units = new Set(runs.map(({ unit: index }) => index)).size;
  const perUnit = runs.length / units;
  const saved = mean(runs.map(({ run }) => savingOf(run, levels))) * perUnit;
  const least = Math.min(
    saved,
    mean(runs.map(({ run }) => run.exchanges.length - levels)) * fastestOf(runs) * perUnit,
  );
  return {
    code,
    ...described(unit, differentPlaces(group).list),
    perUnit: Math.round(median(runs.map(({ run }) => run.exchanges.length)) * (runs.length / units)),
    units,
    ...(perUnit >= 1.5 ? { runs: Math.round(perUnit) } : {}),
    waitingMs: thousandths(runs.reduce((sum, { run }) => sum + sumOfWaits(run), 0) / units),
    tripsNeeded:
      code === 'independent-sequence'
        ? levels
        : Math.round(median(runs.map(({ run }) => run.exchanges.length))),
    savingMs:
      code === 'independent-sequence'
        ? [thousandths(least * scatter[0]), thousandths(saved * scatter[1])]
        : null,
    reasons,
    ...(spot ? { spot: { file: spot.file, line: spot.line, name: spot.name } } : {}),
  };
}

/** The patch of a sequence, or the reason why it has none. */
function patchFor(
  { patchable }: Evidence,
  { patchOf, diffOf }: SourceReader,
  patches: Patches,
): Pick<ProfileFinding, 'patch' | 'unpatched'> {
  const made = patchable && patchOf(patchable);
  if (!made) return {};
  if ('why' in made) return { unpatched: made };
  const patch = { diff: diffOf([made]), trips: made.trips, ...(made.isRepeated ? { repeated: true } : {}) };
  patches.set(patch, made);
  return { patch };
}

/**
 * A trip while the program has nothing else to do, ms. Where its event loop is busy with other units, a reply waits for
 * it, and a program that sends less waits for it still.
 */
const fastestOf = (runs: Group['runs']): number =>
  quantile(
    runs.flatMap(({ run }) => run.exchanges.map(waitMs)),
    0.1,
  );

const sumOfWaits = ({ exchanges }: Sequence): number =>
  exchanges.reduce((sum, exchange) => sum + waitMs(exchange), 0);

/** What is waited for less when the exchanges of each stage share a trip: as long as the longest of them takes. */
function savingOf(run: Sequence, levels: number): number {
  const longest = run.exchanges.map(waitMs).toSorted((one, other) => other - one);
  return sumOfWaits(run) - longest.slice(0, levels).reduce((sum, ms) => sum + ms, 0);
}

interface Other {
  site: TracedSite;
  finding: ProfileFinding;
}

/** One place again and again in a unit, with other work between: nothing can be said of what it depends on. */
function scattered(unit: string, units: readonly (readonly Exchange[])[]): Other[] {
  return bySite(units, ({ commands }) => commands.length === 1).flatMap(({ site, groups }) => {
    const apart = groups.filter(
      (group) => group.length >= fewest && tripsOf(group) >= fewest && !isWide(group),
    );
    const [first] = apart;
    const name = first?.[0]?.name ?? '';
    if (!first || isBlocking(name)) return [];
    const isCursor = apart.every((exchanges) => followsCursor({ exchanges }));
    const median3 = Math.round(median(apart.map(({ length }) => length)));
    return [
      {
        site,
        finding: {
          ...{ code: isCursor ? 'dependent-sequence' : 'sequence', ...described(unit, first.slice(0, 1)) },
          ...{ perUnit: median3, units: apart.length },
          waitingMs: thousandths(mean(apart.map((group) => waitingMs(group)))),
          ...{ tripsNeeded: median3, savingMs: null, reasons: [isCursor ? 'cursor' : 'work-between'] },
        },
      },
    ];
  });
}

/** True where commands of one place are mostly sent side by side. */
const isWide = (exchanges: readonly Exchange[]): boolean => tripsOf(exchanges) * 2 <= exchanges.length;

/** What is sent together already, in one batch or side by side. */
function together(unit: string, units: readonly (readonly Exchange[])[]): Other[] {
  const batches = bySite(units, ({ commands }) => commands.length > 1).map(({ site, groups }): Other => {
    const [first = []] = groups;
    const reason: ReasonCode =
      first[0]?.commands[0]?.mode === 'auto' ? 'auto-pipelining' : 'ends-in-one-batch';
    const commands = groups.map((group) => group.reduce((sum, one) => sum + one.commands.length, 0));
    return { site, finding: { code: 'batched', ...figures(unit, groups, commands), reasons: [reason] } };
  });
  const alone = bySite(units, ({ commands }) => commands.length === 1).flatMap(
    ({ site, groups }): Other[] => {
      const wide = groups.filter((group) => group.length >= fewest && isWide(group));
      if (wide.length === 0) return [];
      const reasons: ReasonCode[] = ['side-by-side'];
      return [
        {
          site,
          finding: {
            code: 'concurrent',
            ...figures(
              unit,
              wide,
              wide.map(({ length }) => length),
            ),
            reasons,
          },
        },
      ];
    },
  );
  return [...batches, ...alone];
}

/** The commands that a blocking command held, by the lines of both. */
function heldFindings(
  unit: string,
  held: readonly HeldCommand[],
  { isIgnored }: Detecting,
): ProfileFinding[] {
  return heldByPlace(held)
    .filter(({ site, held: other }) => !isIgnored(site) && !isIgnored(other))
    .map(({ site, held: other, all }): ProfileFinding => {
      const [first] = all;
      const longest = [...groupBy(all, (one) => one.unit).values()].map((ofUnit) =>
        largest(ofUnit.map(({ heldMs }) => heldMs)),
      );
      const units = longest.length;
      return {
        ...{ code: 'held', site: siteOf(site), others: [siteOf(other)], owner: site.owner, unit },
        ...{ command: `${first?.by.n ?? ''}/${first?.held.n ?? ''}`, library: first?.by.lib ?? '' },
        ...{ keyPattern: first?.by.key ?? null, perUnit: Math.round(all.length / units), units },
        waitingMs: mean(longest),
        ...{ tripsNeeded: 0, savingMs: null, reasons: ['one-connection'] },
      };
    });
}

function figures(unit: string, groups: readonly Exchange[][], commands: readonly number[]) {
  return {
    ...described(unit, groups[0]?.slice(0, 1) ?? []),
    perUnit: Math.round(median(commands)),
    units: groups.length,
    waitingMs: thousandths(mean(groups.map((group) => waitingMs(group)))),
    tripsNeeded: Math.round(median(groups.map((group) => tripsOf(group)))),
    savingMs: null,
  };
}

/** Groups exchanges by their innermost stack frame and by unit. */
function bySite(units: readonly (readonly Exchange[])[], wanted: (exchange: Exchange) => boolean) {
  const found = new Map<string, { site: TracedSite; groups: Exchange[][] }>();
  for (const exchanges of units) {
    const ofUnit = groupBy(
      exchanges.filter(
        (exchange) => exchange.site !== null && exchange.repliedMs !== null && wanted(exchange),
      ),
      ({ site }) => (site ? callAt(site) : ''),
    );
    for (const [key, group] of ofUnit) {
      const site = group[0]?.site;
      if (!site) continue;
      const known = found.get(key);
      if (known) known.groups.push(group);
      else found.set(key, { site, groups: [group] });
    }
  }
  return [...found.values()];
}

/** A key and a value are two. */
const hasOptions = ({ commands }: Exchange): boolean =>
  commands.some(({ n, sent: [count] }) => n === 'SET' && count > 2);

function described(unit: string, places: readonly Exchange[]) {
  const [first, ...others] = places;
  const command = first?.commands[0];
  return {
    site: siteOf(first?.site),
    others: others.slice(0, mostPlaces - 1).map(({ site }) => siteOf(site)),
    ...(others.length < mostPlaces ? {} : { more: others.length - mostPlaces + 1 }),
    ...(command?.buf === 1 ? { buffers: true } : {}),
    ...(places.some(hasOptions) ? { options: true } : {}),
    owner: first?.site?.owner ?? 'app',
    unit,
    command: [...new Set(places.flatMap(({ commands: [one] }) => one?.n ?? []))].join('/'),
    library: command?.lib ?? '',
    keyPattern: first?.commands.find(({ key }) => key !== null)?.key ?? null,
  };
}

function siteOf(site: TracedSite | null | undefined): ProfileSite {
  const [inner, caller] = site?.frames ?? [];
  const place = (frame: NonNullable<typeof inner>) => {
    const [file, line, column] = frame;
    return { file, line, column, function: bareName(frame) };
  };
  return inner
    ? { ...place(inner), ...(caller ? { caller: place(caller) } : {}) }
    : { file: '', line: 0, column: 0, function: '' };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : thousandths(values.reduce((sum, value) => sum + value, 0) / values.length);

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Map.groupBy, which Node 20 has not. */
function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

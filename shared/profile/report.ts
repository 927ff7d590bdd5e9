import type { Profile, ProfileFinding, ProfileSite } from '../contract/profile.ts';
import type { Block, Check, Item, Report, TableBlock } from '../report/block.ts';
import { profile as english } from '../words/en/profile.ts';
import type { ProfileWords, SaidFinding } from '../words/profile-words.ts';
import { codeFor } from './code.ts';

/** Of findings with a saving, how many have code beside them. */
const mostCode = 3;
const mostFindings = 30;

/** `src/cart.ts:41:20`, or a wrapper’s place with that of its caller; of a proxy, a client and the pattern of its keys. */
export function siteInWords(
  { site, others, more = 0, keyPattern }: Pick<ProfileFinding, 'site' | 'others' | 'more' | 'keyPattern'>,
  words: Pick<ProfileWords, 'from' | 'more'> = english,
): string {
  if (site.line === 0) return keyPattern === null ? site.file : `${site.file} (${keyPattern})`;
  const places = others.map(({ file, line, column }) =>
    file !== site.file ? `${file}:${line}` : line === site.line ? `${line}:${column}` : String(line),
  );
  const from =
    site.caller && site.caller.file !== site.file
      ? words.from(`${site.caller.file}:${site.caller.line}`)
      : '';
  const named = [`${nameOf(site)}${from}`, ...new Set(places)].join(', ');
  return more > 0 ? `${named}${words.more(more)}` : named;
}

const nameOf = ({ file, line, column }: ProfileSite): string => `${file}:${line}:${column}`;

export const isStrong = ({ code }: Pick<ProfileFinding, 'code'>): boolean => code === 'independent-sequence';
const isSaidFirst = (finding: ProfileFinding): boolean => isStrong(finding) || finding.code === 'held';

/** The sentence that is said first: of what costs most. */
export function headlineOf(profile: Profile, words: ProfileWords): string {
  const { source, findings } = profile;
  // A proxy sees no source, so it names no saving: what waits the longest is said first.
  // Without the source, no finding can be called absent.
  const [first = findings.find(({ code, reasons }) => code === 'sequence' && reasons.includes('not-seen'))] =
    source === 'patch' ? findings.filter(isSaidFirst) : findings;
  return first ? findingInWords(first, profile, words) : noneIn(profile, words);
}

/** A profile as blocks. */
export function profileReport(profile: Profile, checks: readonly Check[], words = english): Report {
  const { findings, units, program, startedAt, tookMs } = profile;
  const strong = findings.filter(isStrong);
  const hidden = strong.slice(mostCode).filter(({ patch }) => patch).length;
  return {
    ...{ kind: 'profile', title: words.title(program), startedAt, tookMs, lanes: [] },
    keys: [['program', program]],
    blocks: [
      {
        type: 'headline',
        text: headlineOf(profile, words),
        more: whyNothing(profile, words),
      },
      {
        type: 'line',
        text: [
          words.recorded(profile.recorded, profile.commands),
          words.cost(profile.cost, profile.tookMs),
          ...(profile.proxy ? [words.proxyCost(profile.proxy)] : []),
        ].join(' · '),
      },
      { type: 'doubts', doubts: gapsIn(profile, words) },
      ...(units.length === 0 ? [] : [unitTable(units, words)]),
      {
        ...{ type: 'items', title: words.findings },
        items: findings.slice(0, mostFindings).map((finding): Item => ({
          name: null,
          mark: marks[finding.code],
          text: findingInWords(finding, profile, words),
          because: whyOf(finding, words),
          notes: [],
        })),
      },
      ...strong
        .slice(0, mostCode)
        .flatMap((finding): Block[] => [
          { type: 'heading', text: words.mend(siteInWords(finding, words)) },
          ...mendBlocks(finding, words),
        ]),
      ...(hidden === 0 ? [] : [{ type: 'text', text: words.morePatches(hidden) } as const]),
      { type: 'checks', checks },
    ],
  };
}

/** The mend of a finding: its patch, or the form of the code, with the reason why there is no patch. */
export function mendIn(
  { patch, unpatched, ...finding }: ProfileFinding,
  words: ProfileWords,
): { text: string; code: string; isDiff: boolean } {
  const { perUnit, runs = 1 } = finding;
  if (patch)
    return {
      text: words.patched(patch.trips * runs, perUnit, patch.repeated === true),
      code: patch.diff,
      isDiff: true,
    };
  const text = unpatched ? words.unpatched[unpatched.why](unpatched.line, unpatched.name) : '';
  return { text, code: codeFor(finding), isDiff: false };
}

function mendBlocks(finding: ProfileFinding, words: ProfileWords): Block[] {
  const { text, ...code } = mendIn(finding, words);
  return [...(text === '' ? [] : [{ type: 'text', text } as const]), { type: 'code', ...code }];
}

/** The reasons for what is said of a finding, with the part of the source that they are about. */
export const whyOf = ({ reasons, spot }: ProfileFinding, words: ProfileWords): string =>
  [
    ...reasons.map((reason) => words.reason[reason]),
    ...(spot ? [words.spot(`${spot.file}:${spot.line}`, spot.name)] : []),
  ].join(' ');

const marks = {
  'independent-sequence': '▶',
  held: '▶',
  sequence: '?',
  'dependent-sequence': '→',
  concurrent: '=',
  batched: '=',
};

export function findingInWords(
  finding: ProfileFinding,
  { units }: Pick<Profile, 'units'>,
  words: ProfileWords,
): string {
  const { kind = 'program', durationMs = 0, cut } = units.find(({ name }) => name === finding.unit) ?? {};
  // The duration is that of one test, and times of several are their mean.
  const ofTests = kind === 'test' && finding.units > 1;
  const said: SaidFinding = {
    ...{ ...finding, kind },
    ...(finding.code === 'held'
      ? { place: siteInWords({ ...finding, others: [] }, words), held: heldPlace(finding, words) }
      : { place: siteInWords(finding, words) }),
    durationMs: ofTests ? 0 : durationMs,
  };
  const sentence = words.finding[finding.code](said);
  return cut ? `${sentence} ${words.cutUnits(cut, kind)}` : sentence;
}

/** The place of the command that a blocking one held. */
const heldPlace = ({ others: [site] }: ProfileFinding, words: ProfileWords): string =>
  site ? siteInWords({ site, others: [], keyPattern: null }, words) : '';

function noneIn(profile: Profile, words: ProfileWords): string {
  const { units, commands } = profile;
  if (commands === 0) return couldNotRecord(profile) ? words.couldNotRecord : words.nothingSeen;
  if (
    units.some(({ cut }) => cut) &&
    units.every(({ kind, recorded }) => kind === 'program' || recorded === 0)
  )
    return words.noneToItsEnd;
  const counted = units.filter(({ kind }) => kind !== 'program').reduce((sum, one) => sum + one.recorded, 0);
  const kind = units.find((unit) => unit.kind !== 'program')?.kind ?? 'program';
  return words.nothingFound(counted === 0 ? words.unitsOf(1, 'program') : words.unitsOf(counted, kind));
}

/** The hint for a profile without commands; empty where its doubts give the reason. */
export const whyNothing = (profile: Profile, words: ProfileWords): string[] =>
  profile.commands > 0 || couldNotRecord(profile) ? [] : [words.nothingSeenWhy[profile.source]];

const couldNotRecord = ({ gaps }: Profile): boolean =>
  gaps.includes('recorder-fault') || gaps.includes('no-node');

export const gapsIn = (
  { gaps, proxy, faults }: Pick<Profile, 'gaps' | 'proxy' | 'faults'>,
  words: ProfileWords,
): string[] =>
  gaps.flatMap((gap) => {
    switch (gap) {
      case 'nothing-seen':
        return [];
      case 'no-node':
        return words.noNode;
      case 'sampled':
        return proxy ? words.burstsLeftOut : words.sampled;
      case 'unread':
        return words.unread(proxy?.unread ?? 0);
      case 'recorder-fault':
        return words.recorderFault(faults?.count ?? 1, faults?.cause ?? '');
      case 'bounded':
        return words.bounded;
      case 'long-units':
        return words.longUnits;
      case 'no-places':
        return words.noPlaces;
      case 'many-places':
        return words.manyPlaces;
      case 'unfinished':
        return words.unfinished;
      case 'cut':
        return words.cut;
      case 'by-connection':
        return words.byConnection;
      case 'cluster':
        return words.cluster;
    }
  });

export function unitTable(units: Profile['units'], words: ProfileWords): TableBlock {
  const { columns } = words;
  return {
    type: 'table',
    title: words.units,
    columns: [
      { label: columns.unit, unit: 'text', mayShorten: true },
      { label: columns.count, unit: 'count' },
      { label: columns.duration, unit: 'ms' },
      { label: columns.waiting, unit: 'ms' },
      { label: columns.commands, unit: 'count' },
      { label: columns.tripsNow, unit: 'count' },
      { label: columns.tripsNeeded, unit: 'count', isMain: true },
    ],
    rows: shownOf(units).map(
      ({ name, count, recorded, cut, durationMs, waitingMs, commands, tripsNow, tripsNeeded }) =>
        recorded === 0
          ? [name, count, { text: cut ? words.firstOf(cut) : words.notRecorded }, null, null, null, null]
          : [
              ...[name, count, durationMs, waitingMs],
              ...[commands, tripsNow, tripsNeeded].map((value) => Number(value.toFixed(1))),
            ],
    ),
  };
}

/** The first ones, and each of which nothing was recorded. */
const shownOf = (units: Profile['units']): Profile['units'] =>
  units.filter(({ recorded }, index) => index < mostFindings || recorded === 0);

import type { FindingCode, Profile, ProfileGap, ReasonCode } from '../../contract/profile.ts';
import type { ProfiledKind, ProfileWords, SaidFinding } from '../profile-words.ts';
import { formatCount, formatMsShort } from '../format.ts';
import type { Asker } from '../asker.ts';
import { numbers } from './numbers.ts';

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count, 1)} ${count === 1 ? one : many}`;

const kinds = {
  http: 'request',
  job: 'job',
  mark: 'unit',
  test: 'test',
  program: 'run',
  burst: 'burst',
} as const;

const unitsOf = (count: number, kind: ProfiledKind): string => plural(count, kinds[kind]);

const inEach = ({ units, kind }: SaidFinding): string =>
  kind === 'program' ? '' : units === 1 ? ` in one ${kinds[kind]}` : ` in each of ${unitsOf(units, kind)}`;

const ofTime = ({ waitingMs, durationMs }: SaidFinding): string =>
  durationMs > waitingMs
    ? `${formatMsShort(waitingMs)} of ${formatMsShort(durationMs)} ms is waiting`
    : `${formatMsShort(waitingMs)} ms is waiting`;

/** `12 GETs`, or of several commands `10 commands (HGET, GET)`. */
const commandsOf = ({ perUnit, command }: SaidFinding): string =>
  command.includes('/')
    ? `${plural(perUnit, 'command')} (${command.split('/').join(', ')})`
    : plural(perUnit, command);

const sends = (finding: SaidFinding): string =>
  `${finding.place} sends ${commandsOf(finding)} one after another${inEach(finding)}`;

const saving = ({ savingMs, tripsNeeded, perUnit, runs = 1 }: SaidFinding): string => {
  const [least, most] = savingMs ?? [0, 0];
  const left = tripsNeeded * runs;
  const trips =
    left === 1 ? 'one round trip' : `${formatCount(left)} round trips instead of ${formatCount(perUnit)}`;
  return `${trips} would save about ${formatMsShort((least + most) / 2)} ms (${formatMsShort(least)} – ${formatMsShort(most)}).`;
};

const finding: Readonly<Record<FindingCode, (finding: SaidFinding) => string>> = {
  'independent-sequence': (finding) =>
    `${sends(finding)}: ${ofTime(finding)}. ${
      finding.tripsNeeded === 1
        ? 'No key came from an earlier reply'
        : 'Some need an earlier reply, the rest can share a trip'
    }: ${saving(finding)}`,
  held: ({ place, held = '', command, perUnit, waitingMs, ...finding }) => {
    const [by = '', name = ''] = command.split('/');
    return `${by} at ${place} held ${perUnit === 1 ? `a ${name}` : plural(perUnit, name)} at ${held} for ${formatMsShort(waitingMs)} ms${inEach({ ...finding, place, command, perUnit, waitingMs })}. They share a connection.`;
  },
  'dependent-sequence': (finding) =>
    `${sends(finding)}: ${ofTime(finding)}. Each needs the reply before: batching does not help.`,
  sequence: (finding) =>
    `${sends(finding)}: ${ofTime(finding)}. Whether they depend on each other cannot be seen.`,
  concurrent: (finding) =>
    `${finding.place} sends ${commandsOf(finding)} side by side${inEach(finding)}: ${plural(finding.tripsNeeded, 'round trip')}.`,
  batched: (finding) =>
    `${finding.place} batches already: ${plural(finding.perUnit, 'command')} in ${plural(finding.tripsNeeded, 'round trip')}${inEach(finding)}.`,
};

const form = 'The form is:';

const reason: Readonly<Record<ReasonCode, string>> = {
  'no-key-from-reply':
    'No argument came from an earlier reply, and each command was sent as soon as the reply before arrived.',
  'no-key-seen':
    'No argument was seen in an earlier reply. Whether one is computed from a reply, or a reply decides what follows, only the program shows.',
  stages: 'What needs no reply of another can be sent in one round trip, and what needs those in the next.',
  checks:
    'The commands before a check are sent first; those behind it can share a round trip. No write is sent before its check.',
  'key-from-reply':
    'An argument comes from the reply before. A Lua script can follow such a chain on the server.',
  'read-then-write': 'A key is read and then written. WATCH or a Lua script keeps that together.',
  cursor: 'Each reply says where the next one begins. A larger COUNT needs fewer round trips.',
  condition: 'A reply decides whether the next command is sent.',
  handed:
    'A reply is handed to a function, or kept where others see it. What becomes of it there cannot be seen.',
  'some-need': 'Some arguments come from an earlier reply, others do not.',
  'until-nothing': 'The last reply had no value, which probably ended the loop.',
  'work-between': 'Other work is done between one reply and the next command.',
  'other-sites': 'The commands are of different lines.',
  'same-command':
    'It is the same command each time: keep its reply, or let the server notify (keyspace events, BLPOP).',
  blocking: 'These commands wait on the server, or belong to a transaction.',
  'not-seen': 'The source could not be read, or does not show how these commands are called.',
  transpiled:
    'No call stands at this place: the file was transpiled, and the map was not kept. The place is that in the code that ran. NODE_OPTIONS=--enable-source-maps keeps maps.',
  failures: 'Some of them failed.',
  'ends-in-one-batch': 'It is sent in one batch.',
  'auto-pipelining': 'Auto-pipelining gathers what is sent in one turn.',
  'one-connection':
    'A connection replies in the order in which it was asked. Give the blocking command a connection of its own, by duplicate().',
  'side-by-side':
    'They are in flight at the same time. Auto-pipelining would also send them in fewer writes.',
};

/** What is said of a profile, in English. */
export const profile: ProfileWords = {
  numbers,
  finding,
  reason,
  spot: (place, name) => (name === '' ? `See ${place}.` : `See ${place}: ${name}.`),
  from: (place) => ` (from ${place})`,
  more: (count) => ` and ${formatCount(count)} more`,
  title: (program: string) => `Roundtrip: profile of ${program}`,
  nothingFound: (units: string) => `Nothing was found in ${units} that could share a round trip.`,
  noneToItsEnd: 'No unit was recorded to its end. What its commands could share is not known.',
  nothingSeen: 'No Redis command was seen.',
  couldNotRecord: 'What the program sends could not be recorded.',
  noNode:
    'The command started no process of Node, and only those are recorded. roundtrip profile --listen stands between any program and its server.',
  nothingSeenWhy: {
    patch:
      'ioredis (4 to 6) and @redis/client (5 and 6) are seen, in a bundle as well. node-redis 4 is seen outside of one alone: leave it out (esbuild --packages=external). Another library is not seen; roundtrip profile --listen stands between any program and its server.',
    proxy: 'Does the program connect to the proxy, instead of to the server?',
  },
  unitsOf,
  recorded: (recorded: number, of: number) =>
    recorded < of
      ? `${formatCount(recorded)} of ${plural(of, 'command')} recorded`
      : `${plural(of, 'command')} recorded`,
  cost: (share: number, tookMs: number) =>
    `recording took ${formatCount(share * tookMs, 0)} ms of processor time in ${formatCount(tookMs / 1000, 1)} s`,
  proxyCost: ({ delayMs, cpu }: NonNullable<Profile['proxy']>) =>
    [
      `passing on took ${formatCount(100 * cpu, 1)} % of a core`,
      ...(delayMs === null ? [] : [`the proxy adds about ${formatMsShort(delayMs)} ms to a round trip`]),
    ].join(' · '),
  byConnection:
    'A proxy sees connections and no lines. A burst is what one connection sends without a pause. Where requests share a connection, a burst has commands of several.',
  burstsLeftOut:
    'Whole bursts were left out to keep the cost below its bound, or as there were many of a kind.',
  unread: (count: number) =>
    `${plural(count, 'connection was', 'connections were')} passed on without being read to the end.`,
  cluster:
    'The server sent a client to another node (MOVED or ASK): it is a cluster, and what goes to other nodes is not seen.',
  sampled:
    'Whole units were left out to keep the cost below its bound. Counts are of all units, other figures of the recorded ones.',
  bounded: 'The trace reached its bound. What came later was only counted.',
  recorderFault: (count: number, cause: string) =>
    `The recorder failed ${plural(count, 'time')} (${cause}). Units in progress at such a moment are left out. The program was not affected.`,
  longUnits:
    'A unit went over the budget or a bound and was cut. Its first commands were recorded, the rest was only counted.',
  manyPlaces: 'Commands came from more places than are kept. The places of the rest are not known.',
  noPlaces:
    'Commands were sent one after another, and their places in the code could not be seen. Nothing is said of them.',
  unfinished: 'A process was ended by a signal within a unit. What that unit sent is not here.',
  cut: 'The end of the file is missing. What it had is not known.',
  notRecorded: 'not recorded',
  firstOf: ({ kept, of }) => `first ${formatCount(kept, 0)} of ${formatCount(of, 0)} commands`,
  cutUnits: ({ units, kept, of }, kind) =>
    `Of ${unitsOf(units, kind)}, only the first ${formatCount(kept, 0)} of ${formatCount(of, 0)} commands were recorded, in the mean.`,
  units: 'What each unit waits for, in the mean',
  columns: {
    unit: 'unit',
    count: 'count',
    duration: 'ms',
    waiting: 'waiting, ms',
    commands: 'commands',
    tripsNow: 'trips now',
    tripsNeeded: 'trips needed at most',
  },
  findings: 'Where commands come from',
  mend: (place: string) => `Instead, at ${place}:`,
  patched: (trips, of, repeated) =>
    `This patch leaves ${plural(trips, 'round trip')}${repeated ? ' each time that the loop runs' : ` instead of ${formatCount(of)}`}. If a command fails, the later ones have been sent already.`,
  morePatches: (count) =>
    `${plural(count, 'more finding')} ${count === 1 ? 'has' : 'have'} a patch: --patch FILE writes all of them.`,
  unpatched: {
    unread: () => `There is no patch: the source could not be read. ${form}`,
    package: () => `There is no patch: the line is in a package. ${form}`,
    'not-awaited': (line, name) =>
      `There is no patch: the reply of ${name} (line ${line}) is not awaited where it is asked for. ${form}`,
    apart: (line, name) =>
      `There is no patch: ${name} (line ${line}) is in another block than the others. ${form}`,
    between: (line, name) =>
      `There is no patch: ${name === '' ? `line ${line}` : `${name} (line ${line})`} runs between the commands, and may matter to them. ${form}`,
    leaves: (line, name) =>
      `There is no patch: ${name} (line ${line}) may leave before all commands are sent. ${form}`,
    order: (line) =>
      `There is no patch: at line ${line}, a key would be read or written in another order. ${form}`,
    shape: (line) => `There is no patch: code as at line ${line} is not changed automatically. ${form}`,
  },
};

const ofUnit: Readonly<Record<string, readonly [one: string, many: string]>> = {
  tripsPerUnit: ['trip', 'trips'],
  tripsNeeded: ['needed trip', 'needed trips'],
  commandsPerUnit: ['command', 'commands'],
  waitingMs: ['ms of waiting', 'ms of waiting'],
  durationMs: ['ms', 'ms'],
};

/** Sentences about what was left out, and what to do so that nothing is. */
const remedies = (source: Profile['source'], asker: Asker): Readonly<Record<ProfileGap, string>> => ({
  'nothing-seen': '',
  'by-connection': '',
  sampled:
    asker === 'command'
      ? 'Record with --budget 100% to leave nothing out.'
      : 'Record by profile(command, { budget: 1 }) to leave nothing out.',
  'no-node': 'The command started no process of Node: name the program itself, as in node app.js.',
  bounded:
    source === 'patch'
      ? 'The trace reached its bound of 64 MB a process: profile a shorter run.'
      : 'The trace of the proxy reached its bound: profile for a shorter time.',
  'long-units': `A unit went over the budget or a bound and was cut. Record ${asker === 'command' ? 'with --budget 100%' : 'by profile(command, { budget: 1 })'}, or divide its work by marks (unit).`,
  'many-places': 'Commands came from more places than are kept: profile a part of the program.',
  'no-places':
    'Commands were sent one after another, and their places in the code could not be seen: does the program replace Error.prepareStackTrace?',
  unfinished: 'A process was ended by a signal within a unit: let the program end by itself.',
  cut: 'The end of the file is missing: record it again.',
  unread: 'A connection was not read to its end.',
  cluster: 'The server is a cluster, which a proxy cannot follow: profile the program in its process.',
  'recorder-fault': 'The recorder failed: profile again, and report the cause that the profile names.',
});

/** What checks say: a gate speaks English. */
export const gateWords = {
  ofUnit: (figure: string, value: number, unit: string) =>
    `${formatCount(value)} ${ofUnit[figure]?.[value === 1 ? 0 : 1] ?? figure} a unit of ${unit}`,
  unsure: (sites: number) => `of ${plural(sites, 'sequence')} it cannot be seen`,
  recordedOnly: (found: string, leftOut: string) => `${found} in what was recorded. ${leftOut}`,
  leftOut: (what: readonly string[]) => `Not recorded: ${what.join(', ')}.`,
  unitLeftOut: (name: string, recorded: number, count: number) =>
    recorded === 0
      ? `${name} (all ${formatCount(count)})`
      : `${name} (${formatCount(count - recorded)} of ${formatCount(count)})`,
  unitsMore: (count: number) => `units of ${plural(count, 'more name')}`,
  commandsLeftOut: (missing: number, of: number) => `${formatCount(missing)} of ${plural(of, 'command')}`,
  unitNotRecorded: (name: string) => `no unit "${name}" was recorded to its end.`,
  noUnit: (name: string, known: readonly string[]) =>
    `no unit "${name}" sent a command; there are ${known.join(', ')}`,
  noIndependentByProxy:
    'a proxy sees no source, so it cannot tell what is independent: assert profile.sequences',
  remedy: (gap: ProfileGap, source: Profile['source'], asker: Asker) => remedies(source, asker)[gap],
  maybeKnown: 'The baseline left something out, so it may have had this one as well.',
  newSite: (place: string, command: string) =>
    `${place} (${command}) is new: the baseline has no such sequence.`,
  noNewSite: 'There is no new sequence of independent commands.',
};

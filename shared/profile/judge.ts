import type { FindingCode, ReasonCode } from '../contract/profile.ts';
import { numbersKept } from '../contract/profile-trace.ts';
import { onlyReads, waitingCommands } from '../commands/redis.ts';
import { followsReply, takesAway } from '../commands/replies.ts';
import type { Exchange } from './exchanges.ts';
import { fewest, longestPeriod, type Sequence } from './runs.ts';
import { sourceOf, type SourceEvidence, type SourceReader } from './source-evidence.ts';
import { largest } from '../statistics/extremes.ts';

/** What is known of a sequence. `levels`: how many round trips it needs when all is batched that may be. */
export interface Evidence {
  code: Extract<FindingCode, 'independent-sequence' | 'dependent-sequence' | 'sequence'>;
  levels: number;
  reasons: ReasonCode[];
}

const ofTransactions = /^(?:EXEC|WATCH|UNWATCH|MULTI|DISCARD)$/;
export const isBlocking = (name: string): boolean => waitingCommands.has(name) || ofTransactions.test(name);

/**
 * Judges runs of the same places. Independent is only what the source proves; dependent only what needs the reply before
 * at every step, by the source or by what was sent.
 */
export function judgeRuns(runs: readonly Sequence[], reader: SourceReader): Evidence {
  const dependent = (reason: ReasonCode): Evidence => ({
    ...{ code: 'dependent-sequence', levels: 0, reasons: [reason] },
  });
  const unsure = (reason: ReasonCode): Evidence => ({ code: 'sequence', levels: 0, reasons: [reason] });
  const [first] = runs;
  if (!first) return unsure('not-seen');
  const names = new Set(runs.flatMap(({ exchanges }) => exchanges.map(({ name }) => name)));
  if ([...names].some(isBlocking)) return unsure('blocking');
  const exchanges = runs.flatMap((run) => run.exchanges);
  if (exchanges.some(({ commands }) => commands.some(({ err }) => err === 1))) return unsure('failures');
  if (runs.some((run) => mayHideAWrite(run.exchanges))) return unsure('not-seen');
  if (runs.every(followsCursor)) return dependent('cursor');
  const source = reader.seesSites && mayBeRead(first) ? sourceOf(first, reader) : null;
  if (runs.every((run) => needsEachReply(run, source))) return dependent('key-from-reply');
  if (runs.every((run) => isSameAgain(run.exchanges))) return unsure('same-command');
  const isSomeFromReply = runs.some((run) => run.exchanges.some((_, at) => at > 0 && isFromReply(run, at)));
  if (!reader.seesSites)
    return unsure(isSomeFromReply ? 'some-need' : endsWithNothing(runs) ? 'until-nothing' : 'no-key-seen');
  if (source?.doubt === null) {
    if (runs.some(writesByTwo)) return unsure('not-seen');
    const levels = levelsOf(runs, source);
    // Between a read and the write that it leads to, others may write.
    if (levels > 1 && runs.some((run) => readsAndWrites(run.exchanges))) return unsure('read-then-write');
    if (first.form === 'loop' || first.period - levels >= fewest - 1)
      return {
        ...{ code: 'independent-sequence', levels },
        reasons: [levels === 1 ? 'no-key-from-reply' : 'stages'],
      };
    return unsure('some-need');
  }
  if (source && source.doubt !== 'not-seen') return unsure(source.doubt);
  if (isSomeFromReply) return unsure('some-need');
  if (first.form === 'line') return unsure('other-sites');
  return unsure(endsWithNothing(runs) ? 'until-nothing' : 'not-seen');
}

/** The places of a line of any length that is no loop are not all in one function. */
const mayBeRead = ({ period }: Sequence): boolean => period <= longestPeriod;

/** The number of round trips of a round when each place is sent as soon as what it needs is there. */
function levelsOf(runs: readonly Sequence[], { links }: SourceEvidence): number {
  const [first] = runs;
  const isLine = first?.form === 'line';
  const levels: number[] = [];
  for (let place = 0; place < (first?.period ?? 0); place++) {
    let level = 1;
    for (let origin = 0; origin < place; origin++) {
      const needs =
        links.some(([from, to]) => from === origin && to === place) ||
        (isLine && runs.some(({ exchanges }) => isAnswerIn(exchanges[origin], exchanges[place])));
      const follows = runs.some(({ exchanges }) => keepsOrder(exchanges[origin], exchanges[place]));
      if (needs || follows) level = Math.max(level, (levels[origin] ?? 1) + (needs ? 1 : 0));
    }
    levels.push(level);
  }
  return largest(levels, 1);
}

const isAnswerIn = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  other?.commands.some(({ deps }) => one?.commands.some(({ id }) => deps.includes(id))) ?? false;

/** What changes something stays behind all that was sent before it, and what reads a key behind what changed it. */
function keepsOrder(one: Exchange | undefined, other: Exchange | undefined): boolean {
  const [earlier, later] = [one?.commands ?? [], other?.commands ?? []];
  if (later.some(({ n }) => !onlyReads(n))) return true;
  return earlier.some(
    ({ n, kn }) => !onlyReads(n) && (kn === null || later.some((read) => read.kn === null || read.kn === kn)),
  );
}

/** The parts of a line that one function each carries out, as ranges of its exchanges. */
export function stretchesOf({ exchanges }: Sequence, reader: SourceReader): { from: number; to: number }[] {
  const parts: { from: number; to: number; carrier: string }[] = [];
  for (const [at, { site }] of exchanges.entries()) {
    const [file = '', line = 0, column = 0] = site?.frames[0] ?? [];
    const flow = reader.flowOf(file);
    const call = flow?.callAt(line, column) ?? null;
    const carrier = `${file} ${flow && call !== null ? flow.functionOf(call) : ''}`;
    const last = parts.at(-1);
    if (last?.carrier === carrier) last.to = at + 1;
    else parts.push({ from: at, to: at + 1, carrier });
  }
  return parts;
}

/**
 * Every step needs the reply before: the source hands it on. Where none can be read, a part of it was sent next, which
 * may be chance.
 */
const needsEachReply = (run: Sequence, source: SourceEvidence | null): boolean =>
  run.exchanges.every((exchange, at) => {
    if (at === 0 || (source?.isRead !== true && isAnswerIn(run.exchanges[at - 1], exchange))) return true;
    const [origin, place] = [(at - 1) % run.period, at % run.period];
    return source?.needs.some(([from, to]) => from === origin && to === place) ?? false;
  });

/** True where an argument was first seen in a reply of the same run. */
const isFromReply = ({ exchanges }: Sequence, at: number): boolean =>
  exchanges.slice(Math.max(0, at - longestPeriod), at).some((earlier) => isAnswerIn(earlier, exchanges[at]));

/** One cursor is followed: by one command, in one key. */
export function followsCursor({ exchanges }: Pick<Sequence, 'exchanges'>): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  const [first] = commands;
  if (!first || !followsReply(first.n)) return false;
  if (!commands.every(({ n }) => n === first.n)) return false;
  // The first argument of SCAN is its cursor, of XREAD an option.
  return ['SCAN', 'XREAD', 'XREADGROUP'].includes(first.n) || commands.every(({ kn }) => kn === first.kn);
}

/** True where a key is both read and written. */
function readsAndWrites(exchanges: readonly Exchange[]): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  const read = new Set(commands.flatMap(({ n, kn }) => (onlyReads(n) && kn !== null ? kn : [])));
  return commands.some(({ n, kn }) => !onlyReads(n) && (kn === null || read.has(kn)));
}

/** True where a round writes, and uses two connections: neither waits for the other. */
const writesByTwo = ({ exchanges, period }: Sequence): boolean =>
  exchanges.some(({ commands }) => commands.some(({ n }) => !onlyReads(n))) &&
  exchanges.some(({ commands: [one] }, at) => one?.conn !== exchanges[at - (at % period)]?.commands[0]?.conn);

/** The very same read again: it waits for something to change. */
function isSameAgain(exchanges: readonly Exchange[]): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  return commands.every(({ n, kn, an }, at) => {
    const before = commands[Math.max(0, at - 1)];
    return n === before?.n && mayBeOne(kn, before.kn) && mayBeOne(an, before.an) && isAsking(n);
  });
}

/** Two numbers may be of one value where the earlier was forgotten before the later came. */
const mayBeOne = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) >= numbersKept);

/** True where a key may have been read, and then written under another number. */
function mayHideAWrite(exchanges: readonly Exchange[]): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  if (commands.every(({ n }) => onlyReads(n))) return false;
  let [least, most] = [Infinity, -Infinity];
  for (const { kn } of commands) if (kn !== null) [least, most] = [Math.min(least, kn), Math.max(most, kn)];
  return most - least >= numbersKept;
}

/** Reads, and what takes something away where there is something. */
const isAsking = (name: string): boolean => onlyReads(name) || takesAway(name);

/** The last reply is the first without a value: it was probably what ended the loop. */
function endsWithNothing(runs: readonly Sequence[]): boolean {
  const ending = runs.filter(({ exchanges }) => {
    const nils = exchanges.map(({ commands }) => commands[0]?.nil === 1);
    return nils.at(-1) === true && nils.indexOf(true) === nils.length - 1;
  });
  return ending.length >= runs.length / 2;
}

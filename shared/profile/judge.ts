import type { FindingCode, ReasonCode } from '../contract/profile.ts';
import { numbersKept } from '../contract/profile-trace.ts';
import { onlyReads, waitingCommands } from '../commands/redis.ts';
import { followsReply, takesAway } from '../commands/replies.ts';
import type { Exchange } from './exchanges.ts';
import { fewest, longestPeriod, type Sequence } from './runs.ts';
import {
  areDifferent,
  type Order,
  type PatchRequest,
  type SourceEvidence,
  type SourceReader,
  type Spot,
} from './source-evidence.ts';
import { largest } from '../statistics/extremes.ts';

/** What is known of a sequence. `levels`: how many round trips it needs when all is batched that may be. */
export interface Evidence {
  code: Extract<FindingCode, 'independent-sequence' | 'dependent-sequence' | 'sequence'>;
  levels: number;
  reasons: ReasonCode[];
  /** The part of the source that the reason is about. */
  spot: Spot | null;
  /** The order that a patch must keep; `null` where nothing may share a round trip. */
  patchable: PatchRequest | null;
}

/** Runs of a line whose values are compared. */
const mostCompared = 20;

const ofTransactions = /^(?:EXEC|WATCH|UNWATCH|MULTI|DISCARD)$/;
export const isBlocking = (name: string): boolean => waitingCommands.has(name) || ofTransactions.test(name);

const judged = (
  code: Evidence['code'],
  reason: ReasonCode,
  {
    levels = 0,
    spot = null,
    patchable = null,
  }: Partial<Pick<Evidence, 'levels' | 'spot' | 'patchable'>> = {},
): Evidence => ({ code, levels, reasons: [reason], spot, patchable });

const unsure = (reason: ReasonCode, spot: Spot | null = null): Evidence =>
  judged('sequence', reason, { spot });

/**
 * Judges runs of the same places. Both strong sentences rest on the source: independent is what no reply reaches, dependent
 * is what the source hands on at every step. What was seen while the program ran only speaks against them.
 */
export function judgeRuns(runs: readonly Sequence[], reader: SourceReader): Evidence {
  const [first] = runs;
  if (!first) return unsure('not-seen');
  const names = new Set(runs.flatMap(({ exchanges }) => exchanges.map(({ name }) => name)));
  if ([...names].some(isBlocking)) return unsure('blocking');
  const exchanges = runs.flatMap((run) => run.exchanges);
  if (exchanges.some(({ commands }) => commands.some(({ err }) => err === 1))) return unsure('failures');
  if (runs.some((run) => mayHideAWrite(run.exchanges))) return unsure('not-seen');
  const isCursor = runs.every(followsCursor);
  if (!reader.seesSites) return unsure(isCursor ? 'cursor' : whyUnseen(runs, 'no-key-seen'));
  const source = reader.evidenceOf(first);
  // Several iterators, each of which starts at 0, are no cursor.
  const isHandedOn = runs.every(({ exchanges }) =>
    exchanges.every((exchange, at) => at === 0 || isAnswerIn(exchanges[at - 1], exchange)),
  );
  if (isCursor && (source?.isChain === true || (isHandedOn && (source === null || source.isIterator))))
    return judged('dependent-sequence', 'cursor');
  if (source?.isChain) return judged('dependent-sequence', 'key-from-reply');
  if (runs.every((run) => isSameAgain(run, source?.doubt === null))) return unsure('same-command');
  if (!source || source.doubt === 'not-seen')
    return unsure(whyUnseen(runs, first.form === 'line' ? 'other-sites' : 'not-seen'));
  if (source.doubt !== null) return unsure(source.doubt, source.spot);
  if (runs.some(writesByTwo)) return unsure('not-seen');
  if (runs.some((run) => worksOnWritten(run, source))) return unsure('work-between');
  return judgeStages(runs, first, source);
}

/** Judges runs whose source shows each way that a reply takes. */
function judgeStages(runs: readonly Sequence[], run: Sequence, source: SourceEvidence): Evidence {
  const { form, period } = run;
  const order = orderOf(runs, source);
  const stages = stagesOf(order);
  const levels = largest(stages, 1);
  const [check = null] = source.needs.flatMap(({ checks, spot }) => (checks.length > 0 ? [spot] : []));
  const isReordered = (by: readonly number[]) => changesOrder(runs, by, source);
  if (form === 'loop' && levels > 1 && isReordered(stages)) return unsure('read-then-write');
  const patchable = { run, order, isReordered };
  if (form === 'loop' || period - levels >= fewest - 1) {
    if (levels === 1) return judged('independent-sequence', 'no-key-from-reply', { levels, patchable });
    return judged('independent-sequence', check ? 'checks' : 'stages', { levels, spot: check, patchable });
  }
  return check ? unsure('condition', check) : unsure('some-need');
}

const whyUnseen = (runs: readonly Sequence[], otherwise: ReasonCode): ReasonCode => {
  if (runs.some((run) => run.exchanges.some((_, at) => at > 0 && isFromReply(run, at)))) return 'some-need';
  return endsWithNothing(runs) ? 'until-nothing' : otherwise;
};

/** The places that each place of a round needs of those before it. */
export function orderOf(runs: readonly Sequence[], { needs, leads, placeOf }: SourceEvidence): Order {
  const [first] = runs;
  const seen = first?.form === 'line' ? runs.slice(0, mostCompared) : [];
  const order: Order = { waits: [], follows: [] };
  for (const [at, place] of placeOf.entries()) {
    const { data = [], checks = [] } = needs[place] ?? {};
    const isWrite = changesAll(first?.exchanges[at]);
    const waits: number[] = [];
    const follows: number[] = [];
    for (const [before, origin] of placeOf.slice(0, at).entries())
      if (
        data.includes(origin) ||
        checks.includes(origin) ||
        seen.some(({ exchanges }) => isAnswerIn(exchanges[before], exchanges[at]))
      )
        waits.push(before);
      else if (
        isWrite ||
        (changesAll(first?.exchanges[before]) && !areDifferent(leads[origin] ?? null, leads[place] ?? null))
      )
        follows.push(before);
    order.waits.push(waits);
    order.follows.push(follows);
  }
  return order;
}

/** The stage of each place of a round, from 1, when each is sent as soon as what it needs is there. */
export function stagesOf({ waits, follows }: Order): number[] {
  const stages: number[] = [];
  for (const [at, before] of waits.entries())
    stages.push(
      Math.max(
        largest(
          before.map((one) => (stages[one] ?? 1) + 1),
          1,
        ),
        largest(
          (follows[at] ?? []).map((one) => stages[one] ?? 1),
          1,
        ),
      ),
    );
  return stages;
}

const isAnswerIn = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  other?.commands.some(({ deps }) => one?.commands.some(({ id }) => deps.includes(id))) ?? false;

const changesAll = (exchange: Exchange | undefined): boolean =>
  exchange?.commands.some(({ n }) => !onlyReads(n)) ?? false;

/** True where the rounds of a loop, sent stage by stage, would read or write one key in another order. */
function changesOrder(
  runs: readonly Sequence[],
  stages: readonly number[],
  { leads }: SourceEvidence,
): boolean {
  const places = runs[0]?.exchanges.slice(0, stages.length) ?? [];
  return stages.some((stage, place) =>
    stages.some(
      (other, origin) =>
        other < stage &&
        (changesAll(places[place]) || changesAll(places[origin])) &&
        !areDifferent(leads[origin] ?? null, leads[place] ?? null),
    ),
  );
}

/** The parts of a line that one function each carries out, as ranges of its exchanges. */
export function stretchesOf(
  { exchanges }: Sequence,
  { functionOf }: SourceReader,
): { from: number; to: number }[] {
  const parts: { from: number; to: number; carrier: string }[] = [];
  for (const [at, { site }] of exchanges.entries()) {
    const carrier = functionOf(site?.frames[0]);
    const last = parts.at(-1);
    if (last?.carrier === carrier) last.to = at + 1;
    else parts.push({ from: at, to: at + 1, carrier });
  }
  return parts;
}

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

/** True where a round writes, and uses two connections: neither waits for the other. */
const writesByTwo = ({ exchanges, period }: Sequence): boolean =>
  exchanges.some(({ commands }) => commands.some(({ n }) => !onlyReads(n))) &&
  exchanges.some(({ commands: [one] }, at) => one?.conn !== exchanges[at - (at % period)]?.commands[0]?.conn);

/** True where the program works between a write and what takes its key away, as it does while it holds a lock. */
const worksOnWritten = (
  { exchanges, period }: Sequence,
  { isBehindWork, placeOf }: SourceEvidence,
): boolean =>
  exchanges.some((later, at) => {
    const place = at % period;
    return (
      releases(later) &&
      exchanges
        .slice(at - place, at)
        .some(
          (one, origin) =>
            changesAll(one) &&
            one.commands[0]?.kn === later.commands[0]?.kn &&
            placeOf.slice(origin + 1, place + 1).some((other) => isBehindWork[other]),
        )
    );
  });

const releases = ({ commands }: Exchange): boolean =>
  commands.some(({ n }) => /^(?:DEL|UNLINK|GETDEL|EVAL|EVALSHA|FCALL|DECR|HDEL|SREM|ZREM|LREM)$/.test(n));

/** The very same read again, or the same pop that a reply may decide: it waits for something to change. */
function isSameAgain({ exchanges, period, form }: Sequence, isProven: boolean): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  const distance = form === 'loop' ? period : 1;
  return commands.every(({ n, kn, an }, at) => {
    const before = commands[at < distance && form === 'loop' ? at : Math.max(0, at - distance)];
    return (
      n === before?.n &&
      mayBeOne(kn, before.kn) &&
      mayBeOne(an, before.an) &&
      (isAsking(n) || (takesAway(n) && !isProven))
    );
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

const isAsking = (name: string): boolean => onlyReads(name) || /^(?:PING|TIME|ECHO)$/.test(name);

/** The last reply is the first without a value: it was probably what ended the loop. */
function endsWithNothing(runs: readonly Sequence[]): boolean {
  const ending = runs.filter(({ exchanges }) => {
    const nils = exchanges.map(({ commands }) => commands[0]?.nil === 1);
    return nils.at(-1) === true && nils.indexOf(true) === nils.length - 1;
  });
  return ending.length >= runs.length / 2;
}

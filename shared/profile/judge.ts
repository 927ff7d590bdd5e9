import type { Exchange } from './exchanges.ts';
import type { ValueFlow } from './flow.ts';
import type { FindingCode, ReasonCode } from '../contract/profile.ts';
import { fewest, type Sequence } from './runs.ts';
import { numbersKept, type Frame } from '../contract/profile-trace.ts';

/** What is known of a sequence. `levels`: how many round trips it needs when all is batched that may be. */
export interface Evidence {
  code: Extract<FindingCode, 'independent-sequence' | 'dependent-sequence' | 'sequence'>;
  levels: number;
  reasons: ReasonCode[];
}

export interface SourceReader {
  /** Whether it is known where in the program a command was sent. */
  seesSites: boolean;
  /** Whether the source of the program is there to be read. */
  hasSource: boolean;
  /** The flow of values in a file of the program; `null`: it cannot be read. */
  flowOf: (file: string) => ValueFlow | null;
}

/** Each call answers with where the next begins, or takes what is there until nothing is. */
export const cursors: readonly string[] = [
  'SCAN',
  'SSCAN',
  'HSCAN',
  'ZSCAN',
  'XREAD',
  'XREADGROUP',
  'XAUTOCLAIM',
];
const blocking = /^(?:B[LRZ]\w+|WAIT|WAITAOF|EXEC|WATCH|UNWATCH|MULTI|DISCARD)$/;
export const isBlocking = (name: string): boolean => blocking.test(name);
const reads =
  /^(?:GET|MGET|HGET|HMGET|HGETALL|EXISTS|TTL|PTTL|TYPE|STRLEN|LLEN|SCARD|ZCARD|HLEN|LRANGE|SMEMBERS|SISMEMBER|ZSCORE|ZRANGE|HEXISTS|GETRANGE|LINDEX|ZRANK)$/;
const scripts = /^(?:EVAL|EVALSHA|FCALL)/;
const counts = /^(?:INCR|INCRBY|DECR|DECRBY|HINCRBY|SETNX|PFADD)$/;
const expires = /^P?EXPIRE(?:AT)?$/;

/** From this share of steps on, a token of a reply in the next key is no chance. */
const mostSteps = 0.5;
const shortSteps = 0.8;

/** Judges runs of the same places. Only what nothing speaks against is independent. */
export function judgeRuns(runs: readonly Sequence[], units: number, reader: SourceReader): Evidence {
  const dependent = (...reasons: ReasonCode[]): Evidence => ({
    code: 'dependent-sequence',
    levels: 0,
    reasons,
  });
  const unsure = (...reasons: ReasonCode[]): Evidence => ({ code: 'sequence', levels: 0, reasons });
  const [first] = runs;
  if (!first) return unsure('not-seen');
  const names = new Set(first.exchanges.map(({ name }) => name));
  if ([...names].some((name) => cursors.includes(name))) return dependent('cursor');
  if ([...names].some(isBlocking)) return unsure('blocking');
  if (runs.some(({ exchanges }) => exchanges.some(({ commands }) => commands.some(({ err }) => err === 1))))
    return unsure('failures');
  if (runs.some(({ exchanges }) => mayHideAWrite(exchanges))) return unsure('not-seen');
  const staged = first.form === 'line' ? stagesOf(runs, reader) : null;
  if (staged !== null) return { code: 'independent-sequence', levels: staged, reasons: [reasonOf(staged)] };
  const steps = stepsOf(runs);
  if (steps.dependent >= mostSteps) return dependent('key-from-reply');
  if (steps.maybe >= shortSteps && steps.count >= 4) return dependent('key-from-reply');
  if (runs.some(({ exchanges }) => readsThenWrites(exchanges))) return dependent('read-then-write');
  if (runs.every(({ exchanges }) => isSameAgain(exchanges))) return unsure('same-command');
  if (!reader.seesSites) return unsure(endsWithNothing(runs) ? 'until-nothing' : 'no-key-seen');
  const source = sourceOf(first, reader);
  if (source.reach === 'argument') return dependent('key-from-reply');
  if (source.reach === 'condition') return unsure('condition');
  if (source.reach === 'seen' && first.form === 'loop')
    return { code: 'independent-sequence', levels: source.levels, reasons: [reasonOf(source.levels)] };
  // What a script does, and for whom a library calls it, is not seen.
  if ([...names].some((name) => scripts.test(name))) return unsure('not-seen');
  if (first.form === 'line') return unsure('other-sites');
  if (endsWithNothing(runs)) return unsure('until-nothing');
  if (steps.dependent > 0 || steps.maybe > 0.3) return unsure('not-seen');
  const lengths = new Set(runs.map(({ exchanges }) => exchanges.length));
  if (lengths.size > 1 || runs.length < units * 0.9) return unsure('varying');
  if (first.period > 1) return unsure('other-sites');
  // A file too large to be read may hold what values do not show.
  if (reader.hasSource && first.exchanges.some((one) => !isFileRead(one, reader))) return unsure('not-seen');
  return { code: 'independent-sequence', levels: 1, reasons: ['no-key-from-reply', 'not-seen'] };
}

const isFileRead = ({ site }: Exchange, reader: SourceReader): boolean =>
  reader.flowOf(site?.frames[0]?.[0] ?? '') !== null;

const reasonOf = (levels: number): ReasonCode => (levels === 1 ? 'no-key-from-reply' : 'stages');

/** How many round trips a line needs of which enough may share one; `null`: too few may, or it is not seen. */
function stagesOf(runs: readonly Sequence[], reader: SourceReader): number | null {
  const [first] = runs;
  if (!first) return null;
  const source = sourceOf(first, reader);
  if (source.reach !== 'seen') return null;
  const levels: number[] = [];
  for (const place of first.exchanges.keys()) {
    let level = 1;
    for (let origin = 0; origin < place; origin++) {
      const needs =
        source.links.some(([from, to]) => from === origin && to === place) ||
        runs.some(({ exchanges }) => isAnswerIn(exchanges[origin], exchanges[place]));
      const follows = runs.some(({ exchanges }) => keepsOrder(exchanges[origin], exchanges[place]));
      if (needs || follows) level = Math.max(level, (levels[origin] ?? 1) + (needs ? 1 : 0));
    }
    levels.push(level);
  }
  const needed = Math.max(...levels);
  return levels.length - needed >= fewest - 1 ? needed : null;
}

const isAnswerIn = (one: Exchange | undefined, other: Exchange | undefined): boolean =>
  other?.commands.some(({ deps }) => one?.commands.some(({ id }) => deps.includes(id))) ?? false;

/** What changes something stays behind all that was sent before it, and what reads a key behind what changed it. */
function keepsOrder(one: Exchange | undefined, other: Exchange | undefined): boolean {
  const [earlier, later] = [one?.commands ?? [], other?.commands ?? []];
  if (later.some(({ n }) => !reads.test(n))) return true;
  return earlier.some(
    ({ n, kn }) =>
      !reads.test(n) && (kn === null || later.some((read) => read.kn === null || read.kn === kn)),
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

/** In which share of steps an argument came from a reply of the same run. */
function stepsOf(runs: readonly Sequence[]): { dependent: number; maybe: number; count: number } {
  let [count, dependent, maybe] = [0, 0, 0];
  for (const { exchanges, period, form } of runs) {
    const earlier = new Set<number>();
    // Of several places that take turns, a reply of this round is a stage; one of an earlier round is a chain.
    const stage = form === 'loop' ? period : 1;
    for (let at = 0; at < exchanges.length; at += stage) {
      const round = exchanges.slice(at, at + stage).flatMap(({ commands }) => commands);
      const last = exchanges
        .slice(Math.max(0, at - stage), at)
        .flatMap(({ commands }) => commands.map(({ id }) => id));
      if (at > 0) {
        count++;
        if (round.some(({ deps }) => deps.some((id) => earlier.has(id)))) dependent++;
        if (round.some((command) => command.maybe.some((id) => last.includes(id)))) maybe++;
      }
      for (const { id } of round) earlier.add(id);
    }
  }
  return { count, dependent: dependent / Math.max(1, count), maybe: maybe / Math.max(1, count) };
}

/** A key is read and then written, or counted and then given a time: the second is not to be sent without the first. */
function readsThenWrites(exchanges: readonly Exchange[]): boolean {
  const read = new Set<number>();
  for (const { n, kn } of exchanges.flatMap(({ commands }) => commands)) {
    if (kn === null) continue;
    if ((reads.test(n) || counts.test(n)) && !(counts.test(n) && read.has(kn))) read.add(kn);
    if (!reads.test(n) && !counts.test(n) && read.has(kn)) return true;
    if (expires.test(n) && read.has(kn)) return true;
  }
  return false;
}

/** The very same read again: it waits for something to change. */
function isSameAgain(exchanges: readonly Exchange[]): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  return commands.every(({ n, kn, an }, at) => {
    const before = commands[Math.max(0, at - 1)];
    const isSame = n === before?.n && mayBeOne(kn, before.kn) && mayBeOne(an, before.an);
    return isSame && !/^(?:INCR|DECR|[LR]PUSH|XADD)/.test(n);
  });
}

/** Two numbers may be of one value where the earlier was forgotten before the later came. */
const mayBeOne = (one: number | null, other: number | null): boolean =>
  one === other || (one !== null && other !== null && Math.abs(one - other) >= numbersKept);

/** True where a key may have been read, and then written under another number. */
function mayHideAWrite(exchanges: readonly Exchange[]): boolean {
  const commands = exchanges.flatMap((exchange) => exchange.commands);
  if (commands.every(({ n }) => reads.test(n))) return false;
  let [least, most] = [Infinity, -Infinity];
  for (const { kn } of commands) if (kn !== null) [least, most] = [Math.min(least, kn), Math.max(most, kn)];
  return most - least >= numbersKept;
}

/** The last reply is the first without a value: it was probably what ended the loop. */
function endsWithNothing(runs: readonly Sequence[]): boolean {
  const ending = runs.filter(({ exchanges }) => {
    const nils = exchanges.map(({ commands }) => commands[0]?.nil === 1);
    return nils.at(-1) === true && nils.indexOf(true) === nils.length - 1;
  });
  return ending.length >= runs.length / 2;
}

interface SourceEvidence {
  /** `seen`: no value flows back. `unknown`: the source does not show it. */
  reach: 'argument' | 'condition' | 'seen' | 'unknown';
  levels: number;
  /** Of a line, which place needs which: the earlier one, then the later one. */
  links: (readonly [number, number])[];
}

/** What the source says, at the frame whose loop (or function) carries the sequence out. */
function sourceOf(run: Sequence, reader: SourceReader): SourceEvidence {
  const places = run.exchanges.slice(0, run.period);
  const deepest = Math.max(...run.exchanges.map(({ site }) => site?.frames.length ?? 0));
  const framesAt = (place: number, depth: number): Frame | undefined =>
    run.exchanges
      .filter((_, index) => index % run.period === place)
      .map(({ site }) => site?.frames[depth])
      .find((frame) => frame !== undefined);
  const isRead = places.map(({ name }) => reads.test(name));
  let inner: readonly number[] = [];
  for (let depth = 0; depth < Math.min(deepest, 4); depth++) {
    const frames = places.map((_, place) => framesAt(place, depth));
    const [file] = frames[0] ?? [];
    const flow = file === undefined ? null : reader.flowOf(file);
    if (!flow || frames.some((frame) => frame?.[0] !== file))
      return { reach: 'unknown', levels: 0, links: [] };
    const calls = frames.flatMap((frame) => (frame ? (flow.callAt(frame[1], frame[2]) ?? []) : []));
    if (calls.length < places.length) return { reach: 'unknown', levels: 0, links: [] };
    const functions = calls.map((call) => flow.functionOf(call));
    // A function that calls itself does so for a reason that is not seen.
    if (inner.length > 0 && functions.some((one) => inner.includes(one)))
      return { reach: 'condition', levels: 0, links: [] };
    inner = functions;
    const isLine = run.form === 'line';
    const distinct = new Set(calls).size === calls.length;
    if (flow.areTogether(calls) && (isLine ? distinct : flow.isInLoop(calls[0] ?? 0)))
      return flowBetween(calls, flow, isLine, isRead);
    for (const call of calls) {
      const reach = flow.reach(call, call, isRead.every(Boolean));
      if (reach !== 'none') return { reach, levels: 0, links: [] };
    }
    if (isLine && !distinct && new Set(calls).size > 1) return { reach: 'unknown', levels: 0, links: [] };
    // Who calls a callback is not seen.
    if (calls.some((call) => flow.isInCallback(call))) return { reach: 'unknown', levels: 0, links: [] };
  }
  return { reach: 'unknown', levels: 0, links: [] };
}

/** Calls in the order in which they are made; a later one may need an earlier one of its round, but none an older round. */
function flowBetween(
  calls: readonly number[],
  flow: ValueFlow,
  isLine: boolean,
  isRead: readonly boolean[],
): SourceEvidence {
  const levels = calls.map(() => 1);
  const links: [number, number][] = [];
  for (const [place, to] of calls.entries())
    for (const [origin, from] of calls.entries()) {
      if (isLine && from === to) continue;
      const reach = flow.reach(from, to, isRead[place]);
      if (reach === 'condition') return { reach, levels: 0, links: [] };
      if (reach === 'none') continue;
      if (isLine ? origin > place : from >= to) return { reach, levels: 0, links: [] };
      links.push([origin, place]);
      levels[place] = Math.max(levels[place] ?? 1, (levels[origin] ?? 1) + 1);
    }
  return { reach: 'seen', levels: Math.max(...levels), links };
}

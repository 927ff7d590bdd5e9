import type { Exchange } from './exchanges.ts';
import type { TracedSite } from './read-trace.ts';
import type { Frame } from '../contract/profile-trace.ts';

/** Exchanges of which each was issued in the turn of the reply before: nothing was waited for between them. */
export interface Sequence {
  exchanges: Exchange[];
  /** How many places take turns; each place has the same part in every round. */
  period: number;
  /** `loop`: the same places again and again. `line`: different places, one after another. */
  form: 'loop' | 'line';
}

/** From this many on a sequence is spoken of. */
export const fewest = 3;
/** Of so many places at most a loop is known. */
export const longestPeriod = 32;

/** Chains of exchanges that waited for each other and for nothing else. */
export function chainsOf(exchanges: readonly Exchange[]): Exchange[][] {
  const chains: Exchange[][] = [];
  /** Of each turn, chains whose last reply came in it. */
  const ending = new Map<number, Exchange[][]>();
  for (const exchange of exchanges) {
    const open = exchange.issuedTurn === 0 ? [] : (ending.get(exchange.issuedTurn) ?? []);
    const free = open.filter((chain) => {
      const last = chain.at(-1);
      return last?.repliedMs != null && last.repliedMs <= exchange.issuedMs;
    });
    const chain = free.find((one) => areSamePlace(one.at(-1)?.site, exchange.site)) ?? free.at(-1);
    if (chain) {
      open.splice(open.indexOf(chain), 1);
      chain.push(exchange);
    } else chains.push([exchange]);
    const ended = chain ?? chains.at(-1);
    if (!ended || exchange.repliedTurn === 0) continue;
    const others = ending.get(exchange.repliedTurn);
    if (others) others.push(ended);
    else ending.set(exchange.repliedTurn, [ended]);
  }
  return chains;
}

/** The runs of a chain; what is too short to be one is left out. */
export function sequencesOf(chain: readonly Exchange[]): Sequence[] {
  const runs: Sequence[] = [];
  let line: Exchange[] = [];
  const endLine = () => {
    if (line.length >= fewest) runs.push({ exchanges: line, period: line.length, form: 'line' });
    line = [];
  };
  for (let at = 0; at < chain.length;) {
    const exchange = chain[at];
    if (!exchange) break;
    const found = repetitionAt(chain, at);
    if (found) {
      endLine();
      const { from, to, period } = found;
      runs.push({ exchanges: chain.slice(from, to), period, form: 'loop' });
      at = to;
      continue;
    }
    if (!isAlone(exchange)) endLine();
    else {
      if (line[0] && line[0].site?.owner !== exchange.site?.owner) endLine();
      line.push(exchange);
    }
    at++;
  }
  endLine();
  return runs;
}

interface Repetition {
  from: number;
  to: number;
  period: number;
}

/** Places that take turns from here on. The time is linear in the chain: a period has a bound. */
function repetitionAt(chain: readonly Exchange[], from: number): Repetition | null {
  const block: Exchange[] = [];
  for (let period = 1; period <= longestPeriod; period++) {
    const last = chain[from + period - 1];
    if (!last || !isAlone(last) || last.site?.owner !== chain[from]?.site?.owner) return null;
    if (block.some(({ site }) => areSamePlace(site, last.site))) return null;
    block.push(last);
    let end = from + period;
    for (let next = chain[end]; next && isNextRound(chain[end - period], next); next = chain[end]) end++;
    const rounds = Math.floor((end - from) / period);
    if (rounds < fewest) continue;
    // A round begins with the place that stands first.
    const turn = firstPlace(block);
    const whole = turn === 0 ? rounds : Math.floor((end - from - turn) / period);
    return whole >= fewest
      ? { from: from + turn, to: from + turn + whole * period, period }
      : { from, to: from + rounds * period, period };
  }
  return null;
}

/**
 * Whether a command is that of the same place, a round later, and not the first of another call of the function around.
 * Behind an `await`, a function has no caller on the stack but by `async` frames; when it is called, it has.
 */
const isNextRound = (before: Exchange | undefined, next: Exchange): boolean =>
  isAlone(next) && areSamePlace(before?.site, next.site) && callersOf(next) <= callersOf(before);

/** How many functions stand on the stack that no `await` has left. */
function callersOf(exchange: Exchange | undefined): number {
  const frames = exchange?.site?.frames ?? [];
  const awaiting = frames.findIndex(isAwait);
  return awaiting < 0 ? frames.length : awaiting;
}

function firstPlace(block: readonly Exchange[]): number {
  const frames = block.map(({ site }) => site?.frames[0]);
  if (frames.some((frame) => frame === undefined || frame[0] !== frames[0]?.[0])) return 0;
  const places = frames.map((frame) => (frame?.[1] ?? 0) * 10_000 + (frame?.[2] ?? 0));
  return places.indexOf(Math.min(...places));
}

const isAlone = ({ commands, site }: Exchange): boolean => commands.length === 1 && site !== null;

/**
 * Whether two commands were issued at one place: the same call, reached in the same way. Behind an `await` the callers
 * of a function are known no longer, or by the place of their own `await`.
 */
export function areSamePlace(
  one: TracedSite | null | undefined,
  other: TracedSite | null | undefined,
): boolean {
  if (!one || !other) return false;
  if (one === other || one.key === other.key) return true;
  if (one.owner !== other.owner) return false;
  const [mine, theirs] = [one.frames, other.frames];
  if (!isSame(mine[0], theirs[0], true)) return false;
  return isSame(mine[1], theirs[1], false) || isResumed(mine, theirs) || isResumed(theirs, mine);
}

/** Whether only callers that hand a promise on, without an `await` of their own, are missing behind the `await`. */
function isResumed([, ...callers]: readonly Frame[], [, awaiting]: readonly Frame[]): boolean {
  return (
    awaiting !== undefined && isAwait(awaiting) && callers.some((caller) => isSame(caller, awaiting, false))
  );
}

function isSame(one: Frame | undefined, other: Frame | undefined, exactly: boolean): boolean {
  if (!one || !other) return !exactly;
  if (one[0] !== other[0]) return false;
  if (exactly) return one[1] === other[1] && one[2] === other[2];
  return isAwait(one) === isAwait(other) ? one[1] === other[1] : bareName(one) === bareName(other);
}

const isAwait = ([, , , name]: Frame): boolean => name.startsWith('async ');
/** Of a frame, the function without how it was reached. */
export const bareName = ([, , , name]: Frame): string => name.replace(/^async /, '');

import type { Exchange } from './exchanges.ts';
import { EndedChains } from './ended-chains.ts';
import { areSamePlace, bareName, callAt, isAwait } from './places.ts';
import { smallest } from '../statistics/extremes.ts';

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
  const endedIn = new Map<number, EndedChains>();
  for (const exchange of exchanges) {
    const { issuedTurn, repliedTurn, repliedMs } = exchange;
    let chain = issuedTurn === 0 ? null : (endedIn.get(issuedTurn)?.take(exchange) ?? null);
    if (chain) chain.push(exchange);
    else chains.push((chain = [exchange]));
    if (repliedTurn === 0 || repliedMs === null) continue;
    const ended = endedIn.get(repliedTurn) ?? new EndedChains();
    endedIn.set(repliedTurn, ended);
    ended.add({ chain, repliedMs, site: exchange.site });
  }
  return chains;
}

/** Exchanges that another one of the same function was issued beside: together they are as a batch. */
function besideOthers(exchanges: readonly Exchange[]): ReadonlySet<Exchange> {
  const byTurn = new Map<string, Exchange[]>();
  for (const exchange of exchanges) {
    if (exchange.site === null || exchange.issuedTurn === 0) continue;
    const [frame] = exchange.site.frames;
    const name = frame ? bareName(frame) : '';
    const key = `${exchange.issuedTurn} ${name === '' ? callAt(exchange.site) : `${frame?.[0] ?? ''} ${name}`}`;
    const group = byTurn.get(key);
    if (group) group.push(exchange);
    else byTurn.set(key, [exchange]);
  }
  return new Set([...byTurn.values()].filter(({ length }) => length > 1).flat());
}

/** The runs of all exchanges of a unit. */
export function allSequences(exchanges: readonly Exchange[]): Sequence[] {
  const beside = besideOthers(exchanges);
  return chainsOf(exchanges).flatMap((chain) => sequencesOf(chain, beside));
}

/**
 * The runs of a chain; what is too short to be one is left out. No line goes over a batch, nor over those that are
 * `beside` others.
 */
export function sequencesOf(
  chain: readonly Exchange[],
  beside: ReadonlySet<Exchange> = new Set(),
): Sequence[] {
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
    if (!isAlone(exchange) || beside.has(exchange)) endLine();
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
  for (let period = 1; period <= longestPeriod; period++) {
    const last = chain[from + period - 1];
    if (!last || !isAlone(last) || last.site?.owner !== chain[from]?.site?.owner) return null;
    let end = from + period;
    for (let next = chain[end]; next && isNextRound(chain[end - period], next); next = chain[end]) end++;
    const rounds = Math.floor((end - from) / period);
    if (rounds < fewest) continue;
    const block = chain.slice(from, from + period);
    if (!areDifferent(block)) return null;
    // A round begins with the place that stands first.
    const turn = firstPlace(block);
    const whole = turn === 0 ? rounds : Math.floor((end - from - turn) / period);
    return whole >= fewest
      ? { from: from + turn, to: from + turn + whole * period, period }
      : { from, to: from + rounds * period, period };
  }
  return null;
}

const areDifferent = (block: readonly Exchange[]): boolean =>
  block.every(({ site }, at) => !block.slice(0, at).some((earlier) => areSamePlace(earlier.site, site)));

/**
 * Whether a command is that of the same place, a round later, and not the first of another call of the function around.
 * Behind an `await`, a function has no caller on the stack but by `async` frames; when it is called, it has.
 */
const isNextRound = (before: Exchange | undefined, next: Exchange): boolean =>
  isAlone(next) && areSamePlace(before?.site, next.site) && callersOf(next) <= callersOf(before);

/** How many functions stand on the stack that no `await` has left. */
export function callersOf(exchange: Exchange | undefined): number {
  const frames = exchange?.site?.frames ?? [];
  const awaiting = frames.findIndex(isAwait);
  return awaiting < 0 ? frames.length : awaiting;
}

function firstPlace(block: readonly Exchange[]): number {
  const frames = block.map(({ site }) => site?.frames[0]);
  if (frames.some((frame) => frame === undefined || frame[0] !== frames[0]?.[0])) return 0;
  const places = frames.map((frame) => (frame?.[1] ?? 0) * 10_000 + (frame?.[2] ?? 0));
  return places.indexOf(smallest(places));
}

const isAlone = ({ commands, site }: Exchange): boolean => commands.length === 1 && site !== null;

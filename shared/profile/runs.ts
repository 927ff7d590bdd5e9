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
const longestPeriod = 4;

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
      runs.push({ ...found, form: 'loop' });
      const last = found.exchanges.at(-1);
      at = last ? chain.indexOf(last) + 1 : at + 1;
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

function repetitionAt(
  chain: readonly Exchange[],
  from: number,
): Pick<Sequence, 'exchanges' | 'period'> | null {
  for (let period = 1; period <= longestPeriod; period++) {
    const block = chain.slice(from, from + period);
    if (block.length < period || !block.every(isAlone)) return null;
    if (
      block.some(({ site }, index) =>
        block.some((other, place) => place < index && areSamePlace(other.site, site)),
      )
    )
      return null;
    if (block.some(({ site }) => site?.owner !== block[0]?.site?.owner)) return null;
    let end = from + period;
    for (
      let next = chain[end];
      next && isAlone(next) && areSamePlace(chain[end - period]?.site, next.site);
      next = chain[end]
    )
      end++;
    const rounds = Math.floor((end - from) / period);
    if (rounds < fewest) continue;
    // A round begins with the place that stands first.
    const turn = firstPlace(block);
    const whole = turn === 0 ? rounds : Math.floor((end - from - turn) / period);
    if (whole >= fewest) return { exchanges: chain.slice(from + turn, from + turn + whole * period), period };
    return { exchanges: chain.slice(from, from + rounds * period), period };
  }
  return null;
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

import { isUnusual, mayThrow, worksBetween } from './plain-code.ts';
import { asks, isChosen, ReplyTrail, type TrailRange } from './reply-trail.ts';
import { asksNothing } from './source-calls.ts';
import { isWithin, type Range, SourceShape } from './source-shape.ts';

/** The way by which the reply of one call reaches another. `handed`: perhaps, by one that the source does not show. */
export type Reach = 'none' | 'argument' | 'condition' | 'handed';

/** A call, and the one that its reply may reach. */
interface Step {
  from: number;
  to: number;
  isLoop: boolean;
  isRead: boolean;
}

/** Facts about two calls that do not stand in the source. */
export interface Reaching extends Partial<Pick<TrailRange, 'known' | 'isClient'>> {
  /** The later call changes nothing, so that it may as well be sent where an error would have kept it back. */
  isRead?: boolean;
}

/** What a source says of the flow of values between calls, as far as names show it. */
export class ValueFlow {
  readonly #shape: SourceShape;
  readonly #trails = new Map<string, ReplyTrail>();

  constructor(source: string) {
    this.#shape = new SourceShape(source);
  }

  /** The call at a place, by the name that stands before its arguments; `null`: there is none. */
  callAt(line: number, column: number): number | null {
    const index = this.#shape.at(line, column);
    const given = index < 0 ? null : this.#shape.argumentsOf(index);
    if (!given) return null;
    // Behind an `await` the place is that of the `await`.
    return this.#shape.text(index) === 'await' ? given.from - 2 : index;
  }

  isInLoop(call: number): boolean {
    return this.#shape.loopOf(call) !== null;
  }

  /** Whether calls are carried out by one and the same loop, or by one function outside of any. */
  areTogether(calls: readonly number[]): boolean {
    const [first = -1] = calls;
    const [loop, within] = [this.#shape.loopOf(first), this.#shape.functionOf(first)];
    return calls.every(
      (call) =>
        this.#shape.loopOf(call)?.from === loop?.from && this.#shape.functionOf(call).from === within.from,
    );
  }

  /** Where the function is that holds a call. */
  functionOf(call: number): number {
    return this.#shape.functionOf(call).from;
  }

  /**
   * True where a call of another source (or of this one) is a call of the function that holds `inner`: by its name, or by a
   * parameter that the function was given for.
   */
  calls(call: number, inner: number, source: ValueFlow): boolean {
    const [mine, theirs] = [this.#shape, source.#shape];
    const body = theirs.functionOf(inner).from;
    const [name, called] = [theirs.nameOfFunction(body), mine.text(call)];
    if (name === called) return true;
    if (name === '' || name === 'exports' || name === 'default')
      if (theirs !== mine && !theirs.isCallback(body)) return true;
    return (
      theirs.isCallback(body) &&
      mine.chainStart(call) === call &&
      mine.parametersOf(mine.functionOf(call).from).includes(called)
    );
  }

  /** True where calls stand in code that is followed: no construct there hides how a value changes. */
  isPlain(calls: readonly number[]): boolean {
    return !calls.some((call) => isUnusual(this.#shape, call, calls));
  }

  /** True where the program works between two calls, as it does while it holds a lock. */
  worksBetween(from: number, to: number, known: readonly number[]): boolean {
    return worksBetween(this.#shape, from, to, known);
  }

  /** True where a reply may throw, as `reply.length` does where there is none, and so keep back a later write. */
  mayThrow(from: number, to: number, { known = [from, to], isClient = true }: Reaching = {}): boolean {
    const shape = this.#shape;
    const loop = shape.loopOf(from);
    const range = loop ?? shape.functionOf(from);
    const trail = this.#trailOf({ from, range, known, isClient });
    const between = { from: shape.statementStart(from), to: shape.chainStart(to) };
    return mayThrow(shape, trail, loop ?? between);
  }

  /** The way by which the reply of a call reaches another (or itself, the next time), within their loop or function. */
  reach(
    from: number,
    to: number,
    { isRead = true, known = [from, to], isClient = true }: Reaching = {},
  ): Reach {
    const shape = this.#shape;
    const loop = shape.loopOf(to);
    const range = loop ?? shape.functionOf(to);
    const given = shape.argumentsOf(to);
    if (!given) return 'handed';
    if (from !== to && isWithin(given, from)) return 'argument';
    const begins = shape.statementStart(from);
    const isOneStatement = begins === shape.statementStart(to);
    if (from < to && isOneStatement && this.#isChosen(from, to)) return 'condition';
    // Only an earlier statement can give something to a later one.
    if (loop === null && from > to) return 'none';
    const trail = this.#trailOf({ from, range, known, isClient });
    const comesFirst = loop !== null || from < to;
    if (comesFirst ? trail.has(given) === 'whole' : trail.hasState(given)) return 'argument';
    if (comesFirst) {
      if (loop && trail.has(loop.header) !== 'none') return 'condition';
      if (!loop && !isOneStatement && shape.text(begins) === 'return') return 'condition';
      if (this.#isDecided(trail, range, { from, to, isLoop: loop !== null, isRead })) return 'condition';
    }
    const isBetween = (at: number) => loop !== null || from === to || (at >= begins && at < to);
    if ([...trail.asked].some(isBetween)) return 'condition';
    if ([...trail.handed].some(isBetween)) return 'handed';
    return comesFirst && (trail.has(given) === 'part' || asksNothing(shape, given)) ? 'handed' : 'none';
  }

  #trailOf(at: TrailRange): ReplyTrail {
    const key = `${at.from} ${at.range.from} ${at.isClient} ${at.known.join(' ')}`;
    const trail = this.#trails.get(key) ?? new ReplyTrail(this.#shape, at);
    this.#trails.set(key, trail);
    return trail;
  }

  /** True where an operator that chooses stands between two calls of a statement, as in `await a() ?? await b()`. */
  #isChosen(from: number, to: number): boolean {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      if (!isChosen(shape, at, at + 1)) continue;
      const inside = shape.tokens[at]?.inside ?? -1;
      const ends = shape.tokens.slice(at, to).some((token) => token.inside === inside && token.text === ',');
      if (!ends && (inside < 0 || (shape.tokens[inside]?.partner ?? -1) > to)) return true;
    }
    return false;
  }

  /** True where the reply decides if a call is reached (again). */
  #isDecided(trail: ReplyTrail, range: Range, step: Step): boolean {
    const shape = this.#shape;
    const call = step.to;
    for (let at = range.from; at < range.to; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word' || !asks.includes(token.text)) continue;
      const head = shape.tokens[at + 1];
      if (head?.text !== '(' || head.partner < 0) continue;
      if (trail.has({ from: at + 2, to: head.partner }) === 'none') continue;
      if (this.#isGuarded({ from: head.partner + 1, to: shape.statementEnd(at) }, step)) return true;
    }
    const start = shape.statementStart(call);
    const begun = { from: start, to: shape.chainStart(call) };
    if (isWithin(begun, step.from)) return false;
    return isChosen(shape, begun.from, begun.to) && trail.has(begun) !== 'none';
  }

  /** Whether what is done on a condition holds a call, or leaves before it is reached (again). */
  #isGuarded(then: Range, { to: call, isLoop, isRead }: Step): boolean {
    if (isWithin(then, call)) return true;
    const leaves = isRead && !this.#isTried(then.from) ? ['break', 'return'] : ['break', 'return', 'throw'];
    if (leaves.some((word) => this.#says(then, word)) && (isLoop || then.to <= call)) return true;
    return this.#says(then, 'continue') && (then.to <= call || this.#says(then, 'continue', true));
  }

  /** True where a `try` catches what is thrown at a token, within its function. */
  #isTried(index: number): boolean {
    const shape = this.#shape;
    const within = shape.functionOf(index).from;
    for (let at = shape.tokens[index]?.inside ?? -1; at > within; at = shape.tokens[at]?.inside ?? -1)
      if (shape.text(at - 1) === 'try') return true;
    return false;
  }

  #says({ from, to }: Range, word: string, withLabel = false): boolean {
    const shape = this.#shape;
    const within = shape.functionOf(from).from;
    for (let at = from; at < to; at++)
      if (shape.text(at) === word && shape.functionOf(at).from === within)
        if (!withLabel || (shape.tokens[at + 1]?.type === 'word' && shape.tokens[at + 1]?.leads === false))
          return true;
    return false;
  }
}

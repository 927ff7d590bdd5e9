import { isWithin, type Range, SourceShape } from './source-shape.ts';

/** How the reply of one call reaches another. */
export type Reach = 'none' | 'argument' | 'condition';

/** Objects of the language, which keep nothing. */
const pure = [
  'JSON',
  'Math',
  'Object',
  'Array',
  'Number',
  'String',
  'Boolean',
  'Promise',
  'Buffer',
  'Date',
  'console',
  'BigInt',
];

/** A call, and the one that its reply may reach. */
interface Step {
  from: number;
  to: number;
  isLoop: boolean;
  isRead: boolean;
}

const asks = ['if', 'while', 'switch'];
const choices = ['&&', '||', '??', '?'];

/** What a source says of the flow of values between calls, as far as names show it. */
export class ValueFlow {
  readonly #shape: SourceShape;

  constructor(source: string) {
    this.#shape = new SourceShape(source);
  }

  /** The call at a place; `null`: there is none. */
  callAt(line: number, column: number): number | null {
    const index = this.#shape.at(line, column);
    return index < 0 || this.#shape.argumentsOf(index) === null ? null : index;
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

  /** Whether the function that holds a call is handed to another one. */
  isInCallback(call: number): boolean {
    return this.#shape.isCallback(this.#shape.functionOf(call).from);
  }

  /** Where the function is that holds a call. */
  functionOf(call: number): number {
    return this.#shape.functionOf(call).from;
  }

  /**
   * How the reply of a call reaches another (or itself, the next time), within their loop or function. `isRead`: the
   * other one changes nothing, so that it may as well be sent where an error would have kept it back.
   */
  reach(from: number, to: number, isRead = true): Reach {
    const loop = this.#shape.loopOf(to);
    const range = loop ?? this.#shape.functionOf(to);
    const given = this.#shape.argumentsOf(to);
    if (given && from !== to && isWithin(given, from)) return 'argument';
    if (from < to && this.#shape.statementStart(from) === this.#shape.statementStart(to))
      if (this.#isChosen(from, to)) return 'condition';
    const { names, decidedBy } = this.#seeds(from, range);
    if (decidedBy !== null && this.#decides(decidedBy, { from, to, isLoop: loop !== null, isRead }))
      return 'condition';
    this.#spread(names, range, this.#ownRoot(from));
    // Of one statement after another, only an earlier one can give something to a later one.
    if (loop === null && from > to && !hasState(names)) return 'none';
    if (given && this.#mentions(given, names)) return 'argument';
    if (loop && this.#mentions(loop.header, names)) return 'condition';
    return this.#isDecided(names, range, { from, to, isLoop: loop !== null, isRead }) ? 'condition' : 'none';
  }

  /** Whether a reply that stands in the head of a statement, or is returned by it, decides if a call is reached. */
  #decides(statement: number, step: Step): boolean {
    const shape = this.#shape;
    const { from, to, isLoop } = step;
    const range = { from: statement, to: shape.statementEnd(statement) };
    if (shape.text(statement) === 'return')
      return isWithin(range, to) ? !isLoop && this.#isChosen(from, to) : isLoop || to > from;
    const head = shape.tokens[statement + 1];
    if (shape.text(statement) === 'while' || head === undefined || head.partner < 0)
      return isLoop || to > from;
    if (from !== to && isWithin({ from: statement + 2, to: head.partner }, to)) return to > from;
    return this.#isGuarded({ from: head.partner + 1, to: range.to }, step);
  }

  /** Whether an operator that chooses stands between two calls of a statement, as in `await a() ?? await b()`. */
  #isChosen(from: number, to: number): boolean {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      if (!choices.includes(shape.text(at))) continue;
      const inside = shape.tokens[at]?.inside ?? -1;
      const ends = shape.tokens.slice(at, to).some((token) => token.inside === inside && token.text === ',');
      if (!ends && (inside < 0 || (shape.tokens[inside]?.partner ?? -1) > to)) return true;
    }
    return false;
  }

  #ownRoot(call: number): string {
    return this.#shape.rootName(this.#shape.chainStart(call));
  }

  /** Names that get the reply of a call at once; `decidedBy`: the statement that asks for it, or returns it. */
  #seeds(call: number, range: Range): { names: Set<string>; decidedBy: number | null } {
    const shape = this.#shape;
    const names = new Set<string>();
    this.#callbackNames(call, names);
    let at = shape.chainStart(call);
    for (let steps = 0; steps < 64 && at > range.from; steps++) {
      const before = shape.tokens[at - 1];
      const inside = shape.tokens[at]?.inside ?? -1;
      if (!before || shape.statementStart(at) === at) break;
      if (
        ['await', 'typeof', 'new', 'void'].includes(before.text) ||
        ['!', '...', '-', '+', '~'].includes(before.text)
      )
        at--;
      else if (shape.isAssignment(at - 1)) {
        const targets = shape.targetsOf(at - 1);
        for (const name of targets.names) names.add(name);
        at = targets.start;
      } else if (before.text === 'return') return { names, decidedBy: at - 1 };
      else if (before.text === '=>' || before.text === 'throw' || before.text === 'yield') break;
      else if (inside >= 0 && (at - 1 === inside || [',', ':'].includes(before.text))) {
        const opener = shape.text(inside);
        const caller = shape.tokens[inside - 1];
        if (opener === '{' && shape.isBlock(inside)) at = this.#back(at);
        else if (opener === '(' && caller && ['if', 'while', 'switch'].includes(caller.text))
          return { names, decidedBy: inside - 1 };
        else if (opener === '(' && caller?.text === 'for') return { names, decidedBy: null };
        else if (
          opener === '(' &&
          caller &&
          (caller.type === 'word' || [')', ']', '>'].includes(caller.text)) &&
          !['await', 'return', 'of', 'in'].includes(caller.text)
        ) {
          const start = shape.chainStart(inside - 1);
          const root = shape.rootName(start);
          if (start < inside - 1 && !pure.includes(root)) names.add(root);
          at = start;
        } else at = inside;
      } else at = this.#back(at);
    }
    return { names, decidedBy: null };
  }

  /** Parameters of what is done with a reply in `.then(…)`. */
  #callbackNames(call: number, names: Set<string>): void {
    const shape = this.#shape;
    const given = shape.argumentsOf(call);
    if (!given || shape.text(given.to + 1) !== '.' || shape.text(given.to + 2) !== 'then') return;
    const callback = shape.argumentsOf(given.to + 2);
    if (!callback) return;
    for (let at = callback.from; at < callback.to && shape.text(at) !== '=>'; at++)
      if (shape.tokens[at]?.type === 'word' && shape.text(at) !== 'async') names.add(shape.text(at));
  }

  /** From an operand to where its whole expression begins. */
  #back(from: number): number {
    const shape = this.#shape;
    const level = shape.tokens[from]?.inside ?? -1;
    let at = from;
    while (at - 1 > level) {
      const before = shape.tokens[at - 1];
      if (!before || shape.statementStart(at) === at) break;
      if (shape.isAssignment(at - 1) || [',', ';', 'return', '=>'].includes(before.text)) break;
      at = before.partner >= 0 && before.partner < at - 1 ? before.partner : at - 1;
    }
    return at === from ? from - 1 : at;
  }

  /** Adds every name that gets its value from one of these. `own`: the client, which is no value. */
  #spread(names: Set<string>, range: Range, own: string): void {
    const shape = this.#shape;
    for (let size = -1; size !== names.size;) {
      size = names.size;
      for (let at = range.from; at < range.to; at++) {
        const token = shape.tokens[at];
        if (!token) break;
        if (at > range.from && token.type === 'word' && asks.includes(token.text)) {
          const head = shape.tokens[at + 1];
          if (head?.text === '(' && this.#mentions({ from: at + 2, to: head.partner }, names))
            this.#addSet({ from: head.partner + 1, to: shape.statementEnd(at) }, names);
        }
        if (shape.isAssignment(at)) {
          if (this.#mentions({ from: at + 1, to: shape.expressionEnd(at + 1) }, names))
            for (const name of shape.targetsOf(at).names) names.add(name);
        } else if (
          token.type === 'word' &&
          (token.text === 'of' || token.text === 'in') &&
          shape.text(token.inside) === '('
        ) {
          if (this.#mentions({ from: at + 1, to: shape.expressionEnd(at + 1) }, names))
            for (const name of shape.targetsOf(at).names) names.add(name);
        } else if (token.text === '(' && token.partner > 0 && ['.', '?.'].includes(shape.text(at - 2))) {
          const root = shape.rootName(shape.chainStart(at - 1));
          if (
            root !== own &&
            !pure.includes(root) &&
            /^[\p{L}_$]/u.test(root) &&
            this.#mentions({ from: at + 1, to: token.partner }, names)
          )
            names.add(root);
        }
      }
    }
  }

  /** A variable that is set inside a branch depends on the condition of the branch. */
  #addSet({ from, to }: Range, names: Set<string>): void {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      if (shape.isAssignment(at)) for (const name of shape.targetsOf(at).names) names.add(name);
      if (!['++', '--'].includes(shape.text(at))) continue;
      if (shape.tokens[at - 1]?.type === 'word' && !shape.tokens[at]?.leads)
        names.add(shape.rootName(shape.chainStart(at - 1)));
      else if (shape.tokens[at + 1]?.type === 'word') names.add(shape.rootName(at + 1));
    }
  }

  #mentions({ from, to }: Range, names: ReadonlySet<string>): boolean {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word') continue;
      const [before, after] = [shape.text(at - 1), shape.text(at + 1)];
      if (before === '.' || before === '?.') continue;
      if (after === ':' && ['{', ','].includes(before)) continue;
      if (names.has(token.text === 'this' ? shape.rootName(at) : token.text)) return true;
    }
    return false;
  }

  /** Whether one of these names decides if a call is reached (again). */
  #isDecided(names: ReadonlySet<string>, range: Range, step: Step): boolean {
    const shape = this.#shape;
    const call = step.to;
    for (let at = range.from; at < range.to; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word') continue;
      if (!step.isRead && ['assert', 'invariant'].includes(token.text)) {
        const asserted = shape.argumentsOf(at);
        if (asserted && (step.isLoop || at < call) && this.#mentions(asserted, names)) return true;
      }
      if (!asks.includes(token.text)) continue;
      const head = shape.tokens[at + 1];
      if (head?.text !== '(' || head.partner < 0) continue;
      if (!this.#mentions({ from: at + 2, to: head.partner }, names)) continue;
      if (this.#isGuarded({ from: head.partner + 1, to: shape.statementEnd(at) }, step)) return true;
    }
    const start = shape.statementStart(call);
    const begun = { from: start, to: shape.chainStart(call) };
    const chooses = shape.tokens.slice(begun.from, begun.to).some(({ text }) => choices.includes(text));
    return chooses && this.#mentions(begun, names);
  }

  /** Whether what is done on a condition holds a call, or leaves before it is reached (again). */
  #isGuarded(then: Range, { to: call, isLoop, isRead }: Step): boolean {
    if (isWithin(then, call)) return true;
    const leaves = isRead ? ['break', 'return'] : ['break', 'return', 'throw'];
    if (leaves.some((word) => this.#says(then, word)) && (isLoop || then.to <= call)) return true;
    return this.#says(then, 'continue') && then.to <= call;
  }

  #says({ from, to }: Range, word: string): boolean {
    const within = this.#shape.functionOf(from).from;
    for (let at = from; at < to; at++)
      if (this.#shape.text(at) === word && this.#shape.functionOf(at).from === within) return true;
    return false;
  }
}

/** Whether something outlives the call that has it. */
const hasState = (names: ReadonlySet<string>): boolean => [...names].some((name) => name.startsWith('this.'));

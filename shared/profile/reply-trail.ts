import { callsIn, isPure, parametersIn, passesOn, type SourceCall } from './source-calls.ts';
import { isWithin, type Range, type SourceShape } from './source-shape.ts';

/** The certainty with which something holds a reply: as a whole, as a part of it may, or not at all. */
export type Held = 'whole' | 'part' | 'none';

export const asks = ['if', 'while', 'switch'];
const choices = ['&&', '||', '??', '?'];
const declares = ['const', 'let', 'var'];
const sinks = ['push', 'unshift', 'add', 'set', 'append'];
/** Above this size a source is not followed: a bundle at its top level. */
const mostTokens = 200_000;

/** The part of a source in which the trail of a reply is looked for. */
export interface TrailRange {
  /** The call whose reply it is, and the part of the source that is carried out with it. */
  from: number;
  range: Range;
  /** Calls that send commands, whose arguments are looked at elsewhere. */
  known: readonly number[];
  /** True where the call is one of the client itself, and not of a function around it. */
  isClient: boolean;
}

/** Names that a reply reaches within the function that holds its call, and whether it leaves them for where none sees it. */
export class ReplyTrail {
  readonly #shape: SourceShape;
  readonly #at: TrailRange;
  readonly #scope: Range;
  readonly #wholes = new Set<string>();
  readonly #parts = new Set<string>();
  /** Variables of the function, and of those around it, with where their first value stands. */
  readonly #declared = new Map<string, number>();
  /** Declared within the range, so known nowhere else. */
  readonly #inner = new Set<string>();
  /** The tokens at which a reply is handed to what is not seen, or kept where others see it. */
  readonly handed = new Set<number>();
  /** Calls in a branch on a reply, which may end all, or change what follows. */
  readonly asked = new Set<number>();

  constructor(shape: SourceShape, at: TrailRange) {
    this.#shape = shape;
    this.#at = at;
    const outermost = shape.outermostOf(at.from);
    this.#scope = { from: outermost.from, to: Math.max(at.range.to, outermost.from) };
    if (this.#scope.to - this.#scope.from > mostTokens) {
      this.handed.add(at.from);
      return;
    }
    this.#declare(outermost);
    const calls = callsIn(shape, this.#scope);
    for (let size = -1; size !== this.#size;) {
      size = this.#size;
      this.#assign();
      this.#functions(outermost);
      for (const call of calls) this.#call(call);
    }
  }

  get #size(): number {
    return this.#wholes.size * 3 + this.#parts.size;
  }

  /** True where a part of the source reads a field of `this` that keeps the reply. */
  hasState({ from, to }: Range): boolean {
    const fields = [...this.#wholes].filter((name) => name.startsWith('this.'));
    for (let at = from; at < to; at++)
      if (this.#shape.text(at) === 'this' && fields.includes(this.#shape.rootName(at))) return true;
    return false;
  }

  /** True where a part of the source has the reply in it, or something made of it. */
  has({ from, to }: Range): Held {
    const shape = this.#shape;
    const within = shape.functionOf(from).from;
    let held: Held = 'none';
    for (let at = from; at < to; at++) {
      const found = this.#holds(at);
      if (found === 'none') continue;
      if (found === 'whole' && shape.functionOf(at).from === within) return 'whole';
      held = 'part';
    }
    return held;
  }

  #holds(at: number): Held {
    const shape = this.#shape;
    const { from, range } = this.#at;
    if (at === from) return 'whole';
    const token = shape.tokens[at];
    if (token?.type !== 'word') return 'none';
    const [before, after] = [shape.text(at - 1), shape.text(at + 1)];
    if (before === '.' || before === '?.' || (after === ':' && ['{', ','].includes(before))) return 'none';
    const name = token.text === 'this' ? shape.rootName(at) : token.text;
    if (this.#inner.has(name) && !isWithin(range, at)) return 'none';
    if (this.#wholes.has(name) || this.#wholes.has(shape.pathAt(at))) return 'whole';
    return this.#parts.has(name) ? 'part' : 'none';
  }

  #declare(outermost: Range): void {
    const shape = this.#shape;
    const isLoop = shape.loopOf(this.#at.from) !== null;
    const own = shape.functionOf(this.#at.from);
    // A variable that outlives a function may be read when it is called again; a loop is looked at with all around it.
    const seen = isLoop ? outermost : own;
    for (let body = own; body.from >= seen.from; body = shape.functionOf(body.from - 1)) {
      for (const name of shape.parametersOf(body.from)) this.#declared.set(name, -1);
      if (body.from === 0 || body.from === seen.from) break;
    }
    for (let at = seen.from; at < seen.to; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word' || !declares.includes(token.text)) continue;
      if (!isLoop && shape.functionOf(at).from !== own.from) continue;
      for (let name = at + 1; ;) {
        const pattern = shape.tokens[name];
        const names = shape.namesAt(name);
        const end = pattern && pattern.partner > name ? pattern.partner + 1 : name + 1;
        let sign = end;
        while (
          sign < outermost.to &&
          !['=', ';', ',', 'of', 'in'].includes(shape.text(sign)) &&
          sign - end < 60
        )
          sign++;
        for (const one of names) {
          this.#declared.set(one, shape.text(sign) === '=' ? sign + 1 : -1);
          if (isLoop && isWithin(this.#at.range, at)) this.#inner.add(one);
        }
        const next = shape.text(sign) === '=' ? shape.expressionEnd(sign + 1) : sign;
        if (shape.text(next) !== ',' || shape.tokens[next]?.inside !== token.inside) break;
        name = next + 1;
      }
    }
  }

  /** A collection that was made here, and that nothing but its own methods changes. */
  #isOwnCollection(name: string): boolean {
    const shape = this.#shape;
    const value = this.#declared.get(name);
    if (value === undefined || value < 0) return false;
    const token = shape.tokens[value];
    if (token && ['[', '{'].includes(token.text) && token.partner > 0)
      return callsIn(shape, { from: value, to: token.partner }).length === 0 && !this.#hasBody(value);
    if (shape.text(value) === 'new') return ['Map', 'Set', 'Array'].includes(shape.text(value + 1));
    return shape.text(value) === 'Object' && shape.text(value + 2) === 'create';
  }

  #hasBody(brace: number): boolean {
    const shape = this.#shape;
    const tokens = shape.tokens.slice(brace, shape.tokens[brace]?.partner);
    return tokens.some(({ text }) => text === '=>' || text === '(');
  }

  #assign(): void {
    const shape = this.#shape;
    for (let at = this.#scope.from; at < this.#scope.to; at++) {
      const token = shape.tokens[at];
      if (!token) break;
      if (token.type === 'word' && asks.includes(token.text)) {
        const head = shape.tokens[at + 1];
        if (head?.text === '(' && this.has({ from: at + 2, to: head.partner }) !== 'none')
          this.#branch({ from: head.partner + 1, to: shape.statementEnd(at) });
      } else if (token.text === 'yield' && isWithin(this.#at.range, at)) {
        if (this.has({ from: at + 1, to: shape.expressionEnd(at + 1) }) !== 'none') this.handed.add(at);
      } else if (shape.isAssignment(at)) {
        const held = this.has({ from: at + 1, to: shape.expressionEnd(at + 1) });
        const start = shape.statementStart(at);
        // A generator gives other values than those that it is given.
        if (held !== 'none') this.#keep(at, shape.text(at + 1) === 'yield' ? 'part' : held);
        else if (isChosen(shape, start, at) && this.has({ from: start, to: at }) !== 'none')
          this.#keep(at, 'part');
      } else if (
        token.type === 'word' &&
        ['of', 'in'].includes(token.text) &&
        shape.text(token.inside) === '('
      ) {
        const held = this.has({ from: at + 1, to: shape.expressionEnd(at + 1) });
        if (held !== 'none') for (const name of shape.targetsOf(at).names) this.#add(name, held);
      }
    }
  }

  /** A function that reads what holds the reply, wherever it is declared. */
  #functions(outermost: Range): void {
    const shape = this.#shape;
    for (let at = outermost.from; at < outermost.to; at++) {
      if (shape.text(at) !== 'function' || shape.tokens[at + 1]?.type !== 'word') continue;
      let body = at + 2;
      while (body < outermost.to && !shape.isBodyOfFunction(body)) body++;
      const end = shape.tokens[body]?.partner ?? -1;
      if (end < 0 || isWithin({ from: body, to: end }, this.#at.from)) continue;
      if (this.has({ from: body + 1, to: end }) !== 'none') this.#parts.add(shape.text(at + 1));
    }
  }

  #add(name: string, held: Held): void {
    (held === 'whole' ? this.#wholes : this.#parts).add(name);
  }

  /** An assignment gives the reply, or a part of it, to its target. */
  #keep(assignment: number, held: Held): void {
    const shape = this.#shape;
    const { names, start } = shape.targetsOf(assignment);
    const isPattern = [']', '}'].includes(shape.text(assignment - 1));
    const isDeclared = declares.includes(shape.text(start));
    const target = { from: start, to: assignment };
    if (isPattern && (isDeclared || shape.tokens[assignment - 1]?.partner === start)) {
      const hasDefault = shape.tokens.slice(start, assignment).some(({ text }) => text === '=');
      if (callsIn(shape, target).some((call) => !isPure(shape, call))) this.handed.add(assignment);
      for (const name of names) {
        if (!this.#declared.has(name)) this.handed.add(assignment);
        this.#add(name, hasDefault ? 'part' : held);
      }
      return;
    }
    const [name = ''] = names;
    const isMember = !isDeclared && start < assignment - 1 && name !== '';
    if (!this.#declared.has(name) || (isMember && !this.#isOwnCollection(name)))
      if (isWithin(this.#at.range, assignment)) this.handed.add(assignment);
    if (isMember) {
      this.#parts.add(name);
      const path = shape.pathAt(start);
      if (held === 'whole' && path !== '') this.#wholes.add(path);
    } else this.#add(name, held);
  }

  /** A variable that is set inside a branch depends on the condition of the branch. */
  #branch({ from, to }: Range): void {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      if (shape.isAssignment(at)) this.#keep(at, 'part');
      if (!['++', '--'].includes(shape.text(at))) continue;
      const target =
        shape.tokens[at - 1]?.type === 'word' && !shape.tokens[at]?.leads ? shape.chainStart(at - 1) : at + 1;
      const name = shape.rootName(target);
      if (!this.#declared.has(name) && isWithin(this.#at.range, at)) this.handed.add(at);
      this.#parts.add(name);
    }
  }

  #call(call: SourceCall): void {
    const shape = this.#shape;
    const { start, callee, given } = call;
    if (this.#at.known.includes(callee) || callee === this.#at.from) return;
    const isHere = isWithin(this.#at.range, callee);
    const [givenReply, of] = [this.has(given), this.#receiver(call)];
    const root = shape.rootName(start);
    const isOwn = this.#isOwnCollection(root);
    const isMine = this.#at.isClient && root === shape.rootName(shape.chainStart(this.#at.from));
    const isPureCall = isPure(shape, call);
    const isMember = start !== callee;
    if (isHere && !isPureCall && !(isOwn && isMember) && !(of === 'whole' && isMember))
      if (this.#isAsked(call)) this.asked.add(callee);
    if (givenReply === 'none' && of === 'none') return;
    if (isPureCall || (of === 'whole' && isMember) || (isOwn && isMember)) {
      if (isOwn && givenReply !== 'none' && sinks.includes(shape.text(callee))) this.#parts.add(root);
      if (passesOn(shape, call) && isHere) this.handed.add(callee);
      for (const name of parametersIn(shape, given))
        this.#add(name, shape.text(callee) === 'then' ? 'whole' : 'part');
      if (!isMember || !this.#isIndexed(call)) return;
    }
    if (isMine && isMember && shape.text(callee) !== 'emit') return;
    if (isHere) this.handed.add(callee);
    // A callee that was given it before may know it later.
    if (givenReply !== 'none' && /^[\p{L}_$]/u.test(root)) this.#parts.add(root);
  }

  /** True where what a call is made on holds the reply. */
  #receiver({ start, callee }: SourceCall): Held {
    const shape = this.#shape;
    const first = shape.tokens[start];
    const end = first && first.partner > start ? first.partner + 1 : start + 1;
    const held = this.has({ from: start, to: Math.min(callee + 1, Math.max(end, start + 1)) });
    if (held !== 'none' || start === callee) return held;
    // The reply of the call itself, as in `redis.get(key).then(…)`.
    const { from } = this.#at;
    if (from > start && from < callee && shape.functionOf(from).from === shape.functionOf(callee).from)
      return 'whole';
    return this.has({ from: start, to: callee }) === 'none' ? 'none' : 'whole';
  }

  /** True where the reply chooses what is called, as in `handlers[reply]()`. */
  #isIndexed({ start, callee }: Pick<SourceCall, 'start' | 'callee'>): boolean {
    const shape = this.#shape;
    for (let at = start + 1; at <= callee; at++) {
      const token = shape.tokens[at];
      if (token?.text !== '[' || token.partner < 0 || token.partner > callee) continue;
      if (this.has({ from: at + 1, to: token.partner }) !== 'none') return true;
    }
    return false;
  }

  /** True where a call stands in a branch on the reply. */
  #isAsked({ callee, start }: SourceCall): boolean {
    const shape = this.#shape;
    const statement = shape.statementStart(start);
    if (isChosen(shape, statement, start) && this.has({ from: statement, to: start }) !== 'none') return true;
    for (let at = this.#at.range.from; at < callee; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word' || !asks.includes(token.text)) continue;
      const head = shape.tokens[at + 1];
      if (head?.text !== '(' || head.partner < 0) continue;
      if (!isWithin({ from: head.partner + 1, to: shape.statementEnd(at) }, callee)) continue;
      if (this.has({ from: at + 2, to: head.partner }) !== 'none') return true;
    }
    return false;
  }
}

/** True where an operator that chooses stands between two tokens of a statement. */
export const isChosen = (shape: SourceShape, from: number, to: number): boolean =>
  shape.tokens.slice(from, to).some(({ text }) => choices.includes(text));

import { isChosen, type ReplyTrail } from './reply-trail.ts';
import { callsIn, isPure, pureNames } from './source-calls.ts';
import { isWithin, type Range, type SourceShape } from './source-shape.ts';

const changes = new Set(
  'push pop shift unshift splice reverse sort fill copyWithin delete clear add set append'.split(' '),
);
/** Methods that write into what they are given. */
const fillers = new Set(['copy', 'assign', 'defineProperty', 'defineProperties', 'setPrototypeOf']);
const throwers = new Set(['parse', 'BigInt', 'URL', 'decodeURIComponent']);
const leaves = ['return', 'throw', 'break', 'continue'];

/**
 * True where a call stands in code that the judge does not follow: a command or a loop reads a name there that something
 * other than a plain assignment may change.
 */
export function isUnusual(shape: SourceShape, call: number, known: readonly number[]): boolean {
  const loop = shape.loopOf(call);
  const region = loop ?? shape.functionOf(call);
  const given = shape.argumentsOf(call) ?? { from: call, to: call };
  if (shadowsPure(shape, call) || takesCallback(shape, given) || hasUnusualWord(shape, region, call))
    return true;
  const read = new ReadNames(shape, call, [given, ...(loop ? [loop.header] : [])]);
  return read.areUnusual || read.isChangedIn(region, known);
}

/** True where a function of the program has a name that the judge knows, as in `const String = …`, where a call stands. */
function shadowsPure(shape: SourceShape, call: number): boolean {
  const outermost = shape.outermostOf(call);
  return shadowsIn(shape).some((at) => isWithin(outermost, at) || isWithin(shape.functionOf(at), call));
}

const shadows = new WeakMap<SourceShape, readonly number[]>();

/** The tokens by which a source gives such a name to a function of its own. Each call asks for them. */
function shadowsIn(shape: SourceShape): readonly number[] {
  const known = shadows.get(shape);
  if (known) return known;
  const found = shape.tokens.flatMap(({ type, text }, at) => {
    if (type !== 'word' || !pureNames.has(text) || ['.', '?.'].includes(shape.text(at - 1))) return [];
    const isDeclared = ['const', 'let', 'var', 'function', 'class'].includes(shape.text(at - 1));
    const isSet = shape.text(at + 1) === '=' || (shape.text(at + 1) === '.' && shape.text(at + 3) === '=');
    return isDeclared || isSet ? at : [];
  });
  shadows.set(shape, found);
  return found;
}

/** True where a call that sends no command stands between two that do. */
export function worksBetween(
  shape: SourceShape,
  from: number,
  to: number,
  known: readonly number[],
): boolean {
  const begins = (shape.argumentsOf(from)?.to ?? from) + 1;
  return callsIn(shape, { from: begins, to: shape.chainStart(to) }).some(
    (call) => !known.includes(call.callee) && !isPure(shape, call),
  );
}

function takesCallback(shape: SourceShape, { from, to }: Range): boolean {
  for (let at = from; at < to; at = shape.expressionEnd(at) + 1)
    if (shape.text(at) === 'function' || shape.text(at) === 'async') return true;
    else if (
      shape.tokens
        .slice(at, shape.expressionEnd(at))
        .some(({ text, inside }) => text === '=>' && inside === from - 1)
    )
      return true;
  return false;
}

function hasUnusualWord(shape: SourceShape, region: Range, call: number): boolean {
  const own = shape.functionOf(call);
  for (let at = region.from; at < region.to; at++) {
    const token = shape.tokens[at];
    if (token?.type !== 'word' || ['.', '?.'].includes(shape.text(at - 1))) continue;
    if (['function', 'class', 'yield', 'switch'].includes(token.text) && at > own.from) return true;
    if (token.text === 'for' && leavesWithin(shape, at, call)) return true;
  }
  const scope = shape.outermostOf(call);
  return shape.tokens
    .slice(scope.from, scope.to)
    .some(({ text }, at) => text === 'RegExp' && shape.text(scope.from + at + 1) === '.');
}

/** True where a loop over something, without the call in it, leaves what is around it. */
function leavesWithin(shape: SourceShape, loop: number, call: number): boolean {
  const range = { from: loop, to: shape.statementEnd(loop) };
  if (isWithin(range, call)) return false;
  const own = shape.functionOf(loop).from;
  return shape.tokens.slice(range.from, range.to).some(({ type, text }, offset) => {
    const at = loop + offset;
    if (type !== 'word' || !leaves.includes(text) || shape.functionOf(at).from !== own) return false;
    const next = shape.tokens[at + 1];
    return text === 'return' || text === 'throw' || (next?.type === 'word' && !next.leads);
  });
}

/** True where a part of the source throws where the reply is missing, or is of another form. */
export function mayThrow(shape: SourceShape, trail: ReplyTrail, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) {
    const [token, next] = [shape.tokens[at], shape.tokens[at + 1]];
    const isRead = next !== undefined && ['.', '['].includes(next.text) && (next.text === '.' || !next.leads);
    const isGroup = token?.text === ')' && shape.text(token.partner + 1) === 'await';
    const value = { from: isGroup ? token.partner : at, to: at + 1 };
    if (isRead && (isGroup || token?.type === 'word') && trail.has(value) === 'whole') return true;
    const opener = token?.text === '=' ? (shape.tokens[at - 1]?.partner ?? -1) : -1;
    if (['{', '['].includes(shape.text(opener)) && ['const', 'let', 'var'].includes(shape.text(opener - 1)))
      if (trail.has({ from: at + 1, to: shape.expressionEnd(at + 1) }) === 'whole') return true;
  }
  return callsIn(shape, { from, to }).some(
    ({ callee, given }) => throwers.has(shape.text(callee)) && trail.has(given) === 'whole',
  );
}

/** Names that a command or the head of its loop reads, and all that these are made of. */
class ReadNames {
  readonly #shape: SourceShape;
  readonly #call: number;
  readonly #scope: Range;
  readonly #names = new Set<string>();
  /** Objects that hold one of the names. */
  readonly #holders = new Set<string>();
  areUnusual = false;

  constructor(shape: SourceShape, call: number, ranges: readonly Range[]) {
    [this.#shape, this.#call, this.#scope] = [shape, call, shape.outermostOf(call)];
    for (const range of ranges) this.#read(range);
    for (let size = -1; size !== this.#size;) {
      size = this.#size;
      for (let at = this.#scope.from; at < this.#scope.to; at++) this.#follow(at);
    }
  }

  get #size(): number {
    return this.#names.size + this.#holders.size;
  }

  #read({ from, to }: Range): void {
    const shape = this.#shape;
    for (let at = from; at < to; at++) {
      const token = shape.tokens[at];
      if (token?.type !== 'word' || ['.', '?.'].includes(shape.text(at - 1))) continue;
      if (['class', 'yield'].includes(token.text)) this.areUnusual = true;
      if (['get', 'set'].includes(token.text) && shape.tokens[at + 1]?.type === 'word')
        this.areUnusual = true;
      this.#names.add(token.text);
    }
  }

  #follow(at: number): void {
    const shape = this.#shape;
    const token = shape.tokens[at];
    if (!token) return;
    if (shape.isAssignment(at) || (['of', 'in'].includes(token.text) && shape.text(token.inside) === '(')) {
      const value = { from: at + 1, to: shape.expressionEnd(at + 1) };
      const { names } = shape.targetsOf(at);
      if (names.some((name) => this.#names.has(name))) this.#read(value);
      else if (this.#isHeld(value)) for (const name of names) this.#holders.add(name);
    } else if (token.text === 'class' && this.#names.has(shape.text(at + 1))) this.areUnusual = true;
    else if (token.text === 'function') {
      const isGenerator = shape.text(at + 1) === '*';
      const name = at + (isGenerator ? 2 : 1);
      if (shape.text(name) === '(' || !this.#names.has(shape.text(name))) return;
      if (isGenerator) this.areUnusual = true;
      let body = name + 1;
      while (body < this.#scope.to && !shape.isBodyOfFunction(body)) body++;
      this.#read({ from: body, to: shape.tokens[body]?.partner ?? body });
    }
  }

  /** True where a new object holds one of the names. */
  #isHeld({ from, to }: Range): boolean {
    const shape = this.#shape;
    if (!['{', '[', 'new'].includes(shape.text(from)) && to - from > 1) return false;
    if (shape.tokens.slice(from, to).some(({ text }) => text === 'await')) return false;
    return shape.tokens
      .slice(from, to)
      .some(({ type, text }, offset) => type === 'word' && this.#isMeant(text, from + offset));
  }

  #isMeant = (name: string, at: number): boolean =>
    !['.', '?.'].includes(this.#shape.text(at - 1)) && (this.#names.has(name) || this.#holders.has(name));

  /** True where a function within declares a name of its own. */
  #isInner(name: string, at: number): boolean {
    const shape = this.#shape;
    for (
      let body = shape.functionOf(at);
      body.from > this.#scope.from;
      body = shape.functionOf(body.from - 1)
    ) {
      if (isWithin(body, this.#call)) return false;
      if (shape.parametersOf(body.from).includes(name)) return true;
      for (let word = body.from; word < body.to; word++)
        if (['const', 'let', 'var'].includes(shape.text(word)) && shape.namesAt(word + 1).includes(name))
          return true;
    }
    return false;
  }

  /** True where something other than a plain assignment may change one of the names. */
  isChangedIn(region: Range, known: readonly number[]): boolean {
    const shape = this.#shape;
    for (let at = this.#scope.from; at < this.#scope.to; at++) {
      if (this.#isOdd(at, isWithin(region, at))) return true;
    }
    return callsIn(shape, region).some(({ callee, start, given }) => {
      if (known.includes(callee) || callee === start) return false;
      const method = shape.text(callee);
      if (changes.has(method)) return this.#isMeant(shape.rootName(start), start);
      return fillers.has(method) && this.#isMeant(shape.text(given.from), given.from);
    });
  }

  #isOdd(at: number, isHere: boolean): boolean {
    const shape = this.#shape;
    const token = shape.tokens[at];
    if (!token) return false;
    if (token.text === 'delete' && isHere) return this.#isMeant(shape.rootName(at + 1), at + 1);
    const isStep = ['++', '--'].includes(token.text);
    if (!isStep && !shape.isAssignment(at)) return false;
    const isBehind = shape.tokens[at - 1]?.type === 'word' || [')', ']'].includes(shape.text(at - 1));
    const start = isStep
      ? isBehind && !token.leads
        ? shape.chainStart(at - 1)
        : at + 1
      : shape.targetsOf(at).start;
    const isDeclared = ['const', 'let', 'var'].includes(shape.text(start));
    if (isDeclared || !this.#isMeant(shape.rootName(start), start)) return false;
    const body = shape.functionOf(at);
    if (!isWithin(body, this.#call)) return !this.#isInner(shape.rootName(start), at);
    if (!isHere || body.from !== shape.functionOf(this.#call).from) return false;
    const isMember = isStep
      ? ['.', '['].includes(shape.text(start + 1))
      : start < at - 1 && !['{', '['].includes(shape.text(start));
    return isMember || isChosen(shape, shape.statementStart(start), start) || this.#isInCatch(at);
  }

  #isInCatch(at: number): boolean {
    const shape = this.#shape;
    for (
      let opener = shape.tokens[at]?.inside ?? -1;
      opener > 0;
      opener = shape.tokens[opener]?.inside ?? -1
    ) {
      const head = shape.text(opener - 1) === ')' ? (shape.tokens[opener - 1]?.partner ?? opener) : opener;
      if (shape.text(opener) === '{' && shape.text(head - 1) === 'catch') return true;
    }
    return false;
  }
}

import { sourceTokens, type SourceToken } from './source-tokens.ts';

/** Tokens from the first up to, but without, the last. */
export interface Range {
  from: number;
  to: number;
}

export interface Loop extends Range {
  /** What decides whether it runs again; of `for … of` what it runs over. */
  header: Range;
  body: Range;
  isOver: boolean;
}

const controls = ['if', 'for', 'while', 'switch', 'catch', 'with'];
const declares = ['const', 'let', 'var'];
const assigns = [
  '=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '**=',
  '<<=',
  '>>=',
  '>>>=',
  '&=',
  '|=',
  '^=',
  '&&=',
  '||=',
  '??=',
];

/** A source with its brackets, functions and loops. */
export class SourceShape {
  readonly tokens: readonly SourceToken[];
  readonly #lineStarts: number[] = [0];
  readonly #functions: Range[];
  readonly #loops: Loop[];
  #innermost: Int32Array | null = null;

  constructor(source: string) {
    this.tokens = sourceTokens(source);
    for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1))
      this.#lineStarts.push(at + 1);
    this.#functions = this.#findFunctions();
    this.#loops = this.#findLoops();
  }

  text(index: number): string {
    return this.tokens[index]?.text ?? '';
  }

  /** The token at a place, both counted from 1; -1: there is none. */
  at(line: number, column: number): number {
    const offset = (this.#lineStarts[line - 1] ?? Infinity) + column - 1;
    if (offset >= (this.#lineStarts[line] ?? Infinity)) return -1;
    let [from, to] = [0, this.tokens.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.tokens[middle]?.end ?? 0) > offset) to = middle;
      else from = middle + 1;
    }
    return from < this.tokens.length ? from : -1;
  }

  /** The innermost function that holds a token; the whole source where none does. */
  functionOf(index: number): Range {
    this.#innermost ??= this.#paint();
    return this.#functions[this.#innermost[index] ?? -1] ?? { from: 0, to: this.tokens.length };
  }

  /** The outermost function that holds a token; the whole source where none does. */
  outermostOf(index: number): Range {
    return this.#functions.find((range) => isWithin(range, index)) ?? { from: 0, to: this.tokens.length };
  }

  /** The name by which a function is called, whose body is given; an empty one: it has none. */
  nameOfFunction(body: number): string {
    const isArrow = this.text(body - 1) === '=>';
    let at = isArrow ? body - 2 : body - 1;
    // A type of what it returns.
    if (this.text(at) !== ')') {
      const end = at;
      while (at > 0 && this.text(at) !== ')' && end - at < 40) at--;
      if (isArrow && this.text(at + 1) !== ':') at = end;
    }
    const first = this.text(at) === ')' ? (this.tokens[at]?.partner ?? at) : at;
    let before = first - 1;
    if (!isArrow) {
      if (this.text(before) === '>') while (before > 0 && this.text(before) !== '<') before--;
      if (this.text(before) === '<') before--;
      const name = this.tokens[before];
      if (name?.type === 'word' && name.text !== 'function') return name.text;
      before--;
    }
    if (this.text(before) === 'async') before--;
    return ['=', ':'].includes(this.text(before)) ? this.#nameBefore(before) : '';
  }

  /** Names of the parameters of a function, whose body is given. */
  parametersOf(body: number): string[] {
    let at = this.text(body - 1) === '=>' ? body - 2 : body - 1;
    if (this.tokens[at]?.type === 'word' && this.text(body - 1) === '=>' && this.text(at + 1) === '=>')
      return [this.text(at)];
    for (let steps = 0; at > 0 && this.text(at) !== ')' && steps < 40; steps++) at--;
    const first = this.tokens[at]?.partner ?? -1;
    if (this.text(at) !== ')' || first < 0) return [];
    return this.tokens.slice(first, at).flatMap(({ type, text }) => (type === 'word' ? text : []));
  }

  /** `state.at` where a chain of two names begins; an empty text: it is another one. */
  pathAt(start: number): string {
    const isPath = this.text(start + 1) === '.' && this.tokens[start + 2]?.type === 'word';
    const next = this.text(start + 3);
    return isPath && !['.', '(', '[', '?.'].includes(next)
      ? `${this.text(start)}.${this.text(start + 2)}`
      : '';
  }

  #nameBefore(sign: number): string {
    if (this.text(sign) === ':' || this.text(sign - 2) === '.') return this.text(sign - 1);
    return this.targetsOf(sign).names.at(-1) ?? '';
  }

  /** The function that each token is in; inner ones stand later. */
  #paint(): Int32Array {
    const innermostOf = new Int32Array(this.tokens.length).fill(-1);
    for (const [index, { from, to }] of this.#functions.entries()) innermostOf.fill(index, from, to);
    return innermostOf;
  }

  /** Whether a function, whose body is given, stands among the arguments of a call. */
  isCallback(body: number): boolean {
    const opener = this.tokens[body]?.inside ?? -1;
    const before = this.tokens[opener - 1];
    return (
      this.text(opener) === '(' && before !== undefined && before.type === 'word' && !isKeyword(before.text)
    );
  }

  /** The innermost loop that carries out a token again and again, within the token’s own function. */
  loopOf(index: number): Loop | null {
    const within = this.functionOf(index);
    const around = this.#loops.filter(
      ({ from, to, header, body, isOver }) =>
        from >= within.from &&
        to <= within.to &&
        (isWithin(body, index) || (!isOver && isWithin(header, index))),
    );
    return around.toSorted((one, other) => other.from - one.from)[0] ?? null;
  }

  /** From the first token of the chain `a.b(c).d` whose later one is given. */
  chainStart(index: number): number {
    let start = this.#operand(index);
    while (start > 0 && ['.', '?.'].includes(this.text(start - 1))) start = this.#operand(start - 2);
    return start;
  }

  /** An operand from its last token: `f(x)[1]!` begins at `f`. */
  #operand(index: number): number {
    let at = index;
    if (this.text(at) === '!') at--;
    while ([')', ']'].includes(this.text(at)) && (this.tokens[at]?.partner ?? -1) >= 0) {
      const opener = this.tokens[at]?.partner ?? at;
      const before = this.tokens[opener - 1];
      const isCalled =
        before !== undefined &&
        ((before.type === 'word' && !isKeyword(before.text)) || [')', ']'].includes(before.text)) &&
        !this.#isApart(opener - 1, opener);
      if (!isCalled) return opener;
      at = opener - 1;
    }
    return at;
  }

  /** The name by which a value is kept: `a` of `a.b`, and `this.a` of `this.a.b`. */
  rootName(start: number): string {
    return this.text(start) === 'this' && this.text(start + 1) === '.'
      ? `this.${this.text(start + 2)}`
      : this.text(start);
  }

  /** The arguments of the call whose name stands at a token; `null`: it is no call. */
  argumentsOf(index: number): Range | null {
    for (let at = index + 1, steps = 0; steps < 8; steps++) {
      const token = this.tokens[at];
      if (!token) return null;
      if (token.text === '(') return token.partner < 0 ? null : { from: at + 1, to: token.partner };
      if (token.text === '[') at = token.partner < 0 ? at + 1 : token.partner + 1;
      else if (['.', '?.', '<', '>', '!'].includes(token.text) || token.type === 'word') at++;
      else return null;
    }
    return null;
  }

  isAssignment(index: number): boolean {
    const token = this.tokens[index];
    return token?.type === 'sign' && assigns.includes(token.text);
  }

  /** Names that an assignment gives a value to, and where it begins. */
  targetsOf(assignment: number): { names: string[]; start: number } {
    const level = this.tokens[assignment]?.inside ?? -1;
    for (let at = assignment - 1; at > level; at--) {
      const token = this.tokens[at];
      if (!token || token.inside !== level) continue;
      if (declares.includes(token.text) && token.type === 'word')
        return { names: this.namesAt(at + 1), start: at };
      if (token.text === ';' || token.text === ',' || this.isAssignment(at) || this.#isApart(at, at + 1))
        break;
    }
    const last = assignment - 1;
    const start = this.chainStart(last);
    const isPattern = [']', '}'].includes(this.text(last)) && start === this.tokens[last]?.partner;
    return { names: isPattern ? this.namesAt(start) : [this.rootName(start)], start };
  }

  /** Names that a declaration or a pattern gives a value to. */
  namesAt(start: number): string[] {
    const token = this.tokens[start];
    if (!token || !['{', '['].includes(token.text)) return [this.text(start)];
    return this.tokens
      .slice(start, token.partner)
      .flatMap(({ type, text }, index) =>
        type === 'word' && (token.text !== '{' || this.text(start + index + 1) !== ':') ? text : [],
      );
  }

  /** Where an expression ends that begins at a token. */
  expressionEnd(start: number): number {
    const level = this.tokens[start]?.inside ?? -1;
    for (let at = start; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (!token) break;
      if (token.inside === level && at > start && [';', ','].includes(token.text)) return at;
      if (level >= 0 && at === this.tokens[level]?.partner) return at;
      if (token.inside === level && at > start && this.#isApart(at - 1, at)) return at;
      if (token.partner > at) at = token.partner - 1;
    }
    return this.tokens.length;
  }

  /** A statement, with all that belongs to it. */
  statementEnd(start: number): number {
    const token = this.tokens[start];
    if (token?.text === '{' && token.partner > 0) return token.partner + 1;
    if (token && controls.includes(token.text)) {
      const head = this.text(start + 1) === 'await' ? start + 2 : start + 1;
      const end = this.statementEnd((this.tokens[head]?.partner ?? head) + 1);
      return token.text === 'if' && this.text(end) === 'else' ? this.statementEnd(end + 1) : end;
    }
    const level = token?.inside ?? -1;
    let at = start;
    if (level >= 0 && this.tokens[level]?.partner === at + 1) return at + 1;
    for (; at < this.tokens.length; at = this.expressionEnd(at + 1)) {
      if (this.text(at) === ';') return at + 1;
      if (at > start && this.text(at) !== ',') break;
      if (level >= 0 && at === this.tokens[level]?.partner) break;
    }
    return at;
  }

  /** Where the statement begins that a token belongs to. */
  statementStart(index: number): number {
    let at = index;
    while (at > 0) {
      const before = this.tokens[at - 1];
      if (!before || before.text === ';' || this.#isApart(at - 1, at)) return at;
      if (before.text === '}' && this.tokens[at]?.leads === true) return at;
      if (at - 1 === this.tokens[at]?.inside) {
        if (before.text === '{' && this.isBlock(at - 1)) return at;
        at--;
      } else at = before.partner >= 0 && before.partner < at - 1 ? before.partner : at - 1;
    }
    return 0;
  }

  /** Whether braces hold statements rather than an object. */
  isBlock(brace: number): boolean {
    const before = this.tokens[brace - 1];
    if (!before) return true;
    return (
      [')', '=>', ';', '{', '}'].includes(before.text) ||
      ['else', 'do', 'try', 'finally'].includes(before.text) ||
      this.#functions.some(({ from }) => from === brace)
    );
  }

  /** Whether a new line ends the statement between two tokens, where no semicolon does. */
  #isApart(one: number, other: number): boolean {
    const [before, after] = [this.tokens[one], this.tokens[other]];
    if (!before || !after?.leads) return false;
    const ends =
      before.type === 'text' ||
      [')', ']', '}', '++', '--'].includes(before.text) ||
      (before.type === 'word' && !continues.includes(before.text));
    const begins = after.type !== 'sign' || ['{', '!', '++', '--', '`'].includes(after.text);
    return ends && begins && !['instanceof', 'in', 'of', 'as', 'satisfies', 'else'].includes(after.text);
  }

  #findFunctions(): Range[] {
    return this.tokens.flatMap((token, index) => {
      if (token.text === '=>') {
        const next = this.tokens[index + 1];
        if (!next) return [];
        return next.text === '{'
          ? [{ from: index + 1, to: next.partner < 0 ? this.tokens.length : next.partner + 1 }]
          : [{ from: index + 1, to: this.expressionEnd(index + 1) }];
      }
      return token.text === '{' && token.partner > 0 && this.isBodyOfFunction(index)
        ? [{ from: index, to: token.partner + 1 }]
        : [];
    });
  }

  /** True where a brace opens the body of a function; arrows are known by their sign. */
  isBodyOfFunction(brace: number): boolean {
    if (this.text(brace) !== '{') return false;
    let at = brace - 1;
    // A type of what it returns.
    while (
      at > 0 &&
      this.text(at) !== ')' &&
      (this.tokens[at]?.type === 'word' || '<>.|[],&'.includes(this.text(at)))
    )
      at--;
    if (at < brace - 1) {
      if (this.text(at) !== ':') return false;
      at--;
    }
    if (this.text(at) !== ')') return false;
    const before = this.tokens[(this.tokens[at]?.partner ?? 0) - 1];
    return before?.type === 'word'
      ? !controls.includes(before.text) && before.text !== 'await'
      : before?.text === '>' || before?.text === ']' || before?.text === '*';
  }

  #findLoops(): Loop[] {
    return this.tokens.flatMap((token, index): Loop[] => {
      if (token.type !== 'word' || ['.', '?.'].includes(this.text(index - 1))) return [];
      if (token.text === 'do') {
        const end = this.statementEnd(index + 1);
        const condition = this.tokens[end + 1];
        if (this.text(end) !== 'while' || !condition || condition.partner < 0) return [];
        const [header, body] = [
          { from: end + 1, to: condition.partner },
          { from: index + 1, to: end },
        ];
        return [{ from: index, to: condition.partner + 1, header, body, isOver: false }];
      }
      if (token.text !== 'for' && token.text !== 'while') return [];
      const at = this.text(index + 1) === 'await' ? index + 2 : index + 1;
      const opener = this.tokens[at];
      if (opener?.text !== '(' || opener.partner < 0) return [];
      const over = this.tokens.findIndex(
        ({ text, inside, type }, place) =>
          place > at &&
          place < opener.partner &&
          inside === at &&
          type === 'word' &&
          (text === 'of' || text === 'in'),
      );
      const body = { from: opener.partner + 1, to: this.statementEnd(opener.partner + 1) };
      return [
        {
          ...{ from: index, to: body.to, body, isOver: over >= 0 },
          header: { from: over >= 0 ? over + 1 : at + 1, to: opener.partner },
        },
      ];
    });
  }
}

const continues = [
  'return',
  'await',
  'typeof',
  'new',
  'void',
  'delete',
  'in',
  'of',
  'instanceof',
  'case',
  'throw',
  'yield',
  'else',
  'do',
  'const',
  'let',
  'var',
  'async',
  'as',
];
const isKeyword = (word: string): boolean => continues.includes(word) || controls.includes(word);

export const isWithin = ({ from, to }: Range, index: number): boolean => index >= from && index < to;

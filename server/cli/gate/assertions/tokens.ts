import { AssertionInvalid, quantityAt, type QuantityKind } from '../../../../shared/assertions/quantity.ts';

const comparators = ['<=', '>=', '==', '!=', '<', '>'] as const;
export type Comparator = (typeof comparators)[number];

/** `column` from 0. */
export type Token = { column: number; text: string } & (
  | { type: 'comparator'; comparator: Comparator }
  | { type: 'operator'; operator: '*' | '/' }
  | { type: 'number'; value: number; kind: QuantityKind }
  /** `rate`: of a load curve, commands per second; `null`: none was named. */
  | { type: 'figure'; lane: string; figure: string; rate: number | null }
);

const blank = /\s*/y;
/** A lane's id may hold hyphens, and begin with a digit: it is told by the dot and the letter behind it. */
const figure =
  /([A-Za-z0-9][A-Za-z0-9-]*)\.([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*(?:\.9\b)?)(?:@(\d+(?:\.\d+)?)([kM]?)\b)?/y;
const comparator = /<=|>=|==|!=|<|>/y;
const word = /[A-Za-z][\w-]*/y;

/** Cuts an assertion into its tokens. Throws AssertionInvalid. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (let column = skipBlank(text, 0); column < text.length;) {
    const token = tokenAt(text, column);
    tokens.push(token);
    column = skipBlank(text, column + token.text.length);
  }
  return tokens;
}

const skipBlank = (text: string, from: number): number => from + (match(blank, text, from)?.[0].length ?? 0);

function tokenAt(text: string, column: number): Token {
  const named = match(figure, text, column);
  if (named) {
    const [whole, lane = '', name = '', digits, unit = ''] = named;
    const rate = digits === undefined ? null : (quantityAt(digits + unit, 0)?.value ?? null);
    return { type: 'figure', column, text: whole, lane, figure: name.replace('p99.9', 'p999'), rate };
  }
  const quantity = quantityAt(text, column);
  if (quantity) return { type: 'number', column, ...quantity };
  const compared = match(comparator, text, column)?.[0];
  const found = comparators.find((one) => one === compared);
  if (found) return { type: 'comparator', column, text: found, comparator: found };
  const character = text[column] ?? '';
  if (character === '*' || character === '/')
    return { type: 'operator', column, text: character, operator: character };
  throw new AssertionInvalid(column, describeStranger(text, column, character));
}

function describeStranger(text: string, column: number, character: string): string {
  if (character === '=') return 'equality is written ==';
  if (character === '-' || character === '+')
    return `there is no "${character}": a hyphen is part of a lane’s name, and figures are only multiplied and divided`;
  if (character === '(' || character === ')')
    return 'there are no parentheses: * and / are worked out from the left';
  const lone = match(word, text, column)?.[0];
  if (lone !== undefined)
    return `"${lone}" is no figure of a lane: write the lane’s name before it, as in pipeline.p99`;
  return `"${character}" has no meaning here`;
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

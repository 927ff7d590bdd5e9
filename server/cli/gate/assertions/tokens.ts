import type { Comparator } from '../../../../shared/report/comparator.ts';
import { AssertionInvalid, quantityAt, type QuantityKind } from './quantity.ts';

/** `column` from 0. */
export type Token = { column: number; text: string } & (
  | { type: 'comparator'; comparator: Comparator }
  | { type: 'operator'; operator: '*' | '/' }
  | { type: 'number'; value: number; kind: QuantityKind }
  /** `owner`: a lane, or `profile`. `rate`: of a load curve, commands per second. `unit`: a name in brackets. */
  | { type: 'figure'; owner: string; figure: string; rate: number | null; unit: string | null }
);
export type FigureToken = Token & { type: 'figure' };

const blank = /\s*/y;
/** A lane's id may hold hyphens, and begin with a digit: it is told by the dot and the letter behind it. */
const figure =
  /([A-Za-z0-9][A-Za-z0-9-]*)\.([A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)*(?:\.9\b)?)(?:@(\d+(?:\.\d+)?)([kM]?)\b|\[(['"])(.*?)\5\])?/y;
const comparator = /<=|>=|==|!=|<|>/y;
const word = /[A-Za-z][\w-]*/y;

/** Cuts an assertion into its tokens; `example`: a figure, for messages. Throws AssertionInvalid. */
export function tokensOf(text: string, example: string): Token[] {
  const tokens: Token[] = [];
  for (let column = skipBlank(text, 0); column < text.length;) {
    const token = tokenAt(text, column, example);
    tokens.push(token);
    column = skipBlank(text, column + token.text.length);
  }
  return tokens;
}

const skipBlank = (text: string, from: number): number => from + (match(blank, text, from)?.[0].length ?? 0);

function tokenAt(text: string, column: number, example: string): Token {
  const named = match(figure, text, column);
  if (named) {
    const [whole, owner = '', name = '', digits, thousands = '', , unit = null] = named;
    const rate = digits === undefined ? null : (quantityAt(digits + thousands, 0)?.value ?? null);
    return {
      ...{ type: 'figure', column, text: whole },
      ...{ owner, figure: name.replace('p99.9', 'p999'), rate, unit },
    };
  }
  const quantity = quantityAt(text, column);
  if (quantity) return { type: 'number', column, ...quantity };
  const found = match(comparator, text, column)?.[0] as Comparator | undefined;
  if (found !== undefined) return { type: 'comparator', column, text: found, comparator: found };
  const character = text[column] ?? '';
  if (character === '*' || character === '/')
    return { type: 'operator', column, text: character, operator: character };
  throw new AssertionInvalid(column, describeStranger(text, column, example));
}

function describeStranger(text: string, column: number, example: string): string {
  const character = text[column] ?? '';
  if (character === '=') return 'equality is written ==';
  if (character === '-' || character === '+')
    return `there is no "${character}": a hyphen is part of a lane’s name, and figures are only multiplied and divided`;
  if (character === '(' || character === ')')
    return 'there are no parentheses: * and / are worked out from the left';
  const lone = match(word, text, column)?.[0];
  if (lone !== undefined)
    return `"${lone}" is no figure: write ${example.startsWith('profile.') ? 'profile' : 'the lane’s name'} before it, as in ${example}`;
  return `"${character}" has no meaning here`;
}

function match(pattern: RegExp, text: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from;
  return pattern.exec(text);
}

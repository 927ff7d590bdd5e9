import { childrenOf, type Node, type SourceFile } from '../source/source-file.ts';

/** A part of a source, from one character to another, and what stands there instead. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A part of a text with the edits that lie in it. */
export function editedPart(text: string, edits: readonly Edit[], start = 0, end = text.length): string {
  let made = '';
  let at = start;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (edit.start < at || edit.end > end) continue;
    made += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return made + text.slice(at, end);
}

/** The blanks before the first letter of the line of a node. */
export function indentOf({ text }: SourceFile, { start }: Pick<Node, 'start'>): string {
  const line = text.lastIndexOf('\n', start - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, start))?.[0] ?? '';
}

/** One level of indentation, as the source has it. */
export function stepOf({ text }: SourceFile): string {
  const [, step = '  '] = /^(\t| {2,8})\S/m.exec(text) ?? [];
  return step;
}

/** A text of several lines, moved to the right. */
export const shifted = (text: string, by: string): string => text.replaceAll(/\n(?=[^\n])/g, `\n${by}`);

/** True where a text or a template in a part goes over several lines: they stay as they are. */
export function hasLongText(node: Node): boolean {
  const isText = node.type === 'Literal' || node.type === 'TemplateElement';
  if (isText) return node.loc?.start.line !== node.loc?.end.line;
  return childrenOf(node).some(hasLongText);
}

/** The end of a statement, without a `;` that stands before the next line. */
export function endOfStatement({ text }: SourceFile, { start, end }: Node): number {
  const [tail = ''] = /\s*\n\s*;$/.exec(text.slice(start, end)) ?? [];
  return end - tail.length;
}

/** `;`, or nothing where the source goes without. */
export const semicolonIn = ({ text }: SourceFile): string => (/;[ \t]*\r?$/m.test(text) ? ';' : '');

/** A `;` where the source has them, or where the next line begins with a bracket or an operator. */
export const semicolonAt = (source: SourceFile, at: number): string =>
  semicolonIn(source) === ';' || /^\s*[[(`+\-/]/.test(source.text.slice(at)) ? ';' : '';

/** A name instead of an expression, and of the brackets around it that it does not need. */
export function nameInstead(source: SourceFile, node: Node, name: string): Edit {
  const { text } = source;
  const parent = source.parentOf(node);
  // `{ name: await … }`, where the name is the same.
  if (
    parent?.type === 'Property' &&
    !parent.computed &&
    !parent.shorthand &&
    source.textOf(parent.key) === name
  )
    return { start: parent.start, end: parent.end, text: name };
  const isAfterWord = /\w/.test(text[node.start - 2] ?? '');
  const needsBrackets =
    /^(?:Member|Binary|Logical|Unary|Chain|TSAs|TSNonNull|TSSatisfies)Expression$|^(?:SpreadElement|VariableDeclarator)$/;
  const isBracketed = text[node.start - 1] === '(' && text[node.end] === ')';
  return isBracketed && needsBrackets.test(parent?.type ?? '')
    ? { start: node.start - 1, end: node.end + 1, text: isAfterWord ? ` ${name}` : name }
    : { start: node.start, end: node.end, text: name };
}

/** The removal of a statement, with the blank line above it. */
export function removalOf(source: SourceFile, node: Node): Edit {
  const { start, end } = linesOf(source, node);
  const [blank = ''] = /(?<=\n)[ \t]*\r?\n$/.exec(source.text.slice(0, start)) ?? [];
  return { start: start - blank.length, end, text: '' };
}

/** The lines of a statement, with the comments right above it and behind it. */
export function linesOf(source: SourceFile, node: Node): { start: number; end: number } {
  const { text } = source;
  const [start, end] = [node.start, endOfStatement(source, node)];
  let first = text.lastIndexOf('\n', start - 1) + 1;
  if (text.slice(first, start).trim() !== '') return { start, end };
  for (;;) {
    const above = text.lastIndexOf('\n', first - 2) + 1;
    if (first === 0 || !/^\s*\/\/(?!.*roundtrip-ignore)/.test(text.slice(above, first))) break;
    first = above;
  }
  const [behind = ''] = /^[ \t]*(?:\/\/[^\n]*)?(?:\r?\n|$)/.exec(text.slice(end)) ?? [];
  return behind === '' && end < text.length ? { start, end } : { start: first, end: end + behind.length };
}

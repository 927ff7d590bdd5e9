import { isWithin, type Range, type SourceShape } from './source-shape.ts';

/** A call as it stands in a source, a tagged template included. */
export interface SourceCall {
  /** The last token of what is called: `push` of `found.push(…)`. */
  callee: number;
  /** The first token of the chain that it ends: `found`. */
  start: number;
  given: Range;
  isNew: boolean;
}

const noCallees = ['function', 'super', 'import', 'if', 'for', 'while', 'switch', 'catch', 'with'].concat([
  ...['return', 'await', 'typeof', 'new', 'void', 'delete', 'in', 'of', 'instanceof', 'case', 'throw'],
  ...['yield', 'else', 'do', 'const', 'let', 'var', 'async', 'as'],
]);

/** The calls between two tokens. */
export function callsIn(shape: SourceShape, { from, to }: Range): SourceCall[] {
  const calls: SourceCall[] = [];
  for (let at = Math.max(1, from); at < to; at++) {
    const given = givenAt(shape, at);
    if (!given) continue;
    let callee = at - 1;
    if (shape.text(callee) === '?.') callee--;
    if (shape.text(callee) === '>') {
      while (callee > from && shape.text(callee) !== '<') callee--;
      callee--;
    }
    const before = shape.tokens[callee];
    if (!before || !(before.type === 'word' || [')', ']', '!'].includes(before.text))) continue;
    const isMember = ['.', '?.'].includes(shape.text(callee - 1));
    if (before.type === 'word' && noCallees.includes(before.text) && !isMember) continue;
    const opener = [')', ']'].includes(before.text) ? (shape.tokens[before.partner - 1] ?? null) : null;
    // A condition and an array literal are called by nothing.
    if (opener && noCallees.includes(opener.text)) continue;
    const start = shape.chainStart(callee);
    calls.push({ callee, start, given, isNew: shape.text(start - 1) === 'new' });
  }
  return calls;
}

/** The tokens between the brackets of a call, or in the template of a tag; `null`: neither begins here. */
function givenAt(shape: SourceShape, at: number): Range | null {
  const token = shape.tokens[at];
  const before = shape.tokens[at - 1];
  if (!token || !before) return null;
  if (token.text === '(') {
    if (token.partner < 0 || shape.text(token.partner + 1) === '=>') return null;
    if (shape.text(at - 2) === 'function' || shape.isBodyOfFunction(token.partner + 1)) return null;
    return { from: at + 1, to: token.partner };
  }
  const isTemplate =
    token.text === '${' || (token.type === 'text' && !/^["'/]/.test(token.text) && before.text !== '}');
  if (!isTemplate || (before.type !== 'word' && before.text !== ')' && before.text !== ']')) return null;
  let end = at;
  while (shape.tokens[end]?.type === 'text' || shape.text(end) === '${')
    end = shape.text(end) === '${' ? Math.max(end, shape.tokens[end]?.partner ?? end) + 1 : end + 1;
  return { from: at, to: end };
}

const pureObjects = 'JSON Math Number String Array Buffer Date BigInt console Promise'.split(' ');
const pureOfObject = 'keys values entries fromEntries hasOwn freeze is'.split(' ');
const pureFunctions =
  'Number String Boolean BigInt Date parseInt parseFloat isNaN isFinite structuredClone encodeURIComponent decodeURIComponent'.split(
    ' ',
  );
/** Names of the language that the judge takes to be what they say. */
export const pureNames: ReadonlySet<string> = new Set([
  ...pureObjects,
  ...pureFunctions,
  'Object',
  'Map',
  'Set',
]);
const pureClasses = /^(?:\w*Error|Map|Set|Array|Date)$/;

/** A function of the language that keeps nothing of what it is given. */
export function isPure(shape: SourceShape, { start, callee, isNew }: SourceCall): boolean {
  const root = shape.text(start);
  // A method of a list or a text that stands there.
  if (root === '[' || shape.tokens[start]?.type === 'text') return start !== callee;
  if (isNew) return start === callee && pureClasses.test(root);
  if (start === callee) return pureFunctions.includes(root);
  if (root === 'Object') return pureOfObject.includes(shape.text(callee));
  return pureObjects.includes(root) && callee === start + 2;
}

/** Methods of the language that answer without arguments, and know of no reply. */
const ofNothing =
  'toString trim toLowerCase toUpperCase toISOString getTime now random randomUUID shift pop valueOf'.split(
    ' ',
  );

/** True where a key is made by a function that is given nothing: it may know what it was told elsewhere. */
export const asksNothing = (shape: SourceShape, given: Range): boolean =>
  callsIn(shape, given).some(
    (call) =>
      call.given.from === call.given.to &&
      isWithin(given, call.callee) &&
      !ofNothing.includes(shape.text(call.callee)) &&
      !isPure(shape, call),
  );

/** Methods that call what they are given. */
const callers =
  'map forEach filter find findIndex findLast some every flatMap reduce reduceRight sort toSorted then catch finally replace replaceAll'.split(
    ' ',
  );

/** True where a call hands its values on to a function that does not stand in it: `ids.map(load)`. */
export function passesOn(shape: SourceShape, call: SourceCall): boolean {
  const { given, callee, start } = call;
  const isCaller = callers.includes(shape.text(callee));
  const isReviver = ['JSON', 'Array'].includes(shape.text(start));
  if (!isCaller && !isReviver) return false;
  let at = given.from;
  for (let place = 0; at < given.to; place++) {
    const end = Math.min(given.to, shape.expressionEnd(at));
    const isFunction = isCaller ? place === 0 || shape.text(callee) === 'then' : place === 1;
    const isInline = shape.tokens.slice(at, end).some(({ text }) => text === '=>' || text === 'function');
    const isText = shape.tokens[at]?.type === 'text';
    if (
      isFunction &&
      !isInline &&
      !isText &&
      !isPure(shape, { ...call, start: at, callee: end - 1, isNew: false })
    )
      return true;
    at = end + 1;
  }
  return false;
}

/** Names of the parameters of functions that stand in a call. */
export function parametersIn(shape: SourceShape, { from, to }: Range): string[] {
  const names: string[] = [];
  for (let at = from; at < to; at++) {
    if (shape.text(at) !== '=>') continue;
    const last = shape.tokens[at - 1];
    const first = last?.text === ')' ? last.partner : at - 1;
    for (let word = first; word < at; word++)
      if (shape.tokens[word]?.type === 'word') names.push(shape.text(word));
  }
  return names;
}

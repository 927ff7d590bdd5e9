import { largest } from '../../statistics/extremes.ts';
import type { Order, NoPatch } from '../source-evidence.ts';
import { withoutTypes, type LoopNode, type Node, type SourceFile } from '../source/source-file.ts';
import { namesIn } from '../source/scopes.ts';
import { declaredBy, effectsOf } from './effects.ts';
import { sentAlone, headOf, isCounter, knownOf, type LoopPatch, type PlacedStatement } from './loop-parts.ts';
import { groupedIn, nameFor } from './line.ts';
import {
  editedPart,
  endOfStatement,
  hasLongText,
  indentOf,
  linesOf,
  nameInstead,
  semicolonAt,
  semicolonIn,
  shifted,
  stepOf,
  type Edit,
} from './text.ts';
import { isNoPatch, patternOf, refused, type Patching, type SentCall } from './sent-calls.ts';

interface Writing {
  loop: LoopNode;
  patching: Patching;
  placed: readonly PlacedStatement[];
  /** The names that the second loop reads, those of the body, and those that the first one changes. */
  reads: ReadonlySet<string>;
  ofLoop: ReadonlySet<string>;
  changes: ReadonlySet<string>;
}

/** The two loops, and the round trips that they take. */
export function written({ loop, patching, placed, reads, ofLoop, changes }: Writing): LoopPatch | NoPatch {
  const { source, units, names } = patching;
  const indent = indentOf(source, loop);
  const inner = `${indent}${stepOf(source)}`;
  const end = semicolonIn(source);
  const edits: Edit[] = [];
  const replies = new Map<SentCall, string>();
  for (const { isDivided, units: own } of placed)
    for (const unit of isDivided ? own : []) {
      const name = names.fresh(nameFor(unit, source));
      replies.set(unit, name);
      edits.push(nameInstead(source, unit.awaited, name));
    }
  const using = placed.filter(({ part, isDivided }) => part === 'use' || isDivided);
  const carried = [
    ...[...namesSent(loop, placed)].filter((name) => reads.has(name) && ofLoop.has(name)),
    ...replies.values(),
  ];
  const sending = placed.filter(({ part }) => part === 'send');
  const firstSent = sending.findIndex((one) => one.units.length > 0);
  const [before, after] = [sending.slice(0, firstSent), sending.slice(firstSent)];
  const pending = names.fresh('pending');
  const to = endOfStatement(source, loop);
  const layout: Layout = { patching, pending, carried, replies, indent: inner, end };
  const [only] = after;
  const isAlone =
    units.length === 1 &&
    after.slice(1).every(({ node }) => node.type !== 'VariableDeclaration') &&
    (units.every(({ isPromise }) => isPromise) || carried.every((name) => isOfReply(name, only, replies)));
  const sent = only && isAlone ? reply(only, layout) : rounds(after, layout);
  // A variable of the function has another value by the time that the reply comes.
  const isVar = [...headOf(loop), ...placed.map(({ node }) => node)].some(
    (node) => node.type === 'VariableDeclaration' && node.kind === 'var',
  );
  const body = placed.map(({ node }) => node);
  const outside = isAlone
    ? []
    : after.flatMap(({ node, isDivided }) =>
        isDivided ? [] : [...effectsOf([node], source, knownOf(units)).changes],
      );
  if (outside.some((name) => !body.flatMap(declaredBy).includes(name)))
    return refused('between', source, loop);
  const kept = sent.given.filter((name) => !sent.ofReply.has(name));
  if (
    (kept.length > 0 || !isAlone) &&
    (isVar || kept.some((one) => changes.has(one) && !isCounter(one, loop, body)))
  )
    return refused('between', source, loop);
  const line = ({ node }: PlacedStatement) => `${inner}${commented(node, source, edits)}`;
  const isBlock = loop.body.type === 'BlockStatement';
  const lines = [
    `const ${pending} = []${end}`,
    `${indent}${source.text.slice(loop.start, loop.body.start).trimEnd()} {`,
    ...before.map(line),
    ...sent.rows,
    ...(isAlone ? after.slice(1).map(line) : []),
    `${indent}}${isBlock || loop.type === 'DoWhileStatement' ? source.text.slice(loop.body.end, loop.end) : ''}`,
    ...(using.length === 0
      ? [`${indent}await Promise.all(${pending})${semicolonAt(source, to)}`]
      : [
          `${indent}for (const ${sent.pattern} of await Promise.all(${pending})) {`,
          ...using.map(line),
          `${indent}}`,
        ]),
  ];
  return {
    edits: [{ start: loop.start, end: to, text: lines.join('\n') }],
    ...{ trips: sent.trips, stages: sent.stages },
    ...{ isInPlace: false, isRepeated: source.loopAround(loop) !== null },
  };
}

/** The names that the first loop declares. */
const namesSent = (loop: LoopNode, placed: readonly PlacedStatement[]): Set<string> =>
  new Set(
    [
      ...headOf(loop),
      ...placed.flatMap(({ node, part, isDivided }) => (part === 'send' && !isDivided ? [node] : [])),
    ].flatMap(declaredBy),
  );

interface Layout {
  patching: Patching;
  pending: string;
  /** Names that the second loop needs, and those of replies. */
  carried: readonly string[];
  replies: ReadonlyMap<SentCall, string>;
  indent: string;
  end: string;
}

/** The rows that send a round, with what the second loop gets of it. */
interface Sent {
  rows: string[];
  pattern: string;
  given: readonly string[];
  ofReply: ReadonlySet<string>;
  trips: number;
  stages: number[];
}

/** One call: its promise, with what else the second loop needs. */
function reply(
  { node, units, isDivided }: PlacedStatement,
  { patching, pending, carried, replies, indent, end }: Layout,
): Sent {
  const { source, names } = patching;
  const pattern = units[0] && !isDivided ? patternOf(node, units[0]) : null;
  const ofReply = new Set(pattern ? namesIn(pattern) : replies.values());
  const name = pattern ? source.textOf(withoutAnnotation(pattern)) : ([...replies.values()][0] ?? '');
  const isReplyAll = carried.every((one) => ofReply.has(one));
  const [sent = ''] = units.map((unit) => source.textOf(unit.sent));
  const promise = isReplyAll ? sent : `${sent}.then((${name}) => ({ ${carried.join(', ')} }))`;
  const above = isDivided ? '' : source.text.slice(linesOf(source, node).start, node.start).trim();
  return {
    rows: [...(above === '' ? [] : [`${indent}${above}`]), `${indent}${pending}.push(${promise})${end}`],
    pattern: isReplyAll ? name || names.fresh('reply') : `{ ${carried.join(', ')} }`,
    ...{ given: isReplyAll ? [] : carried, ofReply },
    ...sentAlone(patching.units),
  };
}

/** Statements one after another, of which each sends its own calls together. */
function asWritten(placed: readonly PlacedStatement[]): { trips: number; stages: number[] } {
  let trips = 0;
  const stages: number[] = [];
  for (const { units } of placed) {
    for (const { places } of units)
      for (const [at, place] of places.entries()) stages[place] = trips + at + 1;
    trips += largest(
      units.map(({ places }) => places.length),
      0,
    );
  }
  return { trips, stages };
}

/** Several calls: a function for a round, which all rounds run side by side. */
function rounds(
  placed: readonly PlacedStatement[],
  { patching, pending, carried, replies, indent, end }: Layout,
): Sent {
  const { source, units, order, names } = patching;
  const isAnyDivided = placed.some(({ isDivided }) => isDivided);
  const list = placed.map(({ node }) => node);
  const grouped = isAnyDivided ? null : groupedIn(list, units, patching);
  const made = grouped === null || isNoPatch(grouped) ? null : grouped;
  const step = stepOf(source);
  const statements = placed.map(({ node, units: own, isDivided }) => {
    if (!isDivided) return commented(node, source, made?.edits ?? []);
    // The statement itself is in the second loop; here its replies get names.
    const given = own.map((unit) => replies.get(unit) ?? '');
    const sent = own.map((unit) => source.textOf(unit.sent));
    return own.length === 1
      ? `const ${given.join('')} = await ${sent.join('')}${end}`
      : `const [${given.join(', ')}] = await Promise.all([${sent.join(', ')}])${end}`;
  });
  const isFixed = placed.some(({ node }) => hasLongText(node));
  const [one = names.fresh('reply')] = carried;
  const pattern = carried.length > 1 ? `{ ${carried.join(', ')} }` : one;
  if (carried.length > 0) statements.push(`return ${pattern}${end}`);
  return {
    rows: [
      `${indent}${pending}.push(`,
      `${indent}${step}(async () => {`,
      ...statements
        .filter((text) => text !== '')
        .map((text) => `${indent}${step}${step}${isFixed ? text : shifted(text, step + step)}`),
      `${indent}${step}})(),`,
      `${indent})${end}`,
    ],
    ...{ pattern, given: carried, ofReply: new Set() },
    ...(made ? { trips: made.trips, stages: stagesBy(units, order) } : asWritten(placed)),
  };
}

/** True for a name of the reply of a statement. */
const isOfReply = (
  name: string,
  placed: PlacedStatement | undefined,
  replies: ReadonlyMap<SentCall, string>,
): boolean => {
  const [unit] = placed?.units ?? [];
  const pattern = placed && unit && !placed.isDivided ? patternOf(placed.node, unit) : null;
  return pattern ? namesIn(pattern).includes(name) : [...replies.values()].includes(name);
};

const withoutAnnotation = (pattern: Node): Node => {
  const { typeAnnotation } = pattern as unknown as { typeAnnotation?: Node };
  return typeAnnotation ? { ...pattern, end: typeAnnotation.start } : withoutTypes(pattern);
};

/** A statement with its edits and the comments that belong to it; its first line has no blanks before it. */
function commented(node: Node, source: SourceFile, edits: readonly Edit[]): string {
  const lines = linesOf(source, node);
  const text = editedPart(source.text, edits, lines.start, lines.end).trim();
  // A bracket or an operator at the start of a line continues the line before.
  return semicolonIn(source) === '' && /^[[(`+\-/](?!\/|\*)/.test(text) ? `;${text}` : text;
}

/** The stage of each exchange where all are sent as soon as those that they wait for have replied. */
function stagesBy(units: readonly SentCall[], order: Order): number[] {
  const stages: number[] = [];
  for (const { places } of units) {
    let stage = largest(
      places.flatMap((place) => [
        ...(order.waits[place] ?? []).map((at) => (stages[at] ?? 0) + 1),
        ...(order.follows[place] ?? []).map((at) => stages[at] ?? 1),
      ]),
      1,
    );
    for (const place of places) stages[place] = stage++;
  }
  return stages;
}

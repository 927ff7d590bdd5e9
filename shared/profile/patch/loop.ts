import { largest, smallest } from '../../statistics/extremes.ts';
import type { Order, NoPatch } from '../source-evidence.ts';
import {
  childrenOf,
  withoutTypes,
  type LoopNode,
  type Node,
  type SourceFile,
} from '../source/source-file.ts';
import { namesIn } from '../source/scopes.ts';
import { neededBy, partsBefore, sharedIn, withAliases } from './conflicts.ts';
import { declaredBy, effectsOf, haveCommon, mayThrow, readsInFunctions } from './effects.ts';
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
import {
  isBare,
  isNoPatch,
  listAround,
  patternOf,
  refused,
  statementOf,
  type Patching,
  type SentCall,
} from './sent-calls.ts';

export interface LoopPatch {
  edits: Edit[];
  /** Round trips of all rounds together. */
  trips: number;
  /** The stage of each exchange of a round, from 1. */
  stages: number[];
  /** The body stays as it is, but for the commands. */
  isInPlace: boolean;
  /** The loop stands in another one: the round trips are those of each time. */
  isRepeated: boolean;
}

/** Sends the rounds of a loop together: the loop stays, and its replies are waited for behind it. */
export function patchLoop(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source } = patching;
  const parent = source.parentOf(loop);
  if (parent?.type === 'LabeledStatement' || (loop.type === 'ForOfStatement' && loop.await))
    return refused('shape', source, loop);
  const isDeclared = !('left' in loop) || loop.left.type === 'VariableDeclaration';
  if (!listAround(loop, source) || !isDeclared) return refused('shape', source, loop);
  const body = loop.body.type === 'BlockStatement' ? loop.body.body : [];
  if (body.some(({ type }) => /^(?:Function|Class)Declaration$/.test(type)))
    return refused('shape', source, loop);
  // What another function changes is asked again only while the loop waits.
  const { changes } = effectsOf([loop], source, knownOf(patching.units));
  const asked = 'test' in loop && loop.test ? effectsOf([loop.test], source) : null;
  const isOthers = (name: string) => source.reassigned.has(name) && !changes.has(name);
  if (asked && (asked.unseen.length > 0 || [...asked.reads].some(isOthers)))
    return refused('between', source, loop);
  // A function that runs later finds the value of a later round.
  const isLate = (name: string) => changes.has(name) && !isCounter(name, loop, body);
  for (const { sent, places, needs } of patching.units)
    if ([...readsInFunctions(sent, source), ...(places.length > 1 ? needs : [])].some(isLate))
      return refused('between', source, sent);
  const inPlace = patchInPlace(loop, patching);
  if (!isNoPatch(inPlace)) {
    const outer = source.loopAround(loop);
    const wider = outer && patchLoop(outer, patching);
    return wider && !isNoPatch(wider) && wider.isInPlace ? wider : { ...inPlace, isRepeated: outer !== null };
  }
  return patchBySplit(loop, patching);
}

/** The loop with `pending.push(CALL)` instead of `await CALL`, where no reply is used and nothing else waits. */
function patchInPlace(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source, units, order, names } = patching;
  for (const unit of units) {
    const statement = source.parentOf(unit.awaited);
    if (!statement || !isBare(statement, unit)) return refused('shape', source, unit.call);
    for (let at = source.parentOf(statement); at && at !== loop; at = source.parentOf(at))
      if (
        !/^(?:BlockStatement|IfStatement|SwitchStatement|SwitchCase|For(?:Of|In)?Statement|WhileStatement)$/.test(
          at.type,
        )
      )
        return refused('shape', source, unit.call);
  }
  if (units.length > 1 && order.waits.some((before) => before.length > 0))
    return refused('order', source, loop);
  const { unseen, waits, leaves } = effectsOf([loop], source, knownOf(units));
  const [first] = [...waits, ...leaves, ...unseen.filter(({ start }) => start > (units[0]?.call.end ?? 0))];
  if (first) return refused('between', source, first);
  const indent = indentOf(source, loop);
  const [end, to] = [semicolonIn(source), endOfStatement(source, loop)];
  const pending = names.fresh('pending');
  return {
    edits: [
      { start: loop.start, end: loop.start, text: `const ${pending} = []${end}\n${indent}` },
      ...units.map(({ awaited, sent }) => ({
        start: awaited.start,
        end: awaited.end,
        text: `${pending}.push(${source.textOf(sent)})`,
      })),
      { start: to, end: to, text: `\n${indent}await Promise.all(${pending})${semicolonAt(source, to)}` },
    ],
    ...alone(units),
    ...{ isInPlace: true, isRepeated: false },
  };
}

const knownOf = (units: readonly SentCall[]): Set<Node> =>
  new Set(units.flatMap(({ call, awaited }): Node[] => [call, awaited]));

/** A statement of the body, and the part of the patch that it belongs to. */
interface Placed {
  node: Node;
  units: SentCall[];
  /** The unit is sent in the first loop; its statement works with the reply in the second one. */
  isDivided: boolean;
  part: 'send' | 'use';
}

/** Two loops: the first one sends, the second one works with the replies, in the order of the first. */
function patchBySplit(loop: LoopNode, patching: Patching): LoopPatch | NoPatch {
  const { source, units, order } = patching;
  const body = loop.body.type === 'BlockStatement' ? loop.body.body : [loop.body];
  const placed = placedIn(source, loop, body, units);
  if (isNoPatch(placed)) return placed;
  const known = knownOf(units);
  const head = headOf(loop);
  const sending = placed.filter(({ part }) => part === 'send');
  const using = placed.filter(({ part, isDivided }) => part === 'use' || isDivided);
  const awaited = new Set<Node>(units.map((unit) => unit.awaited));
  const send = effectsOf(
    [...head, ...sending.flatMap((one) => (one.isDivided ? [] : [one.node]))],
    source,
    known,
    awaited,
  );
  for (const unit of units) {
    const { reads, changes, unseen } = neededBy(unit, source);
    for (const name of reads) send.reads.add(name);
    for (const name of changes) send.changes.add(name);
    for (const one of unseen) send.unseen.push(one);
  }
  const use = effectsOf(
    using.map(({ node }) => node),
    source,
    known,
    new Set(using.flatMap((one) => one.units.map((unit) => unit.awaited))),
  );
  const ofLoop = new Set([...head, ...placed.map(({ node }) => node)].flatMap(declaredBy));
  const isShared = (names: ReadonlySet<string>) => new Set([...names].filter((name) => !ofLoop.has(name)));
  const changedByUse = withAliases(use.changes, source.functionAround(loop));
  const [changed] = [...changedByUse].filter((name) => send.reads.has(name) && !ofLoop.has(name));
  if (changed !== undefined) return { ...refused('between', source, loop), name: changed };
  const ofSend = isShared(send.changes);
  if (haveCommon(ofSend, use.reads) || haveCommon(ofSend, changedByUse))
    return refused('between', source, loop);
  const [unseen] = use.unseen;
  const shared = sharedIn(source.functionAround(loop), source);
  if (unseen && (send.unseen.length > 0 || haveCommon(isShared(send.reads), shared)))
    return refused('between', source, unseen);
  if (send.unseen[0] && haveCommon(isShared(use.reads), shared))
    return refused('between', source, send.unseen[0]);
  const [waiting] = use.waits;
  if (waiting) return refused('between', source, waiting);
  const leaving = use.leaves.find((one) => one.type !== 'ContinueStatement' || one.label);
  if (leaving) return refused('leaves', source, leaving);
  // What throws in a round would have kept back the writes of the next.
  const throwing =
    units.some(({ isWrite }) => isWrite) && using.find(({ node }) => mayThrow(node, source, known));
  if (throwing) return refused('between', source, throwing.node);
  const apart = placed.find(
    ({ isDivided, units: own }) =>
      isDivided &&
      own.length > 1 &&
      own.some(({ places }) => places.some((at) => (order.waits[at] ?? []).length > 0)),
  );
  if (apart) return refused('order', source, apart.node);
  return written({ loop, patching, placed, reads: use.reads, ofLoop, changes: send.changes });
}

/** What a loop evaluates besides its body. */
const headOf = (loop: LoopNode): Node[] =>
  (loop.type === 'ForStatement'
    ? [loop.init, loop.test, loop.update]
    : loop.type === 'WhileStatement' || loop.type === 'DoWhileStatement'
      ? [loop.test]
      : [loop.left, loop.right]
  ).flatMap((one) => one ?? []);

function placedIn(
  source: SourceFile,
  loop: LoopNode,
  body: readonly Node[],
  units: readonly SentCall[],
): Placed[] | NoPatch {
  const unitsIn = new Map<Node, SentCall[]>();
  for (const unit of units) {
    const statement =
      loop.body.type === 'BlockStatement'
        ? statementOf(unit.awaited, source)
        : onlyStatement(unit, loop, source);
    if (!statement || !body.includes(statement)) return refused('apart', source, unit.call);
    unitsIn.set(statement, [...(unitsIn.get(statement) ?? []), unit]);
  }
  const known = knownOf(units);
  const indices = [...unitsIn.keys()].map((node) => body.indexOf(node));
  const [first, last] = [smallest(indices), largest(indices, 0)];
  const sends = body.filter((node, at) => at < last && /^(?:If|Variable)/.test(node.type));
  const needed = effectsOf(
    [...headOf(loop), ...units.map(({ sent }) => sent), ...sends],
    source,
    known,
  ).reads;
  const ofReplies = new Set<string>();
  const ofRound = new Set(
    [...headOf(loop), ...body].flatMap((node) => (node.type === 'VariableDeclaration' ? namesIn(node) : [])),
  );
  const isOfRound = (name: string) => ofRound.has(name);
  const placed: Placed[] = [];
  for (const [at, node] of body.entries()) {
    const own = unitsIn.get(node) ?? [];
    const effects = effectsOf([node], source, known);
    const add = (part: Placed['part'], isDivided = false) =>
      placed.push({ node, units: own, isDivided, part });
    const [unit] = own;
    for (const one of own) {
      const before = effectsOf(partsBefore(node, one), source, known);
      if (before.unseen[0] ?? before.waits[0]) return refused('between', source, node);
      if (haveCommon(before.changes, needed) || haveCommon(before.declares, needed))
        return refused('between', source, node);
    }
    if (unit) {
      const isKept = own.length === 1 && (isBare(node, unit) || patternOf(node, unit) !== null);
      const isOwn = [...effects.changes].every((name) => isOfRound(name));
      const isMade =
        at < last && isOwn && (node.type === 'VariableDeclaration' || haveCommon(effects.changes, needed));
      if (isKept || isMade) {
        add('send');
        for (const name of effects.declares) ofReplies.add(name);
      } else if (!(
        at < last &&
        (haveCommon(effects.changes, needed) || haveCommon(effects.declares, needed))
      ))
        add('send', true);
      else return refused('shape', source, node);
    } else if (effects.waits[0]) return refused('between', source, effects.waits[0]);
    else if (at < last) {
      const isGuard =
        at < first &&
        node.type === 'IfStatement' &&
        !placed.some(({ part }) => part === 'use') &&
        effects.leaves.every((one) => /^(?:Break|Continue)/.test(one.type) && !('label' in one && one.label));
      if (effects.leaves[0] && !isGuard) return refused('leaves', source, effects.leaves[0]);
      const isNeeded = haveCommon(effects.changes, needed) || haveCommon(effects.declares, needed);
      if (node.type === 'VariableDeclaration' || isGuard || isNeeded) {
        if (effects.unseen[0] && (isGuard || isNeeded || at > first))
          return refused('between', source, effects.unseen[0]);
        add('send');
        for (const name of effects.declares) if (haveCommon(effects.reads, ofReplies)) ofReplies.add(name);
      } else add('use');
    } else if (haveCommon(effects.changes, needed) && !haveCommon(effects.reads, ofReplies)) {
      const isAfterLeave = placed.some(
        (one) => one.part === 'use' && effectsOf([one.node], source).leaves.length > 0,
      );
      if (isAfterLeave || effects.unseen[0] || effects.leaves[0]) return refused('between', source, node);
      add('send');
    } else add('use');
  }
  return placed;
}

/** The body of `for (…) BODY`, if it surely evaluates the unit. */
function onlyStatement({ awaited }: SentCall, { body }: LoopNode, source: SourceFile): Node | null {
  for (let at = source.parentOf(awaited); at; at = source.parentOf(at)) {
    if (at === body) return body.type === 'ExpressionStatement' ? body : null;
    if (/Statement$|Function|^(?:Conditional|Logical)/.test(at.type)) return null;
  }
  return null;
}

interface Writing {
  loop: LoopNode;
  patching: Patching;
  placed: readonly Placed[];
  /** The names that the second loop reads, those of the body, and those that the first one changes. */
  reads: ReadonlySet<string>;
  ofLoop: ReadonlySet<string>;
  changes: ReadonlySet<string>;
}

/** The two loops, and the round trips that they take. */
function written({ loop, patching, placed, reads, ofLoop, changes }: Writing): LoopPatch | NoPatch {
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
  const line = ({ node }: Placed) => `${inner}${commented(node, source, edits)}`;
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
const namesSent = (loop: LoopNode, placed: readonly Placed[]): Set<string> =>
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

const alone = (units: readonly SentCall[]) => ({
  trips: largest(
    units.map(({ places }) => places.length),
    1,
  ),
  stages: units.flatMap(({ places }) => places.map((_, at) => at + 1)),
});

/** One call: its promise, with what else the second loop needs. */
function reply(
  { node, units, isDivided }: Placed,
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
    ...alone(patching.units),
  };
}

/** Statements one after another, of which each sends its own calls together. */
function asWritten(placed: readonly Placed[]): { trips: number; stages: number[] } {
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
  placed: readonly Placed[],
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

/** A counter in the head of a `for`: each round has its own. */
const isCounter = (name: string, loop: LoopNode, body: readonly Node[]): boolean =>
  loop.type === 'ForStatement' &&
  loop.init?.type === 'VariableDeclaration' &&
  loop.init.kind === 'let' &&
  namesIn(loop.init).includes(name) &&
  !body.some((node) => changesName(node, name));

const changesName = (node: Node, name: string): boolean =>
  (node.type === 'AssignmentExpression' && namesIn(node.left).includes(name)) ||
  (node.type === 'UpdateExpression' && namesIn(node.argument).includes(name)) ||
  childrenOf(node).some((one) => changesName(one, name));

/** True for a name of the reply of a statement. */
const isOfReply = (
  name: string,
  placed: Placed | undefined,
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
  // Without a `;`, it would go on with the line before.
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

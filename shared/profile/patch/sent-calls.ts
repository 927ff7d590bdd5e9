import { onlyReads } from '../../commands/redis.ts';
import type { Exchange } from '../exchanges.ts';
import type { Order, NoPatch } from '../source-evidence.ts';
import type { SendingFunction } from '../source/sending-function.ts';
import {
  calleeOf,
  childrenOf,
  isFunction,
  nameOfKey,
  withoutTypes,
  type CallNode,
  type Node,
  type SourceFile,
} from '../source/source-file.ts';
import { namesIn } from '../source/scopes.ts';
import { effectsAfter, effectsOf } from './effects.ts';
import type { PatchNames } from './patch-names.ts';
import { later } from '../source/language.ts';

/** A call in the carrier that sends one or more commands of a round. */
export interface SentCall {
  /** Its exchanges of a round; each of them is a round trip today. */
  places: number[];
  call: CallNode;
  /** `await CALL`, or the call that is returned. */
  awaited: Node;
  /** The promise: the call, with `.then(…)` behind it. */
  sent: Node;
  /** The call is one of the client itself, and no function of the program or of a package. */
  isDirect: boolean;
  /** It surely gives a promise. */
  isPromise: boolean;
  /** It changes something on the server. */
  isWrite: boolean;
  /** The names outside of themselves that the functions of the program on its way read and change. */
  needs: ReadonlySet<string>;
  touches: ReadonlySet<string>;
}

/** The parts that a patch is made of. */
export interface Patching {
  source: SourceFile;
  units: readonly SentCall[];
  order: Order;
  names: PatchNames;
}

export const refused = (why: NoPatch['why'], source: SourceFile, node: Node): NoPatch => ({
  why,
  line: source.lineOf(node),
  name: nameOf(node, source),
});

export const isNoPatch = (one: object): one is NoPatch => 'why' in one;

const nameOf = (node: Node, source: SourceFile): string => {
  const call = node.type === 'AwaitExpression' ? withoutTypes(node.argument) : node;
  if (call.type === 'CallExpression' || call.type === 'NewExpression')
    return source.textOf(calleeOf(call)).replaceAll(/\s+/g, ' ').slice(0, 60);
  return /^(?:Return|Break|Continue|Throw)/.test(node.type) ? (source.textOf(node).split(/\W/)[0] ?? '') : '';
};

/** The units of a carrier, in the order of a round. */
export function sentCallsOf(
  { source, ways, placeOf }: SendingFunction,
  exchanges: readonly Exchange[],
): SentCall[] | NoPatch {
  const units = new Map<CallNode, SentCall>();
  const sending = new Set<Node>(ways.flatMap((way) => way.map(({ call }) => call)));
  let last: CallNode | null = null;
  for (const [place, way] of placeOf.entries()) {
    const call = ways[way]?.[0]?.call;
    if (!call) return { why: 'unread', line: 0, name: '' };
    const known = units.get(call);
    // A line that is reached again, after another one, is no one call.
    if (known && last !== call) return refused('shape', source, call);
    last = call;
    if (!known) {
      const made = awaitOf(call, source);
      if (!made) return refused('not-awaited', source, call);
      const [, inner] = ways[way] ?? [];
      const around = inner ? inner.source.functionAround(inner.call) : null;
      const isDirect = around === null && exchanges[place]?.site?.owner === 'app';
      units.set(call, {
        ...{ places: [], call, ...made, isDirect, isWrite: false },
        isPromise: isDirect || (around !== null && 'async' in around && around.async),
        ...{ needs: new Set(), touches: new Set() },
      });
    }
    const unit = units.get(call);
    if (!unit) continue;
    unit.places.push(place);
    const isWrite = exchanges[place]?.commands.some(({ n }) => !onlyReads(n)) ?? true;
    if (isWrite) unit.isWrite = true;
    const [needs, touches] = [new Set(unit.needs), new Set(unit.touches)];
    for (const { source: file, call: inner } of ways[way]?.slice(1) ?? []) {
      const node = file.functionAround(inner);
      if (changesLater(node, file, sending)) return refused('between', source, call);
      const { reads, declares, changes } = effectsOf([node], file, sending);
      for (const name of reads) if (!declares.has(name)) needs.add(name);
      for (const name of changes) if (!declares.has(name)) touches.add(name);
    }
    units.set(call, { ...unit, needs, touches });
  }
  return [...units.values()];
}

/** True where a function changes something outside of itself behind an `await`: the next call may read it before. */
function changesLater(node: Node, source: SourceFile, sending: ReadonlySet<Node>): boolean {
  if (!isFunction(node)) return true;
  const { changes, declares, waits } = effectsOf([node.body], source, sending);
  const [first] = waits;
  const given = new Set(node.params.flatMap(namesIn));
  const isOutside = (name: string) => !declares.has(name) || given.has(name);
  // A callback of a promise may change things as well.
  if (!first) return /\.(?:then|finally)\(/.test(source.textOf(node.body)) && [...changes].some(isOutside);
  if (statementsIn(node.body).some((one) => one.start > first.end && callsForEffect(one, source, sending)))
    return true;
  return [...effectsAfter(node.body, first.start, source, sending)].some(isOutside);
}

const statementsIn = (node: Node): Node[] =>
  childrenOf(node).flatMap((one) => (isFunction(one) ? [] : [one, ...statementsIn(one)]));

/** True for a call whose answer goes nowhere, of a function that is not seen. */
const callsForEffect = (node: Node, source: SourceFile, sending: ReadonlySet<Node>): boolean =>
  node.type === 'ExpressionStatement' && effectsOf([node], source, sending).unseen.length > 0;

/** The promise that a call makes, and where it is awaited; `null`: nowhere in its function. */
function awaitOf(call: CallNode, source: SourceFile): Pick<SentCall, 'awaited' | 'sent'> | null {
  let sent: Node = call;
  for (;;) {
    const parent = source.parentOf(sent);
    if (!parent) return null;
    if (parent.type === 'AwaitExpression') return { awaited: parent, sent };
    if (parent.type === 'ReturnStatement') return { awaited: sent, sent };
    const above = source.parentOf(parent);
    if (
      parent.type === 'MemberExpression' &&
      parent.object === sent &&
      later.has(nameOfKey(parent.property, parent.computed) ?? '') &&
      above?.type === 'CallExpression' &&
      above.callee === parent
    )
      sent = above;
    else if (withoutTypes(parent) === sent || parent.type === 'ChainExpression') sent = parent;
    else return null;
  }
}

/** The statements that stand beside a node, the node among them; `null`: it stands in no list. */
export function listAround(node: Node, source: SourceFile): readonly Node[] | null {
  const parent = source.parentOf(node);
  if (parent?.type === 'BlockStatement' || parent?.type === 'Program') return parent.body;
  if (parent?.type === 'SwitchCase' && parent.test !== node) return parent.consequent;
  return null;
}

/**
 * The statement of a list that surely evaluates a node, once, whenever it runs; `null`: there is none, as for a part of
 * an `if` or a nested loop.
 */
export function statementOf(node: Node, source: SourceFile): Node | null {
  let inner = node;
  for (let at = source.parentOf(node); at; inner = at, at = source.parentOf(at)) {
    if (listAround(inner, source)) return inner;
    const isMaybe =
      isFunction(at) ||
      /^(?:For|While|DoWhile|Try|Switch|Labeled|With)\w*Statement$|^(?:Class|CatchClause|AssignmentPattern)/.test(
        at.type,
      ) ||
      ((at.type === 'ConditionalExpression' || at.type === 'IfStatement') && at.test !== inner) ||
      (at.type === 'LogicalExpression' && at.left !== inner) ||
      (at.type === 'AssignmentExpression' && /^(?:\|\||&&|\?\?)=$/.test(at.operator)) ||
      at.type === 'ChainExpression';
    if (isMaybe && !(at.type === 'ChainExpression' && inner === node)) return null;
  }
  return null;
}

/** The pattern of `const PATTERN = await CALL;`; `null`: the statement has another form, or computes in the pattern. */
export function patternOf(statement: Node, { awaited }: SentCall): Node | null {
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return null;
  const [one, ...others] = statement.declarations;
  return one?.init === awaited && others.length === 0 && !computes(one.id) ? one.id : null;
}

const computes = (pattern: Node): boolean =>
  (pattern.type === 'AssignmentPattern' && pattern.right.type !== 'Literal') ||
  (pattern.type === 'Property' && pattern.computed) ||
  (!/^TS/.test(pattern.type) && childrenOf(pattern).some(computes));

/** True for `await CALL;` whose reply goes nowhere. */
export const isBare = (statement: Node, { awaited }: SentCall): boolean =>
  statement.type === 'ExpressionStatement' && statement.expression === awaited;

/** True where a declaration says the type of what it holds. */
export const isTyped = (pattern: Node): boolean =>
  (pattern as unknown as { typeAnnotation?: unknown }).typeAnnotation !== undefined;

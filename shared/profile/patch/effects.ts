import {
  changing,
  clocks,
  containers,
  errors,
  holders,
  later,
  pureFunctions,
  pureObjects,
  reading,
  silentObjects,
  throwingFunctions,
} from '../source/language.ts';
import { declarationsOf, namesIn } from '../source/scopes.ts';
import {
  calleeOf,
  childrenOf,
  isFunction,
  nameOfKey,
  withoutTypes,
  type CallNode,
  type FunctionNode,
  type Node,
  type SourceFile,
} from '../source/source-file.ts';
import { isLogging } from '../source/syntax.ts';

/** The effects of a part of a source, as far as its text shows them. Objects go by the name that leads to them. */
export interface Effects {
  reads: Set<string>;
  declares: Set<string>;
  /** Variables that get another value, and objects that may be another afterwards. */
  changes: Set<string>;
  /** Calls of functions whose effects are not seen. */
  unseen: Node[];
  /** Each `await` and `yield`. */
  waits: Node[];
  /** Each `return`, `break`, `continue` and `throw` that leaves the part. */
  leaves: Node[];
}

/** Functions of the program that a call leads through. */
const mostDepth = 4;

/**
 * The effects of parts of a source. `known`: calls and awaits whose own effects are known, and left out; `without`: what is
 * no part of it.
 */
export function effectsOf(
  nodes: readonly Node[],
  source: SourceFile,
  known: ReadonlySet<Node> = new Set(),
  without: ReadonlySet<Node> = new Set(),
  depth = 0,
): Effects {
  const effects: Effects = {
    ...{ reads: new Set(), declares: new Set(), changes: new Set() },
    ...{ unseen: [], waits: [], leaves: [] },
  };
  const walk = (node: Node, isNested: boolean, inner: { loops: boolean; cases: boolean }): void => {
    if (without.has(node)) return;
    switch (node.type) {
      case 'Identifier':
        effects.reads.add(node.name);
        return;
      case 'ThisExpression':
      case 'Super':
        effects.reads.add('this');
        return;
      case 'VariableDeclarator':
        for (const name of namesIn(node.id)) effects.declares.add(name);
        defaultsOf(node.id).forEach((one) => walk(one, isNested, inner));
        if (node.init) walk(node.init, isNested, inner);
        return;
      case 'AssignmentExpression':
      case 'UpdateExpression': {
        const target = withoutTypes(node.type === 'AssignmentExpression' ? node.left : node.argument);
        for (const name of target.type === 'Identifier' || target.type === 'MemberExpression'
          ? [rootOf(target)]
          : namesIn(target))
          effects.changes.add(name);
        break;
      }
      case 'UnaryExpression':
        if (node.operator === 'delete') effects.changes.add(rootOf(node.argument));
        break;
      case 'AwaitExpression':
      case 'YieldExpression':
        if (!isNested && !known.has(node)) effects.waits.push(node);
        break;
      case 'ForOfStatement':
        if (node.await && !isNested) effects.waits.push(node);
        if (node.left.type !== 'VariableDeclaration')
          for (const name of namesIn(node.left)) effects.changes.add(name);
        break;
      case 'ReturnStatement':
      case 'ThrowStatement':
        if (!isNested) effects.leaves.push(node);
        break;
      case 'BreakStatement':
      case 'ContinueStatement':
        if (!isNested && (node.label || !(inner.loops || (inner.cases && node.type === 'BreakStatement'))))
          effects.leaves.push(node);
        break;
      case 'CallExpression':
      case 'NewExpression':
      case 'TaggedTemplateExpression':
        if (!known.has(node)) enterCall(node);
        break;
      case 'MemberExpression':
        walk(node.object, isNested, inner);
        if (node.computed) walk(node.property, isNested, inner);
        return;
      case 'Property':
        if (node.computed) walk(node.key, isNested, inner);
        walk(node.value, isNested, inner);
        return;
      default:
    }
    const isInner = isFunction(node);
    if (node.type === 'ClassDeclaration' && node.id) effects.declares.add(node.id.name);
    if (isInner) {
      for (const one of node.params) for (const name of namesIn(one)) effects.declares.add(name);
      if (node.type === 'FunctionDeclaration')
        for (const name of node.id ? namesIn(node.id) : []) effects.declares.add(name);
    }
    const within = isInner
      ? { loops: false, cases: false }
      : {
          loops: inner.loops || /^(?:For|While|DoWhile)\w*Statement$/.test(node.type),
          cases: inner.cases || node.type === 'SwitchStatement',
        };
    for (const child of childrenOf(node)) {
      if (/^TS(?!As|Satisfies|NonNull)/.test(child.type)) continue;
      walk(child, isNested || isInner, within);
    }
  };
  const enterCall = (node: CallNode): void => {
    const kind = kindOfCall(node, source, depth);
    if (kind === 'pure') return;
    const callee = withoutTypes(calleeOf(node));
    if (callee.type === 'MemberExpression') effects.changes.add(rootOf(callee.object));
    if (kind === 'changing') return;
    effects.unseen.push(node);
    const given = node.type === 'TaggedTemplateExpression' ? node.quasi.expressions : node.arguments;
    for (const one of given)
      for (const name of effectsOf([one], source, known, without, mostDepth).reads) effects.changes.add(name);
  };
  for (const node of nodes) walk(node, false, { loops: false, cases: false });
  return effects;
}

/** The names that a part changes behind a character of the source. */
export function effectsAfter(
  node: Node,
  at: number,
  source: SourceFile,
  known: ReadonlySet<Node>,
): Set<string> {
  // A target, or an object that is called, changes only when the rest is known.
  if (node.start >= at || /^(?:Assignment|Call|New)Expression$/.test(node.type))
    return effectsOf([node], source, known).changes;
  return new Set(
    childrenOf(node).flatMap((one) => (one.end > at ? [...effectsAfter(one, at, source, known)] : [])),
  );
}

/** `pure`: it changes nothing that is seen; `changing`: only what it is called on; `unseen`: not known. */
function kindOfCall(node: CallNode, source: SourceFile, depth: number): 'pure' | 'changing' | 'unseen' {
  const callee = withoutTypes(calleeOf(node));
  if (callee.type === 'Identifier') {
    const { name } = callee;
    const declared = declarationsOf(source.program).get(name);
    if (declared) return isPure(callee, source, depth) ? 'pure' : 'unseen';
    if (pureFunctions.has(name) || throwingFunctions.has(name) || containers.has(name) || errors.test(name))
      return 'pure';
    return 'unseen';
  }
  if (isFunction(callee)) return 'pure';
  if (callee.type !== 'MemberExpression') return 'unseen';
  if (isLogging(node, source)) return 'pure';
  const name = nameOfKey(callee.property, callee.computed);
  const object = withoutTypes(callee.object);
  if (name === null) return 'unseen';
  if (object.type === 'Identifier') {
    const path = `${object.name}.${name}`;
    if (pureObjects.has(object.name) || silentObjects.has(object.name)) return 'pure';
    if (clocks.has(path) || holders.has(path)) return 'pure';
  }
  if (object.type === 'ThisExpression') {
    const method = methodOf(node, source, name);
    return method && isPureFunction(method, source, depth) ? 'pure' : 'unseen';
  }
  if (source.methods.has(name)) return 'unseen';
  if (reading.has(name) || later.has(name)) {
    const given = node.type === 'TaggedTemplateExpression' ? [] : node.arguments;
    const isSeen = !callbackTakers.has(name) || given.every((one) => isSeenFunction(one, source, depth));
    return isSeen ? 'pure' : 'unseen';
  }
  return changing.has(name) ? 'changing' : 'unseen';
}

/** Methods that call what they are given. */
const callbackTakers = new Set(
  'map filter find findIndex findLast findLastIndex some every flatMap reduce reduceRight forEach toSorted'.split(
    ' ',
  ),
);

/** True for what is no function of the program, or one whose text stands in the part itself, or a pure one. */
function isSeenFunction(node: Node, source: SourceFile, depth: number): boolean {
  if (node.type === 'MemberExpression') return false;
  return node.type !== 'Identifier' || isPure(node, source, depth);
}

/** True for a name of a function that is known to change nothing. */
function isPure({ name }: Extract<Node, { type: 'Identifier' }>, source: SourceFile, depth: number): boolean {
  const declared = declarationsOf(source.program).get(name);
  if (!declared) return pureFunctions.has(name) || throwingFunctions.has(name);
  const value = declared.node.type === 'VariableDeclarator' ? declared.node.init : declared.node;
  if (value && !isFunction(value) && declared.node.type === 'VariableDeclarator')
    return value.type === 'Literal';
  return isFunction(value ?? undefined) && isPureFunction(value as FunctionNode, source, depth);
}

/** The method of the class around a call; `null`: it has none of this name. */
function methodOf(node: Node, source: SourceFile, name: string): FunctionNode | null {
  for (let at = source.parentOf(node); at; at = source.parentOf(at)) {
    if (at.type !== 'ClassBody') continue;
    for (const member of at.body)
      if (member.type === 'MethodDefinition' && nameOfKey(member.key, member.computed) === name)
        return member.value;
    return null;
  }
  return null;
}

/** True for a function that answers alike whenever it is called, and changes nothing. */
function isPureFunction(node: FunctionNode, source: SourceFile, depth: number): boolean {
  if (depth >= mostDepth || node.async || node.generator) return false;
  const { reads, declares, changes, unseen, waits } = effectsOf(
    [node.body],
    source,
    undefined,
    undefined,
    depth + 1,
  );
  const own = new Set([...declares, ...node.params.flatMap((one) => namesIn(one))]);
  if (unseen.length > 0 || waits.length > 0 || [...changes].some((name) => !own.has(name))) return false;
  return [...reads].every((name) => own.has(name) || !source.reassigned.has(name));
}

/** The variable that an expression starts from: `a` of `a.b[c]`; `this`; empty: it has none. */
export function rootOf(node: Node): string {
  const at = withoutTypes(node);
  switch (at.type) {
    case 'Identifier':
      return at.name;
    case 'ThisExpression':
    case 'Super':
      return 'this';
    case 'MemberExpression':
      return rootOf(at.object);
    case 'ChainExpression':
      return rootOf(at.expression);
    case 'CallExpression':
      return at.callee.type === 'MemberExpression' ? rootOf(at.callee.object) : '';
    default:
      return '';
  }
}

/** The expressions in a pattern: defaults and computed keys. */
function defaultsOf(pattern: Node): Node[] {
  if (pattern.type === 'AssignmentPattern') return [pattern.right, ...defaultsOf(pattern.left)];
  if (pattern.type === 'Identifier') return [];
  return childrenOf(pattern).flatMap((one) =>
    one.type === 'Property'
      ? [...(one.computed ? [one.key as Node] : []), ...defaultsOf(one.value as Node)]
      : defaultsOf(one),
  );
}

/** True where a statement may throw: it calls something, or reads a property of a property. */
export function mayThrow(node: Node, source: SourceFile, known: ReadonlySet<Node>): boolean {
  if (known.has(node) || isFunction(node)) return false;
  if (isLogging(node, source)) return false;
  if (/^(?:Call|New|TaggedTemplate)Expression$|^ThrowStatement$/.test(node.type)) {
    const callee = node.type === 'CallExpression' ? withoutTypes(node.callee) : null;
    const isHarmless =
      callee?.type === 'MemberExpression' &&
      callee.object.type === 'Identifier' &&
      (silentObjects.has(callee.object.name) || nameOfKey(callee.property, callee.computed) === 'push');
    if (!isHarmless) return true;
  }
  if (node.type === 'MemberExpression' && node.object.type === 'MemberExpression' && !node.optional)
    return true;
  return childrenOf(node).some((one) => mayThrow(one, source, known));
}

/** The names that nested functions of a part read. */
export function readsInFunctions(node: Node, source: SourceFile): Set<string> {
  if (isFunction(node)) return effectsOf([node], source).reads;
  return new Set(childrenOf(node).flatMap((one) => [...readsInFunctions(one, source)]));
}

/** The names that a statement itself declares, other than those of functions in it. */
export function declaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclaration') return namesIn(node);
  return (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') && node.id
    ? [node.id.name]
    : [];
}

export const haveCommon = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((name) => other.has(name));

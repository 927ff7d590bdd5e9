import { declarationsOf, namesIn } from '../source/scopes.ts';
import {
  calleeOf,
  childrenOf,
  isFunction,
  withoutTypes,
  type Node,
  type SourceFile,
} from '../source/source-file.ts';
import { effectsOf, rootOf, type Effects } from './effects.ts';
import type { SentCall } from './sent-calls.ts';

/** The effects of sending a call: of its arguments, and of the functions of the program that it calls. */
export function neededBy(
  { call, awaited, sent, isDirect, needs, touches }: SentCall,
  source: SourceFile,
): Effects {
  const known = new Set<Node>([call, awaited]);
  const given = call.type === 'TaggedTemplateExpression' ? [call.quasi] : call.arguments;
  const callee = withoutTypes(calleeOf(call));
  const isNamed = rootOf(callee) !== '' && callee.type === 'MemberExpression' && !callee.computed;
  // The client itself is taken for one that stays.
  const parts = isDirect && isNamed ? given : [callee, ...given];
  const effects = effectsOf(parts, source, known);
  for (const name of effectsOf([sent], source, known, new Set([call])).reads) effects.reads.add(name);
  for (const name of needs) effects.reads.add(name);
  for (const name of touches) effects.changes.add(name);
  return effects;
}

const shared = new WeakMap<Node, ReadonlySet<string>>();

/** The names of what a function that is not seen may change: of its file, and what closures of the function around change. */
export function sharedIn(around: Node, source: SourceFile): ReadonlySet<string> {
  const known = shared.get(around);
  if (known) return known;
  const own = effectsOf([around], source).declares;
  const ofFile = [...effectsOf([source.program], source).changes].filter(
    (name) => !own.has(name) && !isPlainConst(name, source),
  );
  const names = new Set([...ofFile, ...childrenOf(around).flatMap((one) => changesInFunctions(one, source))]);
  shared.set(around, names);
  return names;
}

/** True for a constant of a file that nothing can change: a number, a text. */
function isPlainConst(name: string, source: SourceFile): boolean {
  const { kind, node } = declarationsOf(source.program).get(name) ?? {};
  if (kind !== 'const' || node?.type !== 'VariableDeclarator' || !node.init) return false;
  return /^(?:Literal|TemplateLiteral|UnaryExpression|BinaryExpression)$/.test(node.init.type);
}

const changesInFunctions = (node: Node, source: SourceFile): string[] =>
  isFunction(node)
    ? [...effectsOf([node], source).changes]
    : childrenOf(node).flatMap((one) => changesInFunctions(one, source));

const aliases = new WeakMap<Node, (names: ReadonlySet<string>) => Set<string>>();

/** Names with all others of a function that may stand for a part of the same object: `const a = b.c`, `[x] = list`. */
export function withAliases(names: ReadonlySet<string>, around: Node): Set<string> {
  const expand = aliases.get(around) ?? aliasesIn(around);
  aliases.set(around, expand);
  return expand(names);
}

function aliasesIn(around: Node): (names: ReadonlySet<string>) => Set<string> {
  const groups = new Map<string, Set<string>>();
  const join = (one: string, other: string) => {
    const joined = new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])]);
    for (const name of joined) groups.set(name, joined);
  };
  const walk = (node: Node): void => {
    const [target, value] =
      node.type === 'VariableDeclarator'
        ? [node.id, node.init]
        : node.type === 'AssignmentExpression'
          ? [node.left, node.right]
          : node.type === 'ForOfStatement'
            ? [node.left, node.right]
            : [null, null];
    const root = value ? rootOf(value) : '';
    // A value that is put at a key is another object than what holds it.
    const isKept = target?.type === 'MemberExpression' && target.computed;
    if (target && root !== '' && !isKept) for (const name of namesIn(target)) join(name, root);
    childrenOf(node).forEach(walk);
  };
  walk(around);
  return (names) => new Set([...names].flatMap((name) => [...(groups.get(name) ?? [name])]));
}

/** The parts of a statement that are evaluated before a call that it waits for. */
export function partsBefore(statement: Node, { awaited }: Pick<SentCall, 'awaited'>): Node[] {
  if (statement === awaited) return [];
  return childrenOf(statement).flatMap((one) => {
    if (one.end <= awaited.start) return isFunction(one) ? [] : [one];
    return one.start <= awaited.start && one.end >= awaited.end ? partsBefore(one, { awaited }) : [];
  });
}

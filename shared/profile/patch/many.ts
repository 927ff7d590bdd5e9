import type { Exchange } from '../exchanges.ts';
import { calleeOf, nameOfKey, withoutTypes, type LoopNode } from '../source/source-file.ts';
import { effectsOf } from './effects.ts';
import type { LoopPatch } from './loop-parts.ts';
import { endOfStatement, indentOf, semicolonAt } from './text.ts';
import { isBare, type Patching } from './sent-calls.ts';
import { namesIn } from '../source/scopes.ts';

/**
 * Commands that do for many members what they do for one, by library: the number of arguments before the members, and of
 * those of a member. LPUSH and RPUSH keep the order; of a field that comes twice, the last value stays. DEL and UNLINK are not among them: a cluster refuses keys of several
 * slots.
 */
const forms: Readonly<Record<string, Readonly<Record<string, readonly [fixed: number, each: number]>>>> = {
  ioredis: {
    ...{ SADD: [1, 1], SREM: [1, 1], HDEL: [1, 1], ZREM: [1, 1] },
    ...{ PFADD: [1, 1], RPUSH: [1, 1], LPUSH: [1, 1], XACK: [2, 1] },
    ...{ HSET: [1, 2], ZADD: [1, 2], GEOADD: [1, 3] },
  },
  'node-redis': {
    ...{ SADD: [1, 1], SREM: [1, 1], HDEL: [1, 1], ZREM: [1, 1] },
    ...{ PFADD: [1, 1], RPUSH: [1, 1], LPUSH: [1, 1], XACK: [2, 1], ZADD: [1, 1], GEOADD: [1, 1] },
  },
};

/** Members of one command: more would keep the server from others for long. */
const most = 1000;

/** `for (const member of members) await redis.sadd(key, member)` as one command; `null`: it is no such loop. */
export function patchToMany(
  loop: LoopNode,
  { source, units, names }: Patching,
  exchanges: readonly Exchange[],
): LoopPatch | null {
  const [unit] = units;
  const command = exchanges[0]?.commands[0];
  const [fixed, each] = forms[command?.lib ?? '']?.[command?.n ?? ''] ?? [0, 0];
  if (!unit?.isDirect || !command || each === 0 || units.length > 1 || exchanges.length > most) return null;
  if (loop.type !== 'ForOfStatement' || loop.left.type !== 'VariableDeclaration') return null;
  if (loop.left.kind === 'var' || loop.right.type === 'SequenceExpression') return null;
  const statement = loop.body.type === 'BlockStatement' ? loop.body.body[0] : loop.body;
  if (
    !statement ||
    !isBare(statement, unit) ||
    (loop.body.type === 'BlockStatement' && loop.body.body.length > 1)
  )
    return null;
  const { call } = unit;
  const callee = withoutTypes(calleeOf(call));
  if (unit.sent !== call || call.type !== 'CallExpression' || callee.type !== 'MemberExpression') return null;
  if (nameOfKey(callee.property, callee.computed)?.toUpperCase() !== command.n) return null;
  const given = call.arguments;
  if (given.length !== fixed + each || given.some(({ type }) => type === 'SpreadElement')) return null;
  const ofRound = new Set(namesIn(loop.left));
  const shared = effectsOf([callee.object, ...given.slice(0, fixed)], source);
  const member = effectsOf(given.slice(fixed), source);
  if (shared.unseen.length + shared.changes.size + member.unseen.length + member.changes.size > 0)
    return null;
  if ([...shared.reads].some((name) => ofRound.has(name))) return null;
  const members = names.fresh('members');
  const parts = given.slice(fixed).map((one) => source.textOf(one));
  const pattern = source.textOf(loop.left).replace(/^(?:const|let|var)\s+/, '');
  const arrow =
    pattern.startsWith('{') || pattern.startsWith('[') ? `(${pattern})` : `(${pattern.split(':')[0] ?? ''})`;
  const isObject = parts[0]?.startsWith('{') === true;
  const value = each > 1 ? `[${parts.join(', ')}]` : isObject ? `(${parts[0] ?? ''})` : (parts[0] ?? '');
  const isText = isObject || /^[`'"]/.test(value);
  const flat = each > 1 || (command.lib !== 'ioredis' && !isText) ? '.flat()' : '';
  const list =
    each === 1 && value === pattern
      ? `[...${source.textOf(loop.right)}]${flat}`
      : `Array.from(${source.textOf(loop.right)}, ${arrow} => ${value})${flat}`;
  const args = [
    ...given.slice(0, fixed).map((one) => source.textOf(one)),
    command.lib === 'ioredis' ? `...${members}` : members,
  ];
  const to = endOfStatement(source, loop);
  const [indent, end] = [indentOf(source, loop), semicolonAt(source, to)];
  const text = [
    `const ${members} = ${list}${end}`,
    // A command without members is refused.
    `${indent}if (${members}.length > 0) await ${source.textOf(callee)}(${args.join(', ')})${end}`,
  ].join('\n');
  return {
    edits: [{ start: loop.start, end: to, text }],
    ...{ trips: 1, stages: [1], isInPlace: false, isRepeated: source.loopAround(loop) !== null },
  };
}

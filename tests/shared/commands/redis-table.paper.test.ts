import { keyPlaces } from '../../../shared/commands/key-places.ts';
import { countsKeys } from '../../../shared/commands/script.ts';
import { join } from 'node:path';
import { exists, getKeyIndexes, hasFlag, list } from '@ioredis/commands';
import metadata from '@ioredis/commands/built/commands.json' with { type: 'json' };
import nodeRedisCommands from '@redis/client/dist/lib/commands/index.js';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { customCommandFault } from '../../../shared/plan/check/custom-command.ts';
import { onlyReads, refusedFlags, waitingCommands, type KeyContent } from '../../../shared/commands/redis.ts';
import { projectRoot } from '../../support/project-root.ts';

const file = join(projectRoot, 'shared/commands/redis-table.ts');

interface Command {
  arity: number;
  flags: string[];
  keyStart: number;
  keyStop: number;
  step: number;
  subcommands?: Record<string, Command>;
}

const flagOf = (command: string) => refusedFlags.find((flag) => hasFlag(command, flag));

/** The type of key by the name of a command: @ioredis/commands has none. redis-table.real.test.ts asks servers. */
const typesOfNames: readonly (readonly [RegExp, KeyContent])[] = [
  [/^(hello|hotkeys)$/, 'none'],
  [/^(incr|decr)/, 'counter'],
  [/^h/, 'hash'],
  [/^(b?l(push|pop|range|len|index|insert|rem|set|trim|pos|move|mpop)|b?rpop|rpush)/, 'list'],
  [/^s(add|rem|card|ismember|mismember|members|pop|randmember|move|scan|inter|union|diff)/, 'set'],
  [/^(b?z|geo)/, 'zset'],
  [/^x/, 'stream'],
  [/^pf/, 'hyperloglog'],
  [/^(bit|[gs]etbit$)/, 'bitmap'],
  [/^v/, 'vector'],
  [/^ar/, 'array'],
  [/^(append|delex|digest|get|lcs|m?set|mget|psetex|strlen|substr)/, 'string'],
  [/^(copy|del|dump|exists|move|persist|p?expire|p?ttl|rename|restore|sort|touch|type|unlink)/, 'any'],
  [/^(migrate|object|memory|watch|keys|scan|randomkey)/, 'any'],
];

const typeOf = (name: string): KeyContent => typesOfNames.find(([names]) => names.test(name))?.[1] ?? 'none';

/** The name as node-redis spells its method, or in capitals. */
const spelled = (name: string): string =>
  Object.keys(nodeRedisCommands).find(
    (method) => method.toLowerCase() === name && method !== method.toUpperCase(),
  ) ?? name.toUpperCase();

/** The source of the table: names by what they have in common. */
function tableSource(): Promise<string> {
  const rows: Record<string, string[]> = {};
  const add = (
    name: string,
    shown: string,
    { arity, flags, keyStart, keyStop, step, subcommands }: Command,
  ) =>
    (rows[
      [
        typeOf(name),
        flagOf(name) ?? [],
        flags.includes('readonly') ? 'reads' : [],
        arity === 2 && keyStart === 1 ? 'alone' : [],
        subcommands ? 'subcommands' : [],
        [keyStart, keyStop, step],
      ]
        .flat(2)
        .join(' ')
    ] ??= []).push(shown);
  const positionsOf = ({ keyStart, keyStop, step }: Command) => `${keyStart} ${keyStop} ${step}`;
  for (const [name, command] of Object.entries(metadata as Record<string, Command>)) {
    add(name, spelled(name), command);
    for (const [sub, own] of Object.entries(command.subcommands ?? {}))
      if (positionsOf(own) !== positionsOf(command)) add(name, `${name}|${sub}`.toUpperCase(), own);
  }
  const text = `/**
 * Redis' commands by the type of their keys, their traits, and the first key, the last and the step between them. Names are
 * spelled as the methods of node-redis, and in capitals where it has none.
 *
 * Generated from @ioredis/commands and @redis/client. To write it again, with newer versions of these packages:
 * \`npx vitest run tests/shared/commands/redis-table.paper.test.ts -u\`.
 */
export const redisTable: Readonly<Record<string, string>> = ${JSON.stringify(
    Object.fromEntries(
      Object.entries(rows)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([row, names]) => [row, names.join(' ')]),
    ),
  )};
`;
  return resolveConfig(file).then((config) => format(text, { ...config, parser: 'typescript' }));
}

test('the table in the source is what @ioredis/commands and @redis/client say', async () => {
  await expect(await tableSource()).toMatchFileSnapshot(file);
});

test('a command only reads where @ioredis/commands flags it so', () => {
  for (const command of list) expect(onlyReads(command), command).toBe(hasFlag(command, 'readonly'));
  expect([onlyReads('HGET'), onlyReads('nosuchcommand')]).toEqual([true, false]);
});

test('commands that wait on the server are those that @ioredis/commands flags, but for reads of streams', () => {
  const flagged = list.filter((name) => hasFlag(name, 'blocking') && !name.startsWith('xread'));
  expect([...waitingCommands].toSorted()).toEqual(flagged.map((name) => name.toUpperCase()).toSorted());
  expect([waitingCommands.has('BZMPOP'), waitingCommands.has('BLESS')]).toEqual([true, false]);
});

/** What @ioredis/commands says of a line, as far as this check asks. */
function byLibrary(command: string, words: string[]): string | null {
  // What the library does not have is left to the live server.
  if (!exists(command)) return null;
  if (countsKeys(command)) {
    if (keyPlaces(command, words) === null) return 'count';
    // They wait with BLOCK alone.
  } else if (flagOf(command) !== undefined && !command.startsWith('xread')) return 'refused';
  const keys = getKeyIndexes(command, words).flatMap((index) => words[index] ?? []);
  if (keys.some((key) => key !== '__key__')) return 'foreign-key';
  return keys.length === 0 ? 'keyless' : null;
}

const subcommandsOf = (command: string): string[] =>
  Object.keys((metadata as Record<string, Command>)[command]?.subcommands ?? {});

const wordLists = [[], ['__key__'], ['other'], ['a', '__key__'], ['__key__', 'a', 'b'], ['a', 'b', 'c', 'd']]
  .concat([['__key__', '__key__', '__key__', '__key__']])
  .concat([['STREAMS', '__key__', 'other', '0', '0']])
  .concat([
    ['x', '1', '__key__'],
    ['2', '__key__', 'other'],
  ])
  .concat([
    ['__key__', 'v', '__key__', 'v'],
    ['__key__', 'v', 'other', 'v'],
  ]);

test('a word that looks like a placeholder and is none is refused', () => {
  expect(customCommandFault('HSET __key__ f __dta__')).toEqual({
    code: 'custom-command-placeholder',
    word: '__dta__',
  });
  expect(customCommandFault('VADD __key__ VALUES 1 0.1 item__rand_int__')).toBeNull();
});

test('every command and subcommand is judged as @ioredis/commands would judge it', () => {
  // MOVE leaves the database of the run, which no flag says: check-plan.paper.test.ts.
  const known = list.filter((command) => command !== 'move');
  const judged = [...known, 'nosuchcommand'].flatMap((command) =>
    [[], ...subcommandsOf(command).map((sub) => [sub])].flatMap((start) =>
      wordLists.map((words) => ({ command, words: [...start, ...words] })),
    ),
  );
  expect(judged.length).toBeGreaterThan(2000);
  for (const { command, words } of judged) {
    const line = [command.toUpperCase(), ...words].join(' ');
    expect(customCommandFault(line)?.code.replace('custom-command-', '') ?? null, line).toBe(
      byLibrary(command, words),
    );
  }
});

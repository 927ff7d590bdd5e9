import { join } from 'node:path';
import { exists, getKeyIndexes, hasFlag, list } from '@ioredis/commands';
import metadata from '@ioredis/commands/built/commands.json' with { type: 'json' };
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { customCommandFault, refusedFlags } from '../../../../shared/plan/check/custom-command.ts';
import { onlyReads } from '../../../../shared/plan/check/only-reads.ts';
import { projectRoot } from '../../../support/project-root.ts';

const file = join(projectRoot, 'shared/plan/check/command-table.ts');

interface Command {
  keyStart: number;
  keyStop: number;
  step: number;
  subcommands?: Record<string, Command>;
}

const flagOf = (command: string) => refusedFlags.find((flag) => hasFlag(command, flag));

/** The source of the table: names by flag, and by the positions of their keys. */
function tableSource(): Promise<string> {
  const refused: Record<string, string[]> = Object.fromEntries(refusedFlags.map((flag) => [flag, []]));
  const positions: Record<string, string[]> = {};
  const positionsOf = ({ keyStart, keyStop, step }: Command) => `${keyStart} ${keyStop} ${step}`;
  const add = (name: string, command: Command) => (positions[positionsOf(command)] ??= []).push(name);
  for (const [name, command] of Object.entries(metadata as Record<string, Command>)) {
    const flag = flagOf(name);
    if (flag === undefined) {
      add(name, command);
      for (const [sub, own] of Object.entries(command.subcommands ?? {}))
        if (positionsOf(own) !== positionsOf(command)) add(`${name}|${sub}`, own);
    } else refused[flag]?.push(name);
  }
  const reads = Object.keys(metadata).filter((name) => hasFlag(name, 'readonly'));
  const table = (name: string, namesOf: Record<string, string[]>) =>
    `export const ${name} = ${JSON.stringify(
      Object.fromEntries(Object.entries(namesOf).map(([key, names]) => [key, names.join(' ')])),
    )} as const;\n`;
  const text = `/**
 * Generated from @ioredis/commands. To write it again, with a newer version of that package:
 * \`npx vitest run tests/shared/plan/check/command-table.paper.test.ts -u\`.
 */

/** Commands that are never sent as a custom command, by the flag of Redis that says why. */
${table('refusedCommands', refused)}
/** All others, by the positions of their keys: first, last and step; \`object|encoding\` is a subcommand whose keys are elsewhere. */
${table('keyPositions', positions)}
/** Commands that change nothing, by the flag of Redis. */
export const readCommands =
  '${reads.join(' ')}';
`;
  return resolveConfig(file).then((config) => format(text, { ...config, parser: 'typescript' }));
}

test('the table in the source is what @ioredis/commands says', async () => {
  await expect(await tableSource()).toMatchFileSnapshot(file);
});

test('a command only reads where @ioredis/commands flags it so', () => {
  for (const command of list) expect(onlyReads(command), command).toBe(hasFlag(command, 'readonly'));
  expect([onlyReads('HGET'), onlyReads('nosuchcommand')]).toEqual([true, false]);
});

/** What @ioredis/commands says of a line, as far as this check asks. */
function byLibrary(command: string, words: string[]): string | null {
  // What the library does not have is left to the live server.
  if (!exists(command)) return null;
  if (flagOf(command) !== undefined) return 'refused';
  const keys = getKeyIndexes(command, words).flatMap((index) => words[index] ?? []);
  if (keys.some((key) => key !== '__key__')) return 'foreign-key';
  return keys.length === 0 ? 'keyless' : null;
}

const subcommandsOf = (command: string): string[] =>
  Object.keys((metadata as Record<string, Command>)[command]?.subcommands ?? {});

const wordLists = [[], ['__key__'], ['other'], ['a', '__key__'], ['__key__', 'a', 'b'], ['a', 'b', 'c', 'd']]
  .concat([['__key__', '__key__', '__key__', '__key__']])
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

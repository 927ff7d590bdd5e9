import type { Redis } from 'ioredis';
import type { Plan } from '../../../shared/contract/plan.ts';
import { commands } from '../../../shared/commands/workload.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import type { ProblemReason } from '../../../shared/contract/problem-reason.ts';
import { isKnownCommand } from '../../../shared/plan/check/custom-command.ts';
import { lineField, ownLines, splitWords } from '../../../shared/commands/custom-words.ts';

/** The live server does not know a custom command, or it is one that a run never sends. */
export class CustomCommandRefused extends InvalidInput {}

/** Names under which a server counts custom commands, by their lines. */
export type CountedNames = ReadonlyMap<string, string>;

/**
 * Asks the server about custom commands: COMMAND INFO how many words they take and, of those that our table does not
 * have, as those of modules, what they are; COMMAND GETKEYS which words are keys. One may be sent when it has a key,
 * and all its keys are the run's.
 * `here`: places of the lanes that measure this server. Throws CustomCommandRefused.
 */
export async function askForCommands(
  redis: Redis,
  plan: Plan,
  prefix: string,
  here: readonly number[],
): Promise<CountedNames> {
  await askForForms(redis, plan, here);
  const { lanes } = plan;
  const names = new Map<string, string>();
  const asked = new Set<string>();
  for (const index of here) {
    const workload = lanes[index]?.workload ?? {};
    for (const [place, line] of ownLines(workload).entries()) {
      if (asked.has(line)) continue;
      asked.add(line);
      const answer = await judge(redis, line, prefix);
      if (answer === null) continue;
      const field = `lanes[${index}].workload.${lineField(workload, place)}`;
      if ('code' in answer)
        throw new CustomCommandRefused([problemAt(field, answer, { value: line.slice(0, 80) })]);
      names.set(line, answer.countedAs);
    }
  }
  return names;
}

/** Refuses lanes that would send a command which only newer servers have. Throws CustomCommandRefused. */
async function askForForms(redis: Redis, { lanes }: Plan, here: readonly number[]): Promise<void> {
  for (const index of here) {
    const lane = lanes[index];
    if (lane?.strategy !== 'multi-key') continue;
    for (const id of lane.workload.commands) {
      const { name = '', since } = commands[id].multiKeyForm ?? {};
      if (since === undefined || (await describeCommand(redis, name))) continue;
      const reason = { code: 'form-missing', command: name, has: since } as const;
      throw new CustomCommandRefused([
        problemAt(`lanes[${index}].strategy`, reason, { value: lane.strategy }),
      ]);
    }
  }
}

/** `null`: nothing keeps it from being sent, and the table says as what it is counted. */
async function judge(
  redis: Redis,
  line: string,
  prefix: string,
): Promise<{ countedAs: string } | ProblemReason | null> {
  const [name = '', ...words] = splitWords(line);
  const command = name.slice(0, 80);
  const known = isKnownCommand(line);
  const asked = describeCommand(redis, name, words[0]);
  // Of a command of the table an ACL user need not be allowed to ask, and an old server may not have it.
  const facts = await (known ? asked.catch(() => null) : asked);
  if (!facts) return known ? null : { code: 'custom-command-unknown', command };
  if (takesOtherCount(facts, words.length + 1))
    return { code: 'custom-command-words', command, words: words.length + 1, arity: facts.arity };
  if (known) return null;
  const flag = refusedMarks.find((mark) => facts.marks.has(mark));
  if (flag !== undefined) return { code: 'custom-command-refused', command, flag };
  if (facts.marks.has('movablekeys') && words.some((word) => drawn.test(word)))
    return { code: 'custom-command-moving-keys', command };
  const keys = await keysOf(redis, [name, ...words], `${prefix}k`);
  const foreign = keys.find((key) => !key.startsWith(prefix));
  if (foreign !== undefined) return { code: 'custom-command-foreign-key', key: foreign.slice(0, 80) };
  return keys.length > 0
    ? { countedAs: facts.name.toLowerCase() }
    : { code: 'custom-command-keyless', command };
}

/** Flags and ACL categories of commands whose work goes beyond the keys that they name. */
const refusedMarks = [
  ...['admin', 'blocking', 'pubsub', 'noscript'],
  ...['@admin', '@blocking', '@pubsub', '@dangerous', '@scripting', '@connection', '@transaction'],
];
const drawn = /__data__|__rand_int__/;

interface CommandFacts {
  /** What the server itself calls it, whatever it was renamed to. */
  name: string;
  /** Words, with its name; negative: at least so many. */
  arity: number;
  /** Flags and ACL categories. */
  marks: ReadonlySet<string>;
}

const takesOtherCount = ({ arity }: CommandFacts, words: number): boolean =>
  arity < 0 ? words < -arity : words !== arity;

/** Of a command with subcommands (Redis 7), the subcommand; `null`: there is no such command. */
async function describeCommand(redis: Redis, name: string, sub = ''): Promise<CommandFacts | null> {
  const [whole, part] = (await redis.call('COMMAND', 'INFO', name, `${name}|${sub}`)) as [unknown, unknown];
  const hasParts = Array.isArray(whole) && Array.isArray(whole[9]) && whole[9].length > 0;
  return factsIn(hasParts ? part : whole);
}

/** `[name, arity, flags, first key, last key, step, ACL categories, …]`; categories since Redis 6. */
function factsIn(entry: unknown): CommandFacts | null {
  if (!Array.isArray(entry)) return null;
  const [name, arity, flags, , , , categories] = entry as unknown[];
  return {
    name: String(name),
    arity: Number(arity),
    marks: new Set([...texts(flags), ...texts(categories)]),
  };
}

const texts = (list: unknown): string[] =>
  Array.isArray(list) || list instanceof Set ? [...(list as Iterable<unknown>)].map(String) : [];

/** Its keys in a line as a lane would send it. */
async function keysOf(redis: Redis, line: readonly string[], key: string): Promise<string[]> {
  const words = line.map((word) => (word === '__key__' ? key : word));
  try {
    return texts(await redis.call('COMMAND', 'GETKEYS', ...words));
  } catch (error) {
    // Redis answers so where there are none, and where a line is too short to have any.
    if (error instanceof Error && /no key arguments|invalid arguments|wrong number/i.test(error.message))
      return [];
    throw error;
  }
}

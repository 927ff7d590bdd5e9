import {
  commands,
  type CommandDescription,
  type CommandId,
  type KeyType,
} from '../../../shared/commands/workload.ts';
import { redisCommand } from '../../../shared/commands/redis.ts';
import { answersFound } from '../../../shared/commands/replies.ts';
import { lineAt, splitWords } from '../../../shared/plan/custom-words.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { anyReply, replyKinds, type ReplyKind } from './reply-kind.ts';

export type CommandArgument = string | Buffer;

/** What a command line is made of before its random parts are drawn. */
export type CommandPart =
  | { is: 'word'; word: string }
  | { is: 'key' }
  | { is: 'payload' }
  /** A number below the keyspace with text before it. */
  | { is: 'random'; before: string; after: string };

export interface PreparedCommand {
  id: CommandId;
  /** Its number in a mix, from 0. */
  place: number;
  /** Upper case, as on the wire. */
  name: string;
  /** Lower case, as ioredis' methods are called. */
  method: string;
  type: KeyType | null;
  /** Whether its replies tell that it found something or nothing. */
  countsHits: boolean;
  /** What it may be answered by, besides an error. */
  accepts: ReplyKind;
  /** The name of the command that does the same for many keys. */
  multiKeyForm: string | null;
  /** After the name. */
  parts: readonly CommandPart[];
  /** A letter for each part: k for a key, a for any other. */
  keyMask: string;
}

const word = (text: string | number): CommandPart => ({ is: 'word', word: String(text) });
const key: CommandPart = { is: 'key' };
const payload: CommandPart = { is: 'payload' };
const random = (before = '', after = ''): CommandPart => ({ is: 'random', before, after });

/** Elements that a list is filled with, and fields that a hash has. */
export const elementsPerKey = 10;

/** Parts that are drawn, by the word of the table; any other word is sent as it is. */
const drawn: Readonly<Record<string, CommandPart>> = {
  key,
  value: payload,
  member: random('element:'),
  score: random(),
};

function partsOf(id: CommandId, { ttlSeconds }: Workload, own: string): readonly CommandPart[] {
  if (id === 'custom') return customParts(own).slice(1);
  const { words, times } = commands[id];
  const parts = words.map((one) => drawn[one] ?? word(one === 'ttl' ? ttlSeconds : one));
  return Array.from({ length: times }, () => parts).flat();
}

const { ok, pong, integer, text, array } = replyKinds;
const acceptedFor: Record<CommandDescription['reply'], ReplyKind> = {
  ok,
  pong,
  integer,
  value: text | replyKinds.null,
  values: array,
  id: text,
  any: anyReply,
};

/** Turns the words of a custom command line into parts; `__key__`, `__data__` and `__rand_int__` are drawn. */
function customParts(line: string): CommandPart[] {
  return splitWords(line).map((text): CommandPart => {
    if (text === '__key__') return key;
    if (text === '__data__') return payload;
    const [before, after, ...more] = text.split('__rand_int__');
    if (before !== undefined && after !== undefined && more.length === 0) return random(before, after);
    return word(text);
  });
}

/** Several lines share the keys of a type, strings for what works on any; to a line alone all keys are one kind. */
function typeOfLine(name: string, { customCommands }: Workload): KeyType | null {
  if (!customCommands || name.includes('.')) return null;
  const holds = redisCommand(name)?.holds ?? 'any';
  switch (holds) {
    case 'any':
    case 'none':
    case 'bitmap':
      return 'string';
    case 'hyperloglog':
    case 'vector':
    case 'array':
      return null;
    default:
      return holds;
  }
}

/** Types of the keys that a workload reads or writes; `null`: those of a single line of one's own. */
export const usedTypes = (workload: Workload): (KeyType | null)[] => [
  ...new Set(workload.commands.map((id, place) => prepareCommand(id, workload, place).type)),
];

/** `place`: of the command among those of the workload; of one that is named but once, left out. */
export function prepareCommand(
  id: CommandId,
  workload: Workload,
  place = workload.commands.indexOf(id),
): PreparedCommand {
  const own = lineAt(workload, place) ?? '';
  const description = commands[id];
  const name = id === 'custom' ? (splitWords(own)[0] ?? '').toUpperCase() : description.name;
  const parts = partsOf(id, workload, own);
  return {
    id,
    place: Math.max(0, commandsOfMix(workload).indexOf(kindAt(workload, place))),
    name,
    method: name.toLowerCase(),
    type: id === 'custom' ? typeOfLine(name, workload) : description.type,
    countsHits: id === 'custom' ? answersFound(name) : description.filled,
    accepts: acceptedFor[description.reply],
    multiKeyForm: description.multiKeyForm?.name ?? null,
    parts,
    keyMask: parts.map((part) => (part.is === 'key' ? 'k' : 'a')).join(''),
  };
}

type Mixed = Pick<Workload, 'commands' | 'customCommand' | 'customCommands'>;

/** Two places send the same where this is the same: the first of them. */
const kindAt = (workload: Mixed, place: number): number =>
  workload.commands.findIndex(
    (id, at) => id === workload.commands[place] && lineAt(workload, at) === lineAt(workload, place),
  );

/** The places of the different commands of a mix, in its order; empty for a workload of a single command. */
export function commandsOfMix(workload: Mixed): readonly number[] {
  const different = [...new Set(workload.commands.map((_, place) => kindAt(workload, place)))];
  return different.length > 1 ? different : [];
}

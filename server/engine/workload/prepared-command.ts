import { createHash } from 'node:crypto';
import {
  commands,
  type CommandDescription,
  type CommandId,
  type KeyType,
} from '../../../shared/commands/workload.ts';
import { scriptOf } from '../../../shared/commands/script.ts';
import { answersFound } from '../../../shared/commands/replies.ts';
import { lineAt, splitWords } from '../../../shared/commands/custom-words.ts';
import { keyTypeAt } from '../../../shared/plan/fillings.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { anyReply, replyKinds, type ReplyKind } from './reply-kind.ts';

export type CommandArgument = string | Buffer;

/** What a command line is made of before its random parts are drawn. */
export type CommandPart =
  | { is: 'word'; word: string }
  | { is: 'key' }
  | { is: 'payload' }
  /** The number of a member with text around it: below the members of a key, or the keyspace where none are set. */
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
  /** The script that it calls by its digest; `null`: none. */
  script: string | null;
  /** A letter for each part: k for a key, a for any other. */
  keyMask: string;
}

const word = (text: string | number): CommandPart => ({ is: 'word', word: String(text) });
const key: CommandPart = { is: 'key' };
const payload: CommandPart = { is: 'payload' };
const random = (before = '', after = ''): CommandPart => ({ is: 'random', before, after });

/** Parts that are drawn, by the word of the table; any other word is sent as it is. */
const drawn: Readonly<Record<string, CommandPart>> = {
  key,
  value: payload,
  member: random('element:'),
  score: random(),
};

function partsOf(id: CommandId, { ttlSeconds, members }: Workload, own: string): readonly CommandPart[] {
  if (id === 'custom') return customParts(own).slice(1);
  const { words, times } = commands[id];
  const field = members === undefined ? word('field:1') : random('field:');
  const parts = words.map((one) =>
    one === 'field:1' ? field : (drawn[one] ?? word(one === 'ttl' ? ttlSeconds : one)),
  );
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

const digestOf = (script: string): string => createHash('sha1').update(script).digest('hex');

/** Scripts that a workload calls. */
export const scriptsOf = (workload: Workload): string[] => [
  ...new Set(workload.commands.flatMap((id, place) => prepareCommand(id, workload, place).script ?? [])),
];

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
  const [written = '', ...words] = id === 'custom' ? splitWords(own) : [description.name];
  const script = scriptOf(written, words);
  // Clients load a script once, and call it by its digest.
  const name = script === null ? written.toUpperCase() : written.toUpperCase().replace('EVAL', 'EVALSHA');
  const [first, ...others] = partsOf(id, workload, own);
  const parts = first ? [script === null ? first : word(digestOf(script)), ...others] : [];
  return {
    id,
    place: Math.max(0, commandsOfMix(workload).indexOf(kindAt(workload, place))),
    name,
    method: name.toLowerCase(),
    type: keyTypeAt(workload, place),
    countsHits: id === 'custom' ? answersFound(name) : description.filled,
    accepts: acceptedFor[description.reply],
    multiKeyForm: description.multiKeyForm?.name ?? null,
    script,
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

import type { Workload } from '../contract/workload.ts';
import { onlyReads, redisCommand, type KeyContent } from '../commands/redis.ts';
import { commands, type KeyType } from '../commands/workload.ts';
import { lineAt, splitWords } from '../commands/custom-words.ts';

type Fields = Pick<Workload, 'commands' | 'customCommand' | 'customCommands' | 'members'>;
/** Absent commands are the default, `set`. */
type Sent = { [Field in keyof Fields]?: Fields[Field] | undefined };

/** Keys of one type that are written before a run, each with the same number of members. */
export interface KeyFilling {
  /** The letter in their names follows from it; `null`: keys of a type that has none. */
  type: KeyType | null;
  verb: FillVerb;
  /** Elements, fields, entries or members of each key; 1 for a string. */
  members: number;
  /** The name of a member is `before`, its number and `after`. Elements of lists and entries of streams have none. */
  before: string;
  after: string;
  /** The number of the first member. */
  from: number;
  /** Commands of the workload change what the keys hold: it is written again before each slice. */
  changes: boolean;
}

type FillVerb = keyof typeof wordsPerMember;

/** Words that a command has for each member; XADD takes one member. */
export const wordsPerMember = {
  ...{ SET: 1, RPUSH: 1, SADD: 1, PFADD: 1 },
  ...{ HSET: 2, ZADD: 2, XADD: 3, GEOADD: 3 },
} as const;

/** Elements of a list that is filled where no number of members is set. */
export const usualElements = 10;

const verbOf: Partial<Record<KeyContent, FillVerb>> = {
  ...{ string: 'SET', bitmap: 'SET', any: 'SET', list: 'RPUSH', set: 'SADD' },
  ...{ hash: 'HSET', zset: 'ZADD', stream: 'XADD', hyperloglog: 'PFADD' },
};

const heldMembers: ReadonlySet<KeyContent | null> = new Set([
  ...(['list', 'set', 'hash', 'zset', 'stream', 'hyperloglog'] as const),
]);

/** Writes that leave a key with the members that it has, where they name members that are there. */
const keepsMembers =
  /^(?:[SZ]ADD|GEOADD|PFADD|HSET|HSETNX|HMSET|ZINCRBY|HINCRBY(?:FLOAT)?|LSET|SET|SETEX|GETSET|INCR(?:BY)?|DECR(?:BY)?|SETBIT)$/;

const idsOf = ({ commands: ids = ['set'] }: Sent) => ids;

interface SentCommand {
  name: string;
  type: KeyType | null;
  holds: KeyContent | null;
  /** Words after the name; those of a line of one's own as they are written. */
  words: readonly string[];
  isOwn: boolean;
}

/** The type that the names of keys show: lines of one's own share keys with the commands beside them. */
export function keyTypeAt(workload: Sent, place: number): KeyType | null {
  const id = idsOf(workload)[place] ?? 'set';
  if (id !== 'custom') return commands[id].type;
  const name = splitWords(lineAt(workload, place) ?? '')[0] ?? '';
  // Keys of a line alone are of one kind.
  const isAlone = idsOf(workload).length === 1 && workload.members === undefined;
  if (isAlone || name.includes('.')) return null;
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

function sentAt(workload: Sent, place: number): SentCommand {
  const id = idsOf(workload)[place] ?? 'set';
  const type = keyTypeAt(workload, place);
  if (id !== 'custom') return { ...commands[id], type, holds: type, isOwn: false };
  const [name = '', ...words] = splitWords(lineAt(workload, place) ?? '');
  return { name: name.toUpperCase(), type, holds: redisCommand(name)?.holds ?? null, words, isOwn: true };
}

const sentBy = (workload: Sent): SentCommand[] => idsOf(workload).map((_, place) => sentAt(workload, place));

/** True where a command of the workload works on keys with members, so that their number means something. */
export const usesMembers = (workload: Sent): boolean =>
  sentBy(workload).some(({ holds }) => heldMembers.has(holds));

/** All keys that are written before a run of this workload, a filling for each type. */
export function fillingsOf(workload: Sent): KeyFilling[] {
  const { members } = workload;
  const fillings: KeyFilling[] = [];
  for (const [place, sent] of sentBy(workload).entries()) {
    const filling =
      members === undefined
        ? usualFilling(workload, place)
        : filledWith(members, sent, changesAt(workload, place));
    if (!filling) continue;
    const same = fillings.find(({ type }) => type === filling.type);
    if (same) same.changes ||= filling.changes;
    else fillings.push(filling);
  }
  // A command that needs no filling may change what another one finds.
  for (const filling of fillings)
    filling.changes ||= idsOf(workload).some(
      (_, place) => keyTypeAt(workload, place) === filling.type && changesAt(workload, place),
    );
  return fillings;
}

/** Keys that a named command reads, as it finds them without a number of members. */
function usualFilling(workload: Sent, place: number): KeyFilling | null {
  const id = idsOf(workload)[place] ?? 'set';
  const { type, filled } = commands[id];
  const verb = type && verbOf[type];
  if (!filled || !verb) return null;
  const members = type === 'list' ? usualElements : 1;
  return { type, verb, members, before: 'field:', after: '', from: 1, changes: false };
}

function filledWith(members: number, sent: SentCommand, changes: boolean): KeyFilling | null {
  const { name, type, holds } = sent;
  const isString = holds === 'string' || holds === 'any' || holds === 'bitmap';
  // A string is filled for what reads it.
  if (holds === null || (isString && !onlyReads(name) && !changes)) return null;
  const verb = holds === 'zset' && name.startsWith('GEO') ? 'GEOADD' : verbOf[holds];
  if (!verb) return null;
  const [before, after] = memberName(sent);
  return { type, verb, members: isString ? 1 : members, before, after, from: 0, changes };
}

/** Text before and after the number of a member: as a line of one's own draws it, or the usual one. */
function memberName({ name, holds, words, isOwn }: SentCommand): [before: string, after: string] {
  const drawn = isOwn ? words.filter((word) => word.includes('__rand_int__')) : [];
  // Words that are scores or places name no member.
  const namesNone = /^(?:ZRANGE|ZREVRANGE|ZCOUNT|ZREMRANGE|L)/.test(name);
  const word = /^(?:ZADD|ZINCRBY|GEOADD)$/.test(name) ? drawn.at(-1) : drawn[0];
  const [before = '', after = ''] =
    word === undefined || namesNone ? [holds === 'hash' ? 'field:' : 'element:'] : word.split('__rand_int__');
  return [before, after];
}

/** True where the command at this place changes what its key holds. */
function changesAt(workload: Sent, place: number): boolean {
  const id = idsOf(workload)[place] ?? 'set';
  if (id !== 'custom') {
    const { changes, grows, type } = commands[id];
    return changes || (workload.members !== undefined && grows && (type === 'list' || type === 'stream'));
  }
  if (workload.members === undefined) return false;
  const { name } = sentAt(workload, place);
  return !onlyReads(name) && !keepsMembers.test(name);
}

/** True where every command reads keys that are there before the run, and leaves them as they are. */
export const onlyFindsKeys = (workload: Sent): boolean => {
  const fillings = fillingsOf(workload);
  return (
    idsOf(workload).length > 0 &&
    idsOf(workload).every((id, place) => {
      const { name, type } = sentAt(workload, place);
      const isFilled = fillings.some((one) => one.type === type);
      return id === 'custom' ? isFilled && onlyReads(name) : commands[id].filled && !commands[id].changes;
    })
  );
};

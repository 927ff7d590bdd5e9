import { manyForms, type ManyForm } from './many.ts';

/* The commands a workload is made of. The page loads this with its first screen. */

export type KeyType = 'string' | 'counter' | 'list' | 'set' | 'hash' | 'zset' | 'stream';

export interface CommandDescription {
  /** As sent to the server. */
  name: string;
  /** Type of key it works on; `null`: none. */
  type: KeyType | null;
  /**
   * Words after the name: `key`, `value` (the payload), `member` and `score` (drawn), `ttl` (seconds of the workload). Any
   * other word is sent as it is.
   */
  words: readonly string[];
  /** How often its words follow one another. */
  times: number;
  /** Keys in one command. */
  keys: number;
  /** Whether it carries the payload. */
  payload: boolean;
  /** Its reply: `value` may be null, `id` is a text. */
  reply: 'ok' | 'pong' | 'integer' | 'value' | 'values' | 'id' | 'any';
  /** Whether its keys are written before the run, so that it finds something. An empty reply means that it found nothing. */
  filled: boolean;
  /** Whether it takes from a key's content or adds to it, so that commands that read the key find something else. */
  changes: boolean;
  /** Whether each one may add to what is stored. */
  grows: boolean;
  /** Whether the method of node-redis takes anything but the words one by one. */
  hasOwnMethod: boolean;
  /** The command that does the same for many keys at once; `null`: there is none. */
  multiKeyForm: ManyForm | null;
}

/** A row says how a command differs from one that takes a key, a string, and replies with an integer. */
type Row = Partial<Omit<CommandDescription, 'words'>> & { words?: string };

const rows = {
  ping: { type: null, words: '', reply: 'pong' },
  set: { words: 'key value', reply: 'ok' },
  get: { reply: 'value', filled: true },
  setex: { words: 'key ttl value', reply: 'ok' },
  incr: { type: 'counter' },
  append: { words: 'key value', changes: true, grows: true },
  lpush: { type: 'list', words: 'key value', changes: true, grows: true },
  rpush: { type: 'list', words: 'key value', changes: true, grows: true },
  lpop: { type: 'list', reply: 'value', filled: true, changes: true },
  lrange: { type: 'list', words: 'key 0 9', reply: 'values', filled: true },
  sadd: { type: 'set', words: 'key member', grows: true },
  hset: { type: 'hash', words: 'key field:1 value' },
  hget: { type: 'hash', words: 'key field:1', reply: 'value', filled: true },
  zadd: { type: 'zset', words: 'key score member', grows: true, hasOwnMethod: true },
  xadd: { type: 'stream', words: 'key * field value', reply: 'id', grows: true, hasOwnMethod: true },
  expire: { words: 'key ttl', filled: true, changes: true },
  del: { filled: true, changes: true },
  mset: { words: 'key value', times: 10, reply: 'ok', hasOwnMethod: true },
  mget: { times: 10, reply: 'values', filled: true, hasOwnMethod: true },
  /** The line in `customCommand`. */
  custom: { type: null, words: '', reply: 'any', hasOwnMethod: true },
} as const satisfies Record<string, Row>;

export type CommandId = keyof typeof rows;
export const commandIds = Object.keys(rows) as [CommandId, ...CommandId[]];

function described(id: CommandId): CommandDescription {
  const { words = 'key', times = 1, ...row }: Row = rows[id];
  const name = id === 'custom' ? '' : id.toUpperCase();
  const list = words === '' ? [] : words.split(' ');
  const form = manyForms[name];
  return {
    ...{ type: 'string', reply: 'integer', filled: false, changes: false, grows: false, hasOwnMethod: false },
    ...row,
    ...{ name, words: list, times },
    keys: list.includes('key') ? times : 0,
    payload: list.includes('value'),
    multiKeyForm: form?.of === 'keys' || form?.of === 'entries' ? form : null,
  };
}

export const commands = Object.fromEntries(commandIds.map((id) => [id, described(id)])) as Readonly<
  Record<CommandId, CommandDescription>
>;

/** Whether one command does the same for many keys, on any server. */
export const hasMultiKeyForm = ({ commands: ids }: { commands: readonly CommandId[] }): boolean => {
  const [form] = ids.map((id) => commands[id].multiKeyForm);
  return ids.length === 1 && form != null && form.since === undefined;
};

/** Whether a command reads keys that are there before the run, and leaves them as they are. */
export const onlyFinds = (id: CommandId): boolean => commands[id].filled && !commands[id].changes;

/** Commands that a cache in the client answers: reads of one key. */
export const cacheable = () => commandIds.filter((id) => onlyFinds(id) && commands[id].keys === 1);

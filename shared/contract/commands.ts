/** The commands a workload is made of: what each needs to find, and what it leaves. Plain data. */

export type KeyType = 'string' | 'counter' | 'list' | 'set' | 'hash' | 'zset' | 'stream';

export interface CommandDescription {
  /** As sent to the server. */
  name: string;
  /** Type of key it works on; `null`: none. */
  type: KeyType | null;
  /** Keys in one command. */
  keys: number;
  /** Whether it carries the payload. */
  payload: boolean;
  /** Whether its keys are written before the run, so that it finds something. */
  filled: boolean;
  /** Whether it takes from a key's content or adds to it, so that commands that read the key find something else. */
  changes: boolean;
  /** Whether an empty reply means that nothing was found. */
  countsHits: boolean;
  /** The command that does the same for many keys at once. */
  multiKeyForm?: MultiKeyForm;
}

export type MultiKeyForm = 'MSET' | 'MGET' | 'DEL' | 'MSETEX';

/** Forms that only servers of these versions have: no lane sends them that nobody asked for. */
export const newForms: Partial<Record<MultiKeyForm, string>> = { MSETEX: 'Redis 8.4 and Valkey 9.1' };

const plain = { keys: 1, payload: false, filled: false, changes: false, countsHits: false } as const;

export const commands = {
  ping: { ...plain, name: 'PING', type: null, keys: 0 },
  set: { ...plain, name: 'SET', type: 'string', payload: true, multiKeyForm: 'MSET' },
  get: { ...plain, name: 'GET', type: 'string', filled: true, countsHits: true, multiKeyForm: 'MGET' },
  setex: { ...plain, name: 'SETEX', type: 'string', payload: true, multiKeyForm: 'MSETEX' },
  incr: { ...plain, name: 'INCR', type: 'counter' },
  append: { ...plain, name: 'APPEND', type: 'string', payload: true, changes: true },
  lpush: { ...plain, name: 'LPUSH', type: 'list', payload: true, changes: true },
  rpush: { ...plain, name: 'RPUSH', type: 'list', payload: true, changes: true },
  lpop: { ...plain, name: 'LPOP', type: 'list', filled: true, changes: true, countsHits: true },
  lrange: { ...plain, name: 'LRANGE', type: 'list', filled: true, countsHits: true },
  sadd: { ...plain, name: 'SADD', type: 'set' },
  hset: { ...plain, name: 'HSET', type: 'hash', payload: true },
  hget: { ...plain, name: 'HGET', type: 'hash', filled: true, countsHits: true },
  zadd: { ...plain, name: 'ZADD', type: 'zset' },
  xadd: { ...plain, name: 'XADD', type: 'stream', payload: true },
  expire: { ...plain, name: 'EXPIRE', type: 'string', filled: true, changes: true, countsHits: true },
  del: {
    ...plain,
    name: 'DEL',
    type: 'string',
    filled: true,
    changes: true,
    countsHits: true,
    multiKeyForm: 'DEL',
  },
  mset: { ...plain, name: 'MSET', type: 'string', keys: 10, payload: true },
  mget: { ...plain, name: 'MGET', type: 'string', keys: 10, filled: true, countsHits: true },
  /** The line in `customCommand`. */
  custom: { ...plain, name: '', type: null },
} as const satisfies Record<string, CommandDescription>;

export type CommandId = keyof typeof commands;
export const commandIds = Object.keys(commands) as [CommandId, ...CommandId[]];

/** Whether one command does the same for many keys, on any server. */
export const hasMultiKeyForm = ({ commands: ids }: { commands: readonly CommandId[] }): boolean =>
  ids.length === 1 &&
  ids.every((id) => {
    const { multiKeyForm }: CommandDescription = commands[id];
    return multiKeyForm !== undefined && newForms[multiKeyForm] === undefined;
  });

/** Types of keys that have to be there before these commands find anything. */
export const filledTypes = (ids: readonly CommandId[]): KeyType[] => [
  ...new Set(
    ids.flatMap((id) => {
      const command: CommandDescription = commands[id];
      return command.filled && command.type ? [command.type] : [];
    }),
  ),
];

/** Those of them whose keys these commands change. */
export const changedTypes = (ids: readonly CommandId[]): KeyType[] =>
  filledTypes(ids).filter((type) =>
    ids.some((id) => {
      const command: CommandDescription = commands[id];
      return command.changes && command.type === type;
    }),
  );

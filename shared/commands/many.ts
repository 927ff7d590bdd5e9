/** One command that does the same as many of another. */
export interface ManyForm {
  name: string;
  /** What it takes many of: keys, keys with values, fields of a hash, members of a set, items of a list. */
  of: 'keys' | 'entries' | 'fields' | 'members' | 'items';
  /** Servers that have it, where others do not: no lane sends it that nobody asked for. */
  since?: string;
}

export const manyForms: Readonly<Record<string, ManyForm>> = {
  GET: { name: 'MGET', of: 'keys' },
  SET: { name: 'MSET', of: 'entries' },
  SETEX: { name: 'MSETEX', of: 'entries', since: 'Redis 8.4 and Valkey 9.1' },
  DEL: { name: 'DEL', of: 'keys' },
  UNLINK: { name: 'UNLINK', of: 'keys' },
  HGET: { name: 'HMGET', of: 'fields' },
  SADD: { name: 'SADD', of: 'members' },
  RPUSH: { name: 'RPUSH', of: 'items' },
  LPUSH: { name: 'LPUSH', of: 'items' },
};

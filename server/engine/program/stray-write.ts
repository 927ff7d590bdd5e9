import { getKeyIndexes, hasFlag, list } from '@ioredis/commands';

const known = new Set(list);
/** Scripts may write every key that they are given. */
const scripts = new Set(['eval', 'evalsha', 'fcall']);
/** What they change is no key, or every key. */
const beyondKeys = new Set([
  ...['shutdown', 'replicaof', 'slaveof', 'debug', 'failover', 'bgsave', 'save', 'bgrewriteaof', 'migrate'],
  ...['config set', 'config resetstat', 'config rewrite', 'script flush', 'client kill', 'client pause'],
  ...['function flush', 'function delete', 'function restore', 'acl setuser', 'acl deluser'],
]);

/**
 * What a command would write outside a prefix: a key, or the command itself where it changes more than keys; `null`:
 * nothing. Of a command that our table does not have, nothing can be said.
 */
export function strayWrite(words: readonly string[], prefix: string): string | null {
  const name = words[0]?.toLowerCase() ?? '';
  if (beyondKeys.has(name) || beyondKeys.has(`${name} ${words[1]?.toLowerCase() ?? ''}`))
    return words.slice(0, 2).join(' ').toUpperCase();
  if (!known.has(name)) return null;
  if (!scripts.has(name) && !hasFlag(name, 'write')) return null;
  const args = words.slice(1);
  const keys = getKeyIndexes(name, args).map((index) => args[index] ?? '');
  if (keys.length === 0) return scripts.has(name) ? null : name.toUpperCase();
  return keys.find((key) => !key.startsWith(prefix)) ?? null;
}

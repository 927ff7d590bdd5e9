import { getKeyIndexes, hasFlag, list } from '@ioredis/commands';
import { redisCommand } from '../../../shared/commands/redis.ts';

const known = new Set(list);
/** Scripts may write every key that they are given. */
const scripts = new Set(['eval', 'evalsha', 'fcall']);
/** Subcommands that change no key, or every key. */
const beyondKeys: Readonly<Record<string, string>> = {
  acl: 'deluser load save setuser',
  backup: 'abort cleanup seal start',
  client: 'kill pause unblock unpause',
  cluster:
    'addslots addslotsrange bumpepoch delslots delslotsrange failover flushslots forget meet migration replicate reset saveconfig set-config-epoch setslot syncslots',
  config: 'resetstat rewrite set',
  function: 'delete flush kill restore',
  hotkeys: 'reset start stop',
  latency: 'reset',
  module: 'load loadex unload',
  script: 'flush kill',
  slowlog: 'reset',
};
/** The same of whole commands: of those that Redis flags, these only listen or test. */
const listens = new Set(['monitor', 'pfdebug', 'pfselftest', 'psync', 'replconf', 'sync']);

function isBeyondKeys(name: string, sub: string): boolean {
  const subs = Object.hasOwn(beyondKeys, name) ? beyondKeys[name] : undefined;
  if (subs !== undefined) return subs.split(' ').includes(sub);
  return name === 'migrate' || (hasFlag(name, 'admin') && !listens.has(name));
}

/**
 * What a command would write outside a prefix: a key, or the command itself where it changes more than keys; `null`:
 * nothing. Of a command that our table does not have, nothing can be said.
 */
export function strayWrite(words: readonly string[], prefix: string): string | null {
  const name = words[0]?.toLowerCase() ?? '';
  if (!known.has(name)) return null;
  const sub = words[1]?.toLowerCase() ?? '';
  if (isBeyondKeys(name, sub)) return words.slice(0, 2).join(' ').toUpperCase();
  const writes = hasFlag(name, 'write') || redisCommand(`${name}|${sub}`)?.reads === false;
  if (!scripts.has(name) && !writes) return null;
  const args = words.slice(1);
  const keys = getKeyIndexes(name, args).map((index) => args[index] ?? '');
  if (keys.length === 0) return scripts.has(name) ? null : name.toUpperCase();
  return keys.find((key) => !key.startsWith(prefix)) ?? null;
}

import { redisCommand } from './redis.ts';

/* Commands whose keys are counted by one of their words, and the scripts among them. */

/** The place of the word that says how many keys follow it, from 0 after the name. */
const keyCountAt: Readonly<Record<string, number>> = {
  ...{ eval: 1, eval_ro: 1, evalsha: 1, evalsha_ro: 1, fcall: 1, fcall_ro: 1 },
  ...{ sintercard: 0, zunion: 0, zinter: 0, zdiff: 0, zintercard: 0, lmpop: 0, zmpop: 0 },
};

/** True where one word of a command says how many keys follow. */
export const countsKeys = (name: string): boolean => Object.hasOwn(keyCountAt, name.toLowerCase());

/**
 * The places of the keys of such a command among the words after its name; `null`: the count is none, or there are fewer
 * words.
 */
export function countedPlaces(name: string, words: readonly string[]): number[] | null {
  const at = keyCountAt[name.toLowerCase()] ?? 0;
  const count = /^\d+$/.test(words[at] ?? '') ? Number(words[at]) : NaN;
  if (!(count <= words.length - at - 1)) return null;
  return Array.from({ length: count }, (_, index) => at + 1 + index);
}

/** The text of a script in a line; `null`: the line carries none. */
export const scriptOf = (name: string, words: readonly string[]): string | null =>
  /^eval(?:_ro)?$/i.test(name) ? (words[0] ?? null) : null;

/** Calls of a script: the command, and the first word behind it as it is written. */
const calls =
  /\b(?:redis|server)\s*\.\s*p?call\s*\(\s*(?:(["'])(\w+)\1\s*(?:,\s*(\[\[[^\]]*|["']?[^,)\n]*))?)?/g;
/** Commands without keys that change nothing of the server. */
const harmless = /^(?:ping|echo|time)$/i;

/**
 * The first call of a script that reaches beyond the keys which it is given, as it is written; `null`: none is seen. A key
 * that the script puts together from others is not seen.
 */
export function callBeyondKeys(script: string): string | null {
  for (const [all, , name, key = ''] of script.matchAll(calls)) {
    if (name === undefined || harmless.test(name)) continue;
    const row = redisCommand(name);
    const takesNoKey = row !== undefined && row.keys[2] === 0 && !countsKeys(name);
    const isRefused = row?.refused && row.refused !== 'movablekeys';
    if (isRefused || takesNoKey || /^(?:["']|\[\[|ARGV\b)/.test(key.trim())) return all;
  }
  return null;
}

/** Names of the commands that a script calls, in lower case, as far as they are written out. */
export const calledBy = (script: string): string[] => [
  ...new Set([...script.matchAll(calls)].flatMap(([, , name]) => name?.toLowerCase() ?? [])),
];

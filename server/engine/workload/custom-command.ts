import { exists, getKeyIndexes, hasFlag } from '@ioredis/commands';
import { splitWords } from './prepared-command.ts';

/** What these do goes beyond the keys that they name, or cannot be told from their words. */
const refusedFlags = ['admin', 'blocking', 'pubsub', 'noscript', 'movablekeys'] as const;

/**
 * Why a command line of somebody's own may not be sent; `null` when it may. A run writes only keys of its own, so
 * every key that the command names has to be `__key__`, and there has to be one.
 */
export function whyNotCustom(line: string): string | null {
  const [name = '', ...words] = splitWords(line);
  const command = name.toLowerCase();
  if (command === '') return 'is empty: write a command, as in ZINCRBY __key__ 1 __rand_int__';
  if (!exists(command)) return `${name} is no command that is known here`;
  const flag = refusedFlags.find((one) => hasFlag(command, one));
  if (flag !== undefined)
    return `${name} is refused (${flag}): only commands that work on the keys they name, at once, can be measured`;
  const keys = getKeyIndexes(command, words).map((index) => words[index]);
  if (keys.length === 0) return `${name} names no key: only commands that work on __key__ are sent`;
  const foreign = keys.find((key) => key !== '__key__');
  return foreign === undefined ? null : `each key has to be __key__: "${foreign}" may be somebody else’s`;
}

import type { ProblemReason } from '../../contract/problem-reason.ts';
import { openQuote, splitWords } from '../../commands/custom-words.ts';
import { keyPlaces } from '../../commands/key-places.ts';
import { redisCommand, type RefusedFlag } from '../../commands/redis.ts';
import { callBeyondKeys, countsKeys, scriptOf } from '../../commands/script.ts';

/** Why a command is refused by its name or its words, beside the flags of Redis. */
type OtherReason = 'search index' | 'another database';

/** What a line may leave to the run. */
const placeholders = new Set(['__key__', '__data__', '__rand_int__']);

/** Whether our table has the command of this line. What it has not, only the live server can judge. */
export const isKnownCommand = (line: string): boolean =>
  redisCommand(splitWords(line)[0] ?? '') !== undefined;

/** At most 80 characters of a text that somebody wrote. */
export const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/**
 * A run writes only keys of its own: every key that the line names has to be `__key__`, and there has to be one.
 * `null`: nothing is known to keep the line from being sent.
 */
export function customCommandFault(line: string): ProblemReason | null {
  const [command = '', ...words] = splitWords(line);
  const fault = faultOfName(command, line);
  if (fault) return fault;
  const unknown = words
    .flatMap((word) => word.match(/__[a-z0-9_]+?__/gi) ?? [])
    .find((one) => !placeholders.has(one));
  if (unknown !== undefined) return { code: 'custom-command-placeholder', word: shortened(unknown) };
  const beyond = callBeyondKeys(scriptOf(command, words) ?? '');
  if (beyond !== null) return { code: 'custom-command-beyond', call: shortened(beyond) };
  const keys = keysIn(command, words);
  if (keys === null)
    return countsKeys(command) ? { code: 'custom-command-count', command: shortened(command) } : null;
  const foreign = keys.find((key) => key !== '__key__');
  if (foreign !== undefined) return { code: 'custom-command-foreign-key', key: shortened(foreign) };
  // A script without keys, whose calls reach none, works on nothing that is stored.
  return keys.length === 0 && scriptOf(command, words) === null
    ? { code: 'custom-command-keyless', command: shortened(command) }
    : null;
}

/** The same of a line whose keys are put under the prefix of the run when they are sent. */
export function commandLineFault(line: string): ProblemReason | null {
  const [command = '', ...words] = splitWords(line);
  const fault = readsOneKey(command, line) ? null : faultOfName(command, line);
  if (fault) return fault;
  const keys = keysIn(command, words);
  if (keys === null) return { code: 'custom-command-unknown', command: shortened(command) };
  return keys.length === 0 ? { code: 'written-value', why: 'keyless', word: shortened(command) } : null;
}

/** What is wrong with a line whatever its keys are. */
function faultOfName(command: string, line: string): ProblemReason | null {
  if (command === '') return { code: 'custom-command-empty' };
  const quoted = openQuote(line);
  if (quoted !== null) return { code: 'custom-command-quote', word: shortened(quoted) };
  const refused = (flag: RefusedFlag | OtherReason): ProblemReason => ({
    code: 'custom-command-refused',
    command: shortened(command),
    flag,
  });
  const name = command.toLowerCase();
  const flag = redisCommand(name)?.refused;
  if (flag && !countsKeys(name) && !readsAtOnce(command, line)) return refused(flag);
  // The keys of these are indexes, which are not a run's to read or to drop.
  if (/^_?ft\./.test(name)) return refused('search index');
  // A run removes its keys in its own database.
  const leaves = name === 'move' || (name === 'copy' && /\sdb\s/i.test(line));
  return leaves ? refused('another database') : null;
}

/** True for a line that calls a script, or a function. */
export const runsScript = (line: string): boolean =>
  /^(?:eval(?:sha)?|fcall)(?:_ro)?$/i.test(splitWords(line)[0] ?? '');

/** True for SORT and its like without a word by which they reach another key, as a replay writes them. */
const readsOneKey = (command: string, line: string): boolean =>
  /^(?:sort(?:_ro)?|georadius|georadiusbymember)$/i.test(command) &&
  openQuote(line) === null &&
  !splitWords(line).some((word) => /^(?:by|get|store|storedist)$/i.test(word));

/** True for a read of streams that does not wait for entries. */
const readsAtOnce = (command: string, line: string): boolean =>
  /^xread(?:group)?$/i.test(command) && !splitWords(line).some((word) => /^block$/i.test(word));

/** `null`: our table does not have the command, or its count of keys is none. */
const keysIn = (command: string, words: readonly string[]): string[] | null =>
  keyPlaces(command, words)?.map((place) => words[place] ?? '') ?? null;

import { quotedWord } from '../../../shared/commands/custom-words.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { readTextFile } from '../../redis/connection/read-text-file.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';

const placeholder = '__script__';
const usualLine = `EVAL ${placeholder} 1 __key__`;

/**
 * The same options with the text of `--script` in each `--command` that names it; without a `--command` the script gets one
 * key. Throws UsageError.
 */
export function withScript(values: OptionValues): OptionValues {
  const file = lastOf(values, 'script');
  if (file === null) return values;
  const lines = values.get('command') ?? [usualLine];
  if (!lines.some((line) => line.includes(placeholder)))
    throw new UsageError(
      `--script: no --command names ${placeholder}, as in --command "${usualLine}", or leave --command out`,
    );
  const text = quotedWord(readScript(file));
  const written = lines.map((line) => line.replaceAll(placeholder, () => text));
  return new Map([...values].filter(([name]) => name !== 'script')).set('command', written);
}

function readScript(file: string): string {
  try {
    return readTextFile(file === '-' ? 0 : file).trim();
  } catch (error) {
    throw new UsageError(`--script ${file}: ${messageOf(error)}`);
  }
}

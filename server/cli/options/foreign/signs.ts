import type { BenchOption } from '../../../terminal/options/option.ts';
import { UsageError } from '../../exit-codes.ts';
import { givenOptionsIn, type ForeignTool } from './foreign-tool.ts';

/** The tool whose line words are that name none: it has all of their options, and `bench` lacks one. */
export function toolOfSigns(
  words: readonly string[],
  own: readonly BenchOption[],
  tools: readonly ForeignTool[],
): ForeignTool | undefined {
  const ours = new Set(own.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]));
  const signs = tools.map((tool) => ({ tool, count: signsOf(tool, words, ours) }));
  // The one whose options the fewest other tools have comes first.
  return signs.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)[0]?.tool;
}

/** Words by which a line is the tool's and not ours; 0 where it has an option that the tool lacks. */
function signsOf(tool: ForeignTool, words: readonly string[], ours: ReadonlySet<string>): number {
  let count = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--' || !word.startsWith('-') || word === '-') {
      if (tool.takesCommand) return count;
      return 0;
    }
    try {
      for (const { option, name, attached } of givenOptionsIn(tool, word)) {
        const value = attached ?? words[at + 1] ?? '';
        if (isSign(tool, name, value, ours)) count++;
        if (option.takes && attached === undefined) at++;
      }
    } catch (error) {
      if (error instanceof UsageError) return 0;
      throw error;
    }
  }
  return count;
}

/** Options that `bench` lacks, or reads otherwise. */
function isSign({ syntax }: ForeignTool, name: string, value: string, ours: ReadonlySet<string>): boolean {
  if (name === '-h') return /^[^-]/.test(value);
  if (name === '-t') return syntax === 'getopt' && /^\d+$/.test(value);
  if (name === '-s') return syntax === 'getopt' ? !value.startsWith('/') : value.startsWith('/');
  if (name === '-P') return syntax === 'getopt' && !/^\d+$/.test(value);
  return !ours.has(name);
}

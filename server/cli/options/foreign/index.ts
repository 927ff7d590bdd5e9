import type { BenchOption } from '../../../terminal/options/option.ts';
import { equalLine, splitLine, type EqualLine, type ForeignTool } from './equal-line.ts';
import { memtier } from './memtier.ts';
import { redisBenchmark, valkeyBenchmark } from './redis-benchmark.ts';
import { UsageError } from '../../exit-codes.ts';

const foreignTools: readonly ForeignTool[] = [redisBenchmark, valkeyBenchmark, memtier];

/** Reads `--from TOOL "LINE"`. The line may begin with the tool's own name. Throws UsageError. */
export function readForeign(name: string, line: string): EqualLine {
  const tool = foreignTools.find((one) => one.name === name || one.name.replace(/_.*/, '') === name);
  if (!tool)
    throw new UsageError(`--from takes ${foreignTools.map((one) => one.name).join(', ')}, not "${name}"`);
  const words = splitLine(line);
  return equalLine(tool, /[\w-]*(benchmark)$/.test(words[0] ?? '') ? words.slice(1) : words);
}

/** How the run differs from what the tool does, for people to read. */
export const describeDifferences = ({ differences }: EqualLine): string =>
  differences.map((sentence) => `  - ${sentence}\n`).join('');

/**
 * What to say to a line of another tool that was given to `bench` as it is; `null`: it is none. A secret in it is not
 * repeated.
 */
export function answerForeign(words: readonly string[], own: readonly BenchOption[]): string | null {
  const tool = [memtier, redisBenchmark].find((one) => hasSignsOf(one, words, own));
  if (!tool) return null;
  try {
    const line = equalLine(tool, words);
    return (
      `this is a line of ${tool.name}. The same run here:\n\n  ${line.shown}\n\nWhat differs:\n` +
      `${describeDifferences(line)}\nOr as it is: npm run bench -- --from ${tool.name} "…". All options: npm run bench -- --help`
    );
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

/** Options that the tool has and `bench` has not, or reads otherwise. */
function hasSignsOf(tool: ForeignTool, words: readonly string[], own: readonly BenchOption[]): boolean {
  const ours = new Set(own.flatMap(({ name, short }) => [`--${name}`, ...(short ? [`-${short}`] : [])]));
  const theirs = tool.options.flatMap(({ names }) => names);
  const isOnlyTheirs = (word: string, index: number) => {
    const head = word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2);
    const value = words[index + 1] ?? '';
    if (!theirs.includes(head)) return false;
    if (head === '-h') return /^[^-]/.test(value);
    if (head === '-t') return tool === memtier && /^\d+$/.test(value);
    if (head === '-s') return tool === memtier ? !value.startsWith('/') : value.startsWith('/');
    return !ours.has(head);
  };
  const signs = words.filter(isOnlyTheirs);
  return tool === memtier
    ? signs.some((word) => /^--(?!tls|cert|key$|cacert)|^-[st]/.test(word))
    : signs.length > 0;
}

import type { BenchOption } from '../../../terminal/options/option.ts';
import { UsageError } from '../../exit-codes.ts';
import type { EqualLine } from './equal-line.ts';
import { CannotBeHad, equalLine, type ForeignTool } from './foreign-tool.ts';
import { memtier } from './memtier.ts';
import { redisBenchmarkGo } from './redis-benchmark-go.ts';
import { redisBenchmark, valkeyBenchmark } from './redis-benchmark.ts';
import { readToolLine, readToolWords, type ToolCommand } from './tool-command.ts';
import { toolOfSigns } from './signs.ts';

export const foreignTools: readonly ForeignTool[] = [
  redisBenchmark,
  valkeyBenchmark,
  memtier,
  redisBenchmarkGo,
];
const named = (name: string) => foreignTools.find((one) => one.name === name);

/** A line of another tool, and what it is here. */
export interface ForeignLine {
  tool: string;
  line: EqualLine;
}

/** Reads `--from TOOL "LINE"`. The line may have what stands around it in a shell. Throws UsageError. */
export function readForeign(name: string, text: string): ForeignLine {
  const tool = named(name === 'memtier' ? memtier.name : name);
  if (!tool)
    throw new UsageError(`--from takes ${foreignTools.map((one) => one.name).join(', ')}, not "${name}"`);
  const command = readToolLine(text);
  if (command.tool !== null && command.tool !== tool.name)
    throw new UsageError(`the line is one of ${command.tool}: --from ${command.tool} takes it`);
  return { tool: tool.name, line: lineOf(tool, command) };
}

/** Reads words of another tool that were given to `bench`; `null`: they are none. Throws UsageError, as `readForeign`. */
export function readForeignWords(words: readonly string[], own: readonly BenchOption[]): ForeignLine | null {
  const command = readToolWords(words);
  const tool = command.tool === null ? toolOfSigns(words, own, foreignTools) : named(command.tool);
  if (!tool) return null;
  return { tool: tool.name, line: lineOf(tool, command) };
}

function lineOf(tool: ForeignTool, { words, notDone }: ToolCommand): EqualLine {
  try {
    const line = equalLine(tool, words);
    for (const sentence of notDone) line.differs(sentence);
    return line;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const message = withoutSecrets(error.message, words);
    if (!(error instanceof CannotBeHad)) throw new UsageError(message);
    throw new CannotBeHad(`this line of ${tool.name} cannot be had here: ${message}`);
  }
}

/** A password may have lost its place among the words. */
function withoutSecrets(message: string, words: readonly string[]): string {
  const secrets = words.filter((_, at) => /^(?:-a|-u|--authenticate|--uri)$/.test(words[at - 1] ?? ''));
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '***')), message);
}

/** Differences between the run and that of the tool, for people to read. */
export const describeDifferences = ({ differences }: EqualLine): string =>
  differences.map((sentence) => `  - ${sentence}\n`).join('');

import * as fc from 'fast-check';
import { commands } from '../../server/cli/commands/index.ts';
import { parseAdviseCall } from '../../server/cli/activities/search.ts';
import { parseBenchCall } from '../../server/cli/activities/bench-call.ts';
import { loadRatesIn } from '../../server/cli/activities/load-curve.ts';
import { readGateCall } from '../../server/cli/gate/gate.ts';
import type { GivenOptions } from '../../server/cli/options/config.ts';
import { readCall } from '../../server/terminal/options/option-words.ts';
import { InvalidInput } from '../../shared/contract/parse.ts';
import { UsageError } from '../../server/cli/exit-codes.ts';
import { casesAt, Findings, shown, type Attack } from '../attack.ts';
import { hostileText } from '../hostile-values.ts';
import { stumble, Subject } from '../subject.ts';

const values = fc.oneof(
  hostileText.map((text) => text.replaceAll('\0', '')),
  fc.constantFrom(
    '1',
    '64',
    '10ms',
    '1k',
    '50:50',
    'pipeline',
    'set',
    '-',
    '/proc/nope',
    '/dev/full',
    '1e9',
    '0',
  ),
);
const spawnedMs = 30_000;
const exitCodes = [0, 1, 2, 99];

/** Words of the command line: most are read in this process, few by the program itself. */
export const commandLines: Attack = {
  name: 'command lines',
  about: 'options with hostile values, unknown words, values left out',
  async run({ seed, scale }) {
    const found = new Findings();
    for (const { name, load } of commands) {
      const table = await load();
      const words = wordsOf(table.options.map((option) => option.name));
      const parsed = { bench: readBench, advise: parseAdviseCall }[name];
      const count = casesAt(scale, { short: 60, pairs: 1500, full: 10_000 });
      for (const [index, line] of fc.sample(words, { seed, numRuns: count }).entries())
        found.add(
          `${name} ${index}: ${shown(line)}`,
          refusedOrRead(() => {
            const call = readCall(line, table);
            parsed?.({ ...call, inFile: () => null });
          }),
        );
    }
    await trySpawned(found, seed, casesAt(scale, { short: 2, pairs: 40, full: 500 }));
    return found;
  },
};

function readBench(given: GivenOptions): void {
  parseBenchCall(given);
  readGateCall(given);
  if (given.values.has('load-curve')) loadRatesIn(given);
}

const wordsOf = (options: readonly string[]): fc.Arbitrary<string[]> =>
  fc
    .array(
      fc.oneof(
        fc.tuple(fc.constantFrom(...options), values).map(([option, value]) => [`--${option}`, value]),
        fc.constantFrom(...options).map((option) => [`--${option}`]),
        values.map((value) => [value]),
      ),
      { maxLength: 5 },
    )
    .map((parts) => parts.flat());

function refusedOrRead(read: () => void): string | null {
  try {
    read();
    return null;
  } catch (error) {
    if (error instanceof UsageError || error instanceof InvalidInput) return null;
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
}

/** The program, at an address where nobody answers: it ends soon whatever else it is told. */
async function trySpawned(found: Findings, seed: number, count: number): Promise<void> {
  const subject = new Subject();
  try {
    const lines = fc.sample(
      fc.tuple(
        fc.constantFrom(
          'bench',
          'advise',
          'report',
          'compare',
          'trend',
          'recipes',
          'clean',
          'completion',
          'moon',
        ),
        wordsOf(['json', 'plan', 'config', 'strategy', 'duration', 'csv', 'baseline', 'recipe', 'help']),
      ),
      { seed, numRuns: count },
    );
    for (const [command, words] of lines) {
      const line = [
        command,
        ...words,
        ...(['bench', 'advise', 'clean'].includes(command) ? ['-u', 'redis://127.0.0.1:1'] : []),
      ];
      found.add(shown(line), await wrongWith(subject, line));
    }
    const left = subject.processes();
    if (left.length > 0) found.add('after all of them', `${left.length} processes are left`);
  } finally {
    subject.remove();
  }
}

async function wrongWith(subject: Subject, line: readonly string[]): Promise<string | null> {
  const ended = await subject.start(line).endedWithin(spawnedMs);
  if (!ended) return `had not ended after ${spawnedMs / 1000} s`;
  if (!exitCodes.some((code) => code === ended.by))
    return `ended by ${String(ended.by)}: ${ended.stderr.slice(-500)}`;
  return stumble.test(ended.stderr) ? `wrote ${ended.stderr.slice(-800)}` : null;
}

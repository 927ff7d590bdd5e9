import { reportersOf } from '../../reporters/index.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import type { OutputRequest } from '../output/outputs.ts';
import type { OptionValues } from '../../terminal/options/option-words.ts';
import { helpOption, type BenchOption } from '../../terminal/options/option.ts';

/** The option of a reporter. */
export function optionFor({ id, help }: { id: string; help: string }): BenchOption {
  return { name: id, argument: 'FILE', group: 'Output', help: `${help}; - for stdout`, repeatable: true };
}

/** What was asked for, of these reports. */
export const requestsIn = (values: OptionValues, of: readonly Reporter[]): OutputRequest[] =>
  of.flatMap(({ id }) => (values.get(id) ?? []).map((file) => ({ reporter: id, file })));

/** What is written to the terminal. */
export function loudnessIn(values: OptionValues): { quiet: boolean; progress: boolean } {
  const quiet = values.has('quiet');
  return { quiet, progress: !quiet && !values.has('no-progress') };
}

/** Options that say what is told of the run, and where to. */
export const outputOptions: readonly BenchOption[] = [
  ...reportersOf.run.map(optionFor),
  {
    name: 'config',
    argument: 'FILE',
    group: 'Output',
    help: 'options in a file, which the command line overrides (roundtrip.config.json, .ts or .js in the working directory)',
  },
  { name: 'quiet', short: 'q', group: 'Output', help: 'no table and no progress' },
  { name: 'no-progress', group: 'Output', help: 'no progress' },
  { ...helpOption, group: 'Output' },
];

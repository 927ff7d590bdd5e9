import { csv, csvSeparators } from '../../reporters/csv.ts';
import { reportersOf } from '../../reporters/index.ts';
import type { Reporter } from '../../reporters/reporter.ts';
import type { OutputRequest } from '../output/outputs.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';
import { helpOption, type BenchOption } from '../../terminal/options/option.ts';

/** The option of a reporter. */
export function optionFor({ id, help }: { id: string; help: string }): BenchOption {
  return { name: id, argument: 'FILE', group: 'Output', help: `${help}; - for stdout`, repeatable: true };
}

/** Options of the CSV beside its file, by name. */
export const besideCsv = ['csv-separator'];
export const needsOfCsv = { 'csv-separator': ['csv'] };
const separatorOption: BenchOption = {
  name: 'csv-separator',
  argument: `'${csvSeparators.join("'|'")}'`,
  choices: csvSeparators,
  group: 'Output',
  help: "what stands between the cells of --csv (','); ';' comes with a decimal comma, as spreadsheets of many countries read it",
};

/** Options of reporters, and of what they take beside a file. */
export const optionsFor = (of: readonly Reporter[]): BenchOption[] =>
  of.flatMap((one) => [optionFor(one), ...(one === csv ? [separatorOption] : [])]);

/** Outputs of these reports that were asked for. Throws UsageError for a separator that is none. */
export function requestsIn(values: OptionValues, of: readonly Reporter[]): OutputRequest[] {
  const given = lastOf(values, separatorOption.name);
  const separator = csvSeparators.find((one) => one === given);
  if (given !== null && !separator)
    throw new UsageError(`--csv-separator: must be ',' or ';', not "${given}"`);
  return of.flatMap((one) =>
    (values.get(one.id) ?? []).map((file) => ({
      reporter: one.id,
      file,
      ...(one === csv && separator ? { separator } : {}),
    })),
  );
}

/** What is written to the terminal. */
export function loudnessIn(values: OptionValues): { quiet: boolean; progress: boolean } {
  const quiet = values.has('quiet');
  return { quiet, progress: !quiet && !values.has('no-progress') };
}

/** Options that say what is told of the run, and where to. */
export const outputOptions: readonly BenchOption[] = [
  ...optionsFor(reportersOf.run),
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

import { reporters, reportersOf } from '../../reporters/index.ts';
import { UsageError } from '../exit-codes.ts';
import type { GivenOptions } from '../options/config.ts';

export const becauseOf = (options: readonly string[], why: string): Record<string, string> =>
  Object.fromEntries(options.map((option) => [option, why]));

/** Reports that a series of runs has not, and why. */
export const reportsOfRuns = (series: string): Record<string, string> =>
  becauseOf(
    reporters.filter((one) => !reportersOf.recipe.includes(one)).map(({ id }) => id),
    `it describes a single run. Reports of ${series}: ${reportersOf.recipe.map(({ id }) => `--${id}`).join(', ')}`,
  );

/** Throws UsageError for options that do not go with another (`called` in the message); `refused` says why. */
export function refuseBeside(
  { values, inFile }: GivenOptions,
  called: string,
  refused: Readonly<Record<string, string>>,
): void {
  for (const [option, why] of Object.entries(refused))
    if (values.has(option))
      throw new UsageError(
        `${inFile(option) ?? `--${option}`} does not go with ${called}: ${why}. Leave one of them out`,
      );
}

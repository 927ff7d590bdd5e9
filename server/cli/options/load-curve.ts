import type { Plan } from '../../../shared/contract/plan.ts';
import { LoadRatesInvalid, readLoadRates } from '../../../shared/words/load-rates.ts';
import { reportersOf } from '../../reporters/index.ts';
import { loadPlanFault } from '../../engine/sweep/load-plan.ts';
import { UsageError } from '../usage/usage-error.ts';
import type { GivenOptions } from './config/given.ts';
import { benchOptions, optionName } from './bench.ts';
import { gateOptions } from './gate.ts';
import { outputOptions } from './output.ts';

/** Options that have no meaning beside `--load-curve`, and why. */
const refused: Readonly<Record<string, string>> = {
  rps: 'both say the rate',
  requests: 'each rate is measured for a time: give --duration',
  precision: 'ratios of throughput say nothing at a rate that is given',
  'max-duration': 'each rate is measured for a time: give --duration',
};

/** Assertions name the rate that they are about. */
const gates = gateOptions.map(({ name }) => name).filter((name) => name !== 'assert');
const reports = reportersOf.recipe.map(({ id }) => id);
const otherReports = outputOptions
  .filter(({ name, argument }) => argument === 'FILE' && name !== 'config' && !reports.includes(name))
  .map(({ name }) => name);

/** The rates of `--load-curve`, from low to high; `null`: it was not given. Throws UsageError, also for what it does not go with. */
export function loadRatesIn({ values, inFile }: GivenOptions): number[] | null {
  const text = values.get('load-curve')?.at(-1);
  if (text === undefined) return null;
  const name = (option: string) => inFile(option) ?? `--${option}`;
  const refuse = (option: string, why: string) => {
    if (values.has(option))
      throw new UsageError(
        `${name(option)} does not go with ${name('load-curve')}: ${why}. Leave one of them out`,
      );
  };
  for (const [option, why] of Object.entries(refused)) refuse(option, why);
  for (const option of gates) refuse(option, 'it judges a single run, and a load curve is a series of them');
  for (const option of otherReports)
    refuse(
      option,
      `it describes a single run. Reports of a load curve: ${reports.map((id) => `--${id}`).join(', ')}`,
    );
  try {
    return readLoadRates(text);
  } catch (error) {
    if (!(error instanceof LoadRatesInvalid)) throw error;
    throw new UsageError(`${name('load-curve')}: ${error.message}`, { cause: error });
  }
}

/** Throws UsageError for a plan of which no load curve can be measured. */
export function checkLoadPlan(plan: Plan): void {
  const fault = loadPlanFault(plan);
  if (fault === null) return;
  const option = benchOptions.find(({ plan: place }) => place?.path.join('.') === fault.field);
  throw new UsageError(`${option ? optionName(option) : fault.field}: ${fault.message}`);
}

import { reportersOf } from '../../reporters/index.ts';
import { benchOptions } from './bench.ts';
import { listed, type Branch } from './branch.ts';
import { gateOptions } from './gate.ts';
import { needsOfCsv } from './output.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { ofRecipe } from './recipe.ts';

const names = benchOptions.map(({ name }) => name);
const allBut = (others: readonly string[]) => names.filter((name) => !others.includes(name));

/** Each of these does nothing without one of the others. */
const needs = {
  yes: ['lane', 'trace', 'mix'],
  ...{ strict: ['assert', 'max-regression'], confirm: ['assert', 'max-regression'], 'trend-last': ['trend'] },
  join: ['agents', 'plan'],
  ...needsOfCsv,
};

const ofRun: Branch = {
  called: 'bench',
  takes: allBut(['recipe', 'quick', 'load-curve']),
  refuses: (others) => `${listed(others)} is the short form of a recipe: name it with --recipe`,
  needs,
};

/** Options that make the lanes, or several plans of one. */
const alsoOfPlan = [
  'strategy',
  'lane',
  'client',
  'load-curve',
  'weight',
  'mix',
  'script',
  'workload',
  'trace',
  'unit',
  'yes',
  'quick',
];

const ofPlan: Branch = {
  called: 'bench --plan',
  takes: allBut([
    // A plan without an end needs a duration; `planInput` refuses it beside any other.
    ...benchOptions
      .filter(({ name, plan }) => plan !== undefined && name !== 'duration')
      .map(({ name }) => name),
    ...['recipe', ...alsoOfPlan],
  ]),
  refuses: (others, written) => `${written('plan')} holds the whole plan: leave out ${listed(others)}`,
  needs,
};

const becauseOf = (options: readonly string[], why: string): Record<string, string> =>
  Object.fromEntries(options.map((option) => [option, why]));

/** Options that have no meaning beside another one, and why. */
function beside(
  option: string,
  withWhat: string,
  series: string,
  refused: Readonly<Record<string, string>>,
): Branch {
  const all: Readonly<Record<string, string>> = {
    recipe: 'each of them makes a series of runs',
    quick: 'it is the short form of a recipe',
    'dry-run': 'it shows the plan of a single run, and this is a series of them',
    ...becauseOf(
      reportersOf.run.filter((one) => !reportersOf.recipe.includes(one)).map(({ id }) => id),
      `it describes a single run. Reports of ${series}: ${reportersOf.recipe.map(({ id }) => `--${id}`).join(', ')}`,
    ),
    ...refused,
  };
  return {
    called: `bench --${option}${withWhat}`,
    takes: allBut(Object.keys(all)),
    refuses: (others, written) =>
      others
        .map(
          (other) =>
            `${other.written} does not go with ${written(option)}${withWhat}: ${all[other.name] ?? ''}. Leave one of them out`,
        )
        .join('\n'),
    needs: { ...needs, strict: ['assert'] },
  };
}

const judgesOne = 'it is about a single run, and';
const gates = gateOptions.map(({ name }) => name);

const ofLoadCurve = beside('load-curve', '', 'a load curve', {
  rps: 'both say the rate',
  precision: 'ratios of throughput say nothing at a rate that is given',
  'max-duration': 'each rate is measured for a time: give --duration',
  plan: 'a plan is of a single run',
  // Assertions name the rate that they are about.
  ...becauseOf(
    gates.filter((name) => !['assert', 'strict'].includes(name)),
    `${judgesOne} a load curve is a series of them`,
  ),
});

const ofDistances = beside('rtt', ' with several round trips', 'gain over distance', {
  'load-curve': 'each of them makes a series of runs of the lanes',
  plan: 'a plan has one network: give its lanes and workload as options',
  ...becauseOf(gates, `${judgesOne} several round trips are a series of them`),
});

export const benchBranches = { ofRun, ofPlan, ofRecipe, ofLoadCurve, ofDistances };

/** The way of `bench` that these options choose. */
export function benchBranch(values: OptionValues): Branch {
  if (values.has('recipe')) return ofRecipe;
  if (values.has('plan')) return ofPlan;
  if (lastOf(values, 'rtt')?.includes(',')) return ofDistances;
  return values.has('load-curve') ? ofLoadCurve : ofRun;
}

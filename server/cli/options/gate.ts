import { comparedFigures, type ComparedFigure } from '../../../shared/comparison/compare-results.ts';
import { optionNames } from '../../../shared/settings/options.ts';
import { didYouMean } from '../../../shared/words/nearest.ts';
import type { BenchOption } from '../../terminal/options/option.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { parsePercent } from '../../terminal/options/values.ts';
import { UsageError } from '../exit-codes.ts';

/** How two runs are compared; `bench` and `compare` share them. */
export const comparisonOptions: readonly BenchOption[] = [
  {
    name: 'max-regression',
    argument: '10%',
    group: 'Gate',
    help: 'exit with 99 when a lane is worse by more than that, with its whole 95 % interval',
  },
  {
    name: 'compare',
    argument: comparedFigures.join('|'),
    choices: comparedFigures,
    group: 'Gate',
    help: 'ratios: how much faster than the first lane, against how much it was; survives another machine (ratios; throughput of a single lane)',
  },
  {
    name: 'allow-different',
    argument: 'OPTION',
    group: 'Gate',
    help: 'compare although the plans differ in this option, as in --allow-different pipeline: judges a change of it; may be repeated',
    repeatable: true,
  },
  {
    name: 'strict',
    group: 'Gate',
    help: 'exit with 99 also for what was not judged, because its 95 % interval reaches across the bound',
  },
];

/** Options that make a run a gate. */
export const gateOptions: readonly BenchOption[] = [
  {
    name: 'assert',
    argument: '"…"',
    group: 'Gate',
    help: 'exit with 99 unless this holds, as in "pipeline.p99 < 5ms" or "pipeline.throughput / one-by-one.throughput > 5"; of a load curve "pipeline.kept >= 20k" or "pipeline.response.p99@5k < 10ms"; docs/ci.md has all figures',
    repeatable: true,
  },
  {
    name: 'baseline',
    argument: 'FILE',
    group: 'Gate',
    help: 'compare with this earlier result of the same plan',
  },
  {
    name: 'confirm',
    group: 'Gate',
    help: 'measure once more, twice as long, before a check fails: it fails only where the second run does not clear it',
  },
  {
    name: 'trend',
    argument: 'FILE',
    group: 'Gate',
    help: 'append the figures of the run to this file, a line of JSON each; with --max-regression, hold it against the last runs there (roundtrip trend FILE shows them)',
  },
  {
    name: 'trend-last',
    argument: 'n',
    group: 'Gate',
    help: 'of --trend, how many earlier runs count (10)',
  },
  {
    name: 'name',
    argument: 'TEXT',
    group: 'Gate',
    help: 'what the run is called in comparisons and trends: it tells equal lanes of several plans apart',
  },
  {
    name: 'allow-failed',
    argument: 'LANE',
    group: 'Gate',
    help: 'exit with 0 although this lane failed, or has no rate; may be repeated',
    repeatable: true,
  },
  ...comparisonOptions,
];

export interface ComparisonRules {
  /** `null`: ratios, or throughputs where there is one lane. */
  figure: ComparedFigure | null;
  /** As a share; `null`: nothing is too much. */
  maxRegression: number | null;
  /** Whether what was not judged fails. */
  strict: boolean;
  /** Options of settings in which the plans may differ. */
  allowDifferent: readonly string[];
}

/** Reads the options of a comparison. Throws UsageError. */
export function readComparisonRules(values: OptionValues): ComparisonRules {
  const named = lastOf(values, 'compare');
  const figure = comparedFigures.find((one) => one === named) ?? null;
  if (named !== null && !figure)
    throw new UsageError(`--compare takes ${comparedFigures.join(' or ')}, not "${named}"`);
  const bound = lastOf(values, 'max-regression');
  const maxRegression = bound === null ? null : parsePercent(bound, '--max-regression');
  if (maxRegression !== null && maxRegression >= 1)
    throw new UsageError(
      `--max-regression takes less than 100%, not "${bound ?? ''}": nothing could be worse`,
    );
  const allowDifferent = (values.get('allow-different') ?? []).flatMap((text) => text.split(','));
  const settings = optionNames();
  const unknown = allowDifferent.find((name) => !settings.includes(name));
  if (unknown !== undefined)
    throw new UsageError(
      `--allow-different takes the name of an option of the workload, the schedule, the network or the server, as in pipeline, not "${unknown}"${didYouMean(unknown, settings)}`,
    );
  return { figure, maxRegression, strict: values.has('strict'), allowDifferent };
}

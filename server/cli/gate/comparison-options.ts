import { comparedFigures, type ComparedFigure } from '../../../shared/comparison/compare-results.ts';
import type { OptionValues } from '../options/option-words.ts';
import { parsePercent } from '../options/units.ts';
import { UsageError } from '../usage/usage-error.ts';

export interface ComparisonRules {
  figure: ComparedFigure;
  /** As a share; `null`: nothing is too much. */
  maxRegression: number | null;
}

/** Reads `--compare` and `--max-regression`. Throws UsageError. */
export function readComparisonRules(values: OptionValues): ComparisonRules {
  const named = values.get('compare')?.at(-1) ?? 'throughput';
  const figure = comparedFigures.find((one) => one === named);
  if (!figure) throw new UsageError(`--compare takes ${comparedFigures.join(' or ')}, not "${named}"`);
  const bound = values.get('max-regression')?.at(-1);
  const maxRegression = bound === undefined ? null : parsePercent(bound, '--max-regression');
  if (maxRegression !== null && maxRegression >= 1)
    throw new UsageError(
      `--max-regression takes less than 100%, not "${bound ?? ''}": nothing could be worse`,
    );
  return { figure, maxRegression };
}

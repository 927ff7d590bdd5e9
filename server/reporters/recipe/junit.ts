import { formatRate } from '../../../shared/words/format.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { recipeInWords, type RecipeInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { checkSuite } from '../check-suite.ts';
import { junitXml, type Suite, type TestCase } from '../junit-xml.ts';
import {
  predictionInWords,
  recipeEnvironmentInWords,
  isCutShort,
  stepShortfall,
  tookMs,
} from './in-words.ts';
import type { RecipeReporter } from './recipe-reporter.ts';

/**
 * A suite with a test case for each claim, and one with a case for each step. A claim that does not hold is a
 * failure here, though not one of the command: its exit code is about the steps.
 */
export const recipeJunit: RecipeReporter = {
  id: 'junit',
  report(document, write, checks = []) {
    const result = recipeInWords(document, english);
    const suites = [
      claimSuite(result),
      stepSuite(result),
      ...(checks.length > 0 ? [checkSuite(checks, result)] : []),
    ];
    write(junitXml(suites, tookMs(result)));
  },
};

const claimSuite = (result: RecipeInWords): Suite => ({
  name: `${result.recipe} (${result.form}): claims`,
  startedAt: result.startedAt,
  timeMs: 0,
  properties: [
    ...recipeEnvironmentInWords(result).map(([name, value]) => [name.toLowerCase(), value] as const),
    ...(result.prediction.ask === ''
      ? []
      : [
          ['prediction', result.prediction.ask] as const,
          ['prediction.measured', predictionInWords(result)] as const,
        ]),
  ],
  cases: result.claims.map((claim) => claimCase(claim, result)),
});

const claimCase = (
  { text, rule, outcome, because }: RecipeInWords['claims'][number],
  { recipe }: RecipeInWords,
): TestCase => ({
  ...{ name: text, classname: `roundtrip.claim.${recipe}`, timeMs: 0 },
  failure: outcome === 'does not hold here' ? { type: 'claim', message: because } : null,
  skipped: outcome === 'cannot be seen here' ? because : null,
  output: `${outcome}. ${because}\n${rule}`,
});

const stepSuite = (result: RecipeInWords): Suite => ({
  name: `${result.recipe} (${result.form}): steps`,
  startedAt: result.startedAt,
  timeMs: tookMs(result),
  cases: [
    ...result.steps.map((step) => stepCase(step, result)),
    ...(isCutShort(result)
      ? [
          {
            ...ofStep('the steps that are left', result),
            failure: { type: 'step-stopped', message: notBegun },
          },
        ]
      : []),
  ],
});

const notBegun = 'stopped before they began';

const ofStep = (name: string, { recipe }: RecipeInWords): TestCase => ({
  ...{ name, classname: `roundtrip.step.${recipe}`, timeMs: 0, output: '' },
});

function stepCase(step: RecipeInWords['steps'][number], result: RecipeInWords): TestCase {
  const shortfall = stepShortfall(step);
  const lanes = (step.result?.lanes ?? []).map(
    ({ label, throughput }) =>
      `${label}: ${throughput ? `${formatRate(throughput.median)} commands/s` : '–'}`,
  );
  return {
    ...ofStep(step.label, result),
    timeMs: step.result ? tookMs(step.result) : 0,
    failure:
      shortfall === null || step.state === 'skipped'
        ? null
        : { type: `step-${step.state}`, message: shortfall },
    skipped: step.state === 'skipped' ? shortfall : null,
    output: lanes.join('\n'),
  };
}

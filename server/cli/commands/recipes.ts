import { inCallersWords } from '../../terminal/callers-words.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import type { RecipeForm } from '../../../shared/contract/enums.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { recipes, type KnownRecipe } from '../../../shared/sweep/recipes.ts';
import type { Recipe } from '../../../shared/sweep/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { choiceInWords, labelInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { describeServer } from '../../../shared/words/settings.ts';
import { english as words } from '../../../shared/words/en/index.ts';
import { exitCodes, UsageError } from '../exit-codes.ts';
import type { CliCommand } from '../options/command.ts';
import { helpOption } from '../../terminal/options/option.ts';
import { recipeNamed } from '../options/recipe-named.ts';
import { fitted } from '../output/columns.ts';
import { wrap } from '../../terminal/options/help.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const widest = 98;
const usage = 'npm run recipes [NAME]        or: roundtrip recipes [NAME]';

export const command: CliCommand = {
  usage,
  about: 'Lists the recipes with the time that each takes, or tells what one of them does.',
  options: [helpOption],
  operands: recipes.map(({ id }) => id),
  exitCodes: '0 done; 2 wrong usage.',
  helpCommand: 'npm run recipes -- --help',

  async run({ operands }, terminal) {
    const [name, ...more] = operands;
    if (more.length > 0)
      throw new UsageError(`one recipe at a time, not ${operands.join(', ')}. Usage: ${usage}`);
    const { estimateMs, estimateSweepMs } = await import('../../engine/sweep/estimate.ts');
    const { parsePlan } = await import('../../../shared/plan/parse-plan.ts');
    const width = Math.min(widest, terminal.look('stdout').columns ?? widest);
    const timeOf: TimeOf = (recipe, form) => roughly(estimateSweepMs(recipe.steps(form)));
    if (name === undefined) terminal.stdout(list(timeOf, width));
    else {
      const recipe = recipeNamed(name);
      const steps = recipe.steps('quick').flatMap((step) => {
        const label = labelInWords(step.label, recipe.id, english);
        return stepLines(`${label}: ${roughly(estimateMs(step))}`, parsePlan(step.plan), width);
      });
      terminal.stdout(detail(recipe, timeOf, steps, width));
    }
    return exitCodes.done;
  },
};

type TimeOf = (recipe: Recipe, form: RecipeForm) => string;

function list(timeOf: TimeOf, width: number): string {
  const nameColumn = largest(recipes.map(({ id }) => id.length)) + 2;
  const textColumn = nameColumn + 10 + 14;
  return [
    `${'recipe'.padEnd(nameColumn)}${'quick'.padEnd(10)}${'full'.padEnd(14)}question`,
    ...recipes.flatMap((recipe) => {
      const [first = '', ...rest] = wrap(recipe.words.question, width - textColumn);
      const head = `${recipe.id.padEnd(nameColumn)}${timeOf(recipe, 'quick').padEnd(10)}${timeOf(recipe, 'full').padEnd(14)}`;
      return [`${head}${first}`, ...rest.map((line) => ' '.repeat(textColumn) + line)];
    }),
    '',
    ...fitted(
      inCallersWords(
        'One of them in detail: npm run recipes NAME. To run it: npm run bench -- --recipe NAME [--quick]',
      ),
      width,
    ),
    '',
  ].join('\n');
}

/** Nobody needs more than two digits of an estimate. */
const roughly = (ms: number) =>
  formatDuration(ms < 100_000 ? 1000 * Math.round(ms / 1000) : 10_000 * Math.round(ms / 10_000));

function detail(recipe: KnownRecipe, timeOf: TimeOf, steps: readonly string[], width: number): string {
  const { prediction } = recipe;
  const { title, question, method, source, ask, claims } = recipe.words;
  return [
    `${recipe.id}: ${title}`,
    '',
    ...wrap(question, width),
    '',
    ...wrap(method, width),
    '',
    ...wrap(`Published: ${source}.`, width),
    '',
    ...wrap(`Predict first: ${ask}`, width),
    ...(prediction.type === 'choice'
      ? wrap(
          `  ${prediction.choices.map((choice) => choiceInWords(choice, recipe.id, english)).join(' / ')}`,
          width,
        )
      : []),
    '',
    'Claims that are judged:',
    ...Object.values(claims).flatMap(({ text, rule }) => [
      ...hanging(`- “${text}”`, width),
      ...hanging(rule, width).map((line) => `  ${line}`),
    ]),
    '',
    `Quick form (about ${timeOf(recipe, 'quick')}; the full form about ${timeOf(recipe, 'full')}):`,
    ...steps,
    '',
    inCallersWords(`npm run bench -- --recipe ${recipe.id} --quick`),
    '',
  ].join('\n');
}

function hanging(text: string, width: number): string[] {
  const [first = '', ...rest] = wrap(text, width - 4);
  return [first, ...rest.map((line) => `  ${line}`)];
}

function stepLines(head: string, { server, lanes }: Plan, width: number): string[] {
  const described = describeServer(server, words);
  return [
    `  ${head}${described === '' ? '' : `, ${described}`}`,
    ...wrap(lanes.map(({ id }) => id).join(', '), width - 4).map((line) => `    ${line}`),
  ];
}

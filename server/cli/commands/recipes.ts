import { inCallersWords } from '../../terminal/callers-words.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import { recipes, type KnownRecipe } from '../../../shared/sweep/recipes.ts';
import type { Recipe, SweepStep } from '../../../shared/sweep/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { choiceInWords, labelInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { describeServer } from '../../../shared/words/server.ts';
import { english as words } from '../../../shared/words/en/index.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { estimateMs, estimateSweepMs } from '../../engine/sweep/estimate.ts';
import { recipeNamed } from './recipe-named.ts';
import { recipesCall } from '../help/recipes.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes, UsageError } from '../usage/usage-error.ts';
import { wrap } from '../output/wrap.ts';

const width = 98;

/** `roundtrip recipes`: lists them; with a name, tells all of one. Throws UsageError. */
export function listRecipes({ operands }: CommandCall, terminal: Terminal): Promise<number> {
  const [name, ...more] = operands;
  if (more.length > 0)
    throw new UsageError(`one recipe at a time, not ${operands.join(', ')}. ${recipesCall}`);
  terminal.stdout(name === undefined ? list() : detail(recipeNamed(name)));
  return Promise.resolve(exitCodes.done);
}

function list(): string {
  const nameColumn = Math.max(...recipes.map(({ id }) => id.length)) + 2;
  const textColumn = nameColumn + 10 + 14;
  return [
    `${'recipe'.padEnd(nameColumn)}${'quick'.padEnd(10)}${'full'.padEnd(14)}question`,
    ...recipes.flatMap((recipe) => {
      const [first = '', ...rest] = wrap(recipe.words.question, width - textColumn);
      const head = `${recipe.id.padEnd(nameColumn)}${timeOf(recipe, 'quick').padEnd(10)}${timeOf(recipe, 'full').padEnd(14)}`;
      return [`${head}${first}`, ...rest.map((line) => ' '.repeat(textColumn) + line)];
    }),
    '',
    inCallersWords(
      'One of them in detail: npm run recipes NAME. To run it: npm run bench -- --recipe NAME [--quick]',
    ),
    '',
  ].join('\n');
}

const timeOf = (recipe: Recipe, form: 'quick' | 'full') =>
  formatDuration(roughly(estimateSweepMs(recipe.steps(form))));

/** Nobody needs more than two digits of an estimate. */
const roughly = (ms: number) =>
  ms < 100_000 ? 1000 * Math.round(ms / 1000) : 10_000 * Math.round(ms / 10_000);

function detail(recipe: KnownRecipe): string {
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
      ...hanging(`- “${text}”`),
      ...hanging(rule).map((line) => `  ${line}`),
    ]),
    '',
    `Quick form (about ${timeOf(recipe, 'quick')}; the full form about ${timeOf(recipe, 'full')}):`,
    ...recipe.steps('quick').flatMap((step) => stepLines(step, recipe.id)),
    '',
    inCallersWords(`npm run bench -- --recipe ${recipe.id} --quick`),
    '',
  ].join('\n');
}

function hanging(text: string): string[] {
  const [first = '', ...rest] = wrap(text, width - 4);
  return [first, ...rest.map((line) => `  ${line}`)];
}

function stepLines(step: SweepStep, recipe: string): string[] {
  const plan = parsePlan(step.plan);
  const server = describeServer(plan.server, words.server);
  return [
    `  ${labelInWords(step.label, recipe, english)}: ${formatDuration(roughly(estimateMs(step)))}${server === '' ? '' : `, ${server}`}`,
    ...wrap(plan.lanes.map(({ id }) => id).join(', '), width - 4).map((line) => `    ${line}`),
  ];
}

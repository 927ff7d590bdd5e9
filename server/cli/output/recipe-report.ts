import { formatDuration } from '../../../shared/words/format.ts';
import type { RecipeDocument } from '../../../shared/contract/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import {
  countedClaims,
  recipeInWords,
  type RecipeInWords,
  type TableInWords,
} from '../../../shared/sweep/recipe-in-words.ts';
import { predictionInWords, stepShortfall, cellsInWords, tookMs } from '../../reporters/recipe/in-words.ts';
import { columns } from './columns.ts';
import { wrap } from './wrap.ts';

const width = 98;

/** What a sweep has found, for a terminal: tables, claims with their judgements, and the reading. */
export function recipeReport(document: RecipeDocument): string {
  const result = recipeInWords(document, english);
  const { title, question, form, source, prediction, load } = result;
  return [
    '',
    ...wrap(titled(title, question), width),
    `${load ? '' : `${form} form, `}${formatDuration(tookMs(result))}${where(result)}`,
    ...(source === '' ? [] : ['', ...wrap(`Published: ${source}.`, width)]),
    ...result.tables.flatMap((table) => ['', `${table.title}:`, tableText(table).trimEnd()]),
    ...(prediction.ask === ''
      ? []
      : [
          '',
          ...paragraph('Prediction', prediction.ask),
          ...paragraph('  measured', predictionInWords(result)),
        ]),
    ...(result.claims.length > 0
      ? ['', `Published claims, judged here: ${countedClaims(result.claims, english)}`]
      : []),
    ...result.claims.flatMap(({ text, outcome, because, rule }) => [
      ...paragraph(`${marks[outcome]} ${outcome}`, `“${text}”`),
      ...paragraph('   ', because),
      ...paragraph('    Rule', rule),
    ]),
    ...(result.reading.length > 0 ? ['', 'What was measured says:'] : []),
    ...result.reading.flatMap((sentence) => indented(`- ${sentence}`)),
    ...result.warnings.flatMap((warning) => indented(`! ${warning}`)),
    ...result.steps.flatMap((step) => {
      const shortfall = stepShortfall(step);
      return shortfall === null ? [] : paragraph(`! ${step.label}`, shortfall);
    }),
    '',
  ].join('\n');
}

const marks = { holds: '✓', 'does not hold here': '✗', 'cannot be seen here': '?' } as const;

/** A title that asks ends by itself. */
const titled = (title: string, question: string) => `${title}${title.endsWith('?') ? '' : '.'} ${question}`;

const paragraph = (head: string, text: string) =>
  indented(head.trim() === '' ? `${head} ${text}` : `${head}: ${text}`);

/** Further lines stand under the first. */
function indented(text: string): string[] {
  const [, lead = ''] = /^(\s*)/.exec(text) ?? [];
  const [first = '', ...rest] = wrap(text.trimStart(), width - lead.length - 2);
  return [lead + first, ...rest.map((line) => `${lead}  ${line}`)];
}

function where({ steps }: RecipeInWords): string {
  const environment = steps.find(({ result }) => result)?.result?.environment;
  if (!environment) return '';
  const { server, cpuModel, cores, node, client } = environment;
  return ` · ${server.name} ${server.version ?? ''}, Node ${node}, ${client} · ${cores} cores of ${cpuModel}`;
}

function tableText(table: TableInWords): string {
  const { columns: heads, rows } = cellsInWords(table);
  return columns(
    [heads.map(({ label }) => label), ...rows],
    heads.map(({ unit }) => (unit === 'text' ? 'left' : 'right')),
  );
}

import { formatDuration } from '../../shared/format.ts';
import { answerText, cellText } from '../../shared/recipes/cell-text.ts';
import { judgementsInWords } from '../../shared/recipes/judgement-counts.ts';
import { sourceInWords, type RecipeResult, type Table } from '../../shared/recipes/recipe.ts';
import { columns } from './columns.ts';
import { wrap } from './wrap.ts';

const width = 98;

/** What a sweep has found, for a terminal: tables, claims with their judgements, and the reading. */
export function recipeReport(result: RecipeResult): string {
  const { title, question, form, source, prediction, startedAt, finishedAt } = result;
  const tookMs = Date.parse(finishedAt) - Date.parse(startedAt);
  return [
    '',
    ...wrap(`${title}. ${question}`, width),
    `${form} form, ${formatDuration(tookMs)}${where(result)}`,
    '',
    ...wrap(`Published: ${sourceInWords(source)}.`, width),
    ...result.tables.flatMap((table) => ['', `${table.title}:`, tableText(table).trimEnd()]),
    '',
    ...paragraph('Prediction', prediction.ask),
    ...paragraph('  measured', answerText(prediction) ?? 'nothing, the lanes that it is about have not run'),
    ...(result.claims.length > 0
      ? ['', `Published claims, judged here: ${judgementsInWords(result.claims)}`]
      : []),
    ...result.claims.flatMap(({ text, judgement, because, rule }) => [
      ...paragraph(`${marks[judgement]} ${judgement}`, `“${text}”`),
      ...paragraph('   ', because),
      ...paragraph('    Rule', rule),
    ]),
    ...(result.reading.length > 0 ? ['', 'What was measured says:'] : []),
    ...result.reading.flatMap((sentence) => indented(`- ${sentence}`)),
    ...result.warnings.flatMap((warning) => indented(`! ${warning}`)),
    ...result.steps.flatMap(({ label, state, error }) =>
      state === 'completed' ? [] : paragraph(`! ${label}`, `${state}${error ? `, ${error.message}` : ''}`),
    ),
    '',
  ].join('\n');
}

const marks = { holds: '✓', 'does not hold here': '✗', 'cannot be seen here': '?' } as const;

const paragraph = (head: string, text: string) =>
  indented(head.trim() === '' ? `${head} ${text}` : `${head}: ${text}`);

/** Further lines stand under the first. */
function indented(text: string): string[] {
  const [, lead = ''] = /^(\s*)/.exec(text) ?? [];
  const [first = '', ...rest] = wrap(text.trimStart(), width - lead.length - 2);
  return [lead + first, ...rest.map((line) => `${lead}  ${line}`)];
}

function where({ steps }: RecipeResult): string {
  const environment = steps.find(({ result }) => result)?.result?.environment;
  if (!environment) return '';
  const { server, cpuModel, cores, node, client } = environment;
  return ` · ${server.name} ${server.version ?? ''}, Node ${node}, ${client} · ${cores} cores of ${cpuModel}`;
}

function tableText({ columns: heads, rows }: Table): string {
  const shown = heads.map((_, column) => rows.some((row) => row[column] != null));
  const keep = <T>(cells: readonly T[]) => cells.filter((_, column) => shown[column]);
  return columns(
    [
      keep(heads.map(({ label }) => label)),
      ...rows.map((row) => keep(heads.map(({ unit }, column) => cellText(row[column] ?? null, unit)))),
    ],
    keep(heads.map(({ unit }) => (unit === 'text' ? 'left' : 'right'))),
  );
}

import type { DistanceGain } from '../contract/distance-gain.ts';
import type { LessonTopic } from '../contract/enums.ts';
import type { LoadCurve } from '../contract/load-curve.ts';
import type {
  ClaimState,
  Column,
  FigureTable,
  Phrase,
  RecipeResult,
  StepOutcome,
  Text,
} from '../contract/recipe.ts';
import { loadAnswer } from './load-curve.ts';
import { countClaims } from './claim-counts.ts';
import { outcomeChart, type ChartPoint, type OutcomeChart } from './outcome-chart.ts';
import type { labels, sentences } from './en/common.ts';
import { ratioInWords, type CellInWords } from '../words/cell-text.ts';
import type { Numbers } from '../words/numbers.ts';
import type { AnyWords, RecipeWords, Say, TranslatedWords } from './recipe-words.ts';
import type { WarningWords } from '../words/words.ts';

/** A language in which recipes are read. */
export interface RecipeLanguage {
  lang: string;
  /** Between the parts of a list. */
  comma: string;
  /** Between two sentences. */
  between: string;
  numbers: Numbers;
  /** What every recipe may say. */
  labels: TranslatedWords<typeof labels>;
  sentences: TranslatedWords<typeof sentences>;
  /** Of the runs of a sweep. */
  warning: WarningWords;
  topics: Readonly<Record<LessonTopic, string>>;
  /** Of an outcome that the project recorded: its day, and the machine. */
  recorded: (when: string, on: string) => string;
  showRecorded: string;
  hideRecorded: string;
  /** Of a lesson that was completed before: the day. */
  doneOn: (when: string) => string;
  /** Opens the tables of an outcome. */
  allFigures: string;
  /** "cannot be seen 1" */
  countedClaims: Readonly<Record<ClaimState, string>>;
  /** By its id; `undefined`: a recipe that this program does not have. */
  recipe: (id: string) => RecipeWords | undefined;
}

export interface TableInWords {
  title: string;
  columns: (Omit<Column, 'label'> & { label: string })[];
  rows: CellInWords[][];
}

/** The chart of an outcome; figures are still figures. */
export interface ChartInWords extends Pick<OutcomeChart, 'form'> {
  title: string;
  column: TableInWords['columns'][number];
  axis: string;
  series: { name: string; points: (Omit<ChartPoint, 'label'> & { label: string })[] }[];
  /** The heading of published figures. */
  published: string;
}

interface ClaimInWords {
  text: string;
  rule: string;
  outcome: ClaimState;
  because: string;
}

/** What a recipe found, in the words of a language; figures of tables are still figures. */
export interface OutcomeInWords extends Pick<
  RecipeResult,
  'recipe' | 'form' | 'startedAt' | 'finishedAt' | 'state'
> {
  title: string;
  question: string;
  source: string;
  prediction: { ask: string; unit: string | null; answer: number | string | null };
  /** The answer as a sentence; `null`: nothing answers it. */
  takeaway: string | null;
  /** `null`: of a load curve or of gain over distance, which have their own, and where nothing was measured. */
  chart: ChartInWords | null;
  tables: TableInWords[];
  claims: ClaimInWords[];
  reading: string[];
  warnings: string[];
  /** Lanes had to wait for a core of this machine. */
  isBusy: boolean;
  /** Of a load curve, which has no forms; `null`: of a recipe. */
  load: LoadCurve | null;
  /** Of gain over distance, which has none either; `null`: of a recipe. */
  distances: DistanceGain | null;
}

export interface RecipeInWords extends OutcomeInWords {
  steps: (StepOutcome & { label: string })[];
}

/** Without what its steps measured. */
export type RecipeOutcome = Omit<RecipeResult, 'steps'>;

export const recipeInWords = (document: RecipeResult, language: RecipeLanguage): RecipeInWords => ({
  ...outcomeInWords(document, language),
  steps: document.steps.map((step) => ({
    ...step,
    label: labelInWords(step.label, document.recipe, language),
  })),
});

export function outcomeInWords(outcome: RecipeOutcome, language: RecipeLanguage): OutcomeInWords {
  const { recipe, form, startedAt, finishedAt, state, prediction, tables, claims } = outcome;
  const words = language.recipe(recipe);
  const sentence = (text: Text) => sentenceInWords(text, recipe, language);
  return {
    ...{ recipe, form, startedAt, finishedAt, state },
    title: words?.title ?? recipe,
    question: words?.question ?? '',
    source: words?.source ?? '',
    prediction: {
      ask: words?.ask ?? '',
      unit: prediction.unit,
      answer:
        typeof prediction.answer === 'string'
          ? choiceInWords(prediction.answer, recipe, language)
          : prediction.answer,
    },
    takeaway: outcome.load ? loadAnswerInWords(outcome.load, language) : takeawayOf(outcome, language),
    chart: outcome.load || outcome.distances ? null : chartInWords(outcome, language),
    tables: tables.map((table) => tableInWords(table, recipe, language)),
    claims: claims.map(({ claim, outcome: state, evidence }) => ({
      text: words?.claims[claim]?.text ?? claim,
      rule: words?.claims[claim]?.rule ?? '',
      outcome: state,
      because: evidence.map(sentence).join(language.between),
    })),
    reading: outcome.reading.map(sentence),
    warnings: outcome.warnings.map(sentence),
    isBusy: outcome.warnings.some((one) => typeof one === 'object' && one.code === 'sweep-machine-busy'),
    load: outcome.load ?? null,
    distances: outcome.distances ?? null,
  };
}

/** What a load curve answers; `null`: nothing was measured. */
export function loadAnswerInWords(load: LoadCurve, language: RecipeLanguage): string | null {
  const answer = loadAnswer(load);
  return answer && sentenceInWords(answer, 'load-curve', language);
}

function takeawayOf(
  { recipe, prediction: { answer, unit } }: Pick<RecipeResult, 'recipe' | 'prediction'>,
  language: RecipeLanguage,
): string | null {
  const words = language.recipe(recipe);
  if (!words || answer === null) return null;
  const said =
    typeof answer === 'string'
      ? choiceInWords(answer, recipe, language)
      : unit === '%'
        ? language.numbers.share(answer / 100)
        : language.numbers.roughly(answer);
  return words.takeaway(said, answer);
}

export function tableInWords(table: FigureTable, recipe: string, language: RecipeLanguage): TableInWords {
  const label = (text: Text) => labelInWords(text, recipe, language);
  return {
    title: label(table.title),
    columns: table.columns.map((column) => ({ ...column, label: label(column.label) })),
    rows: table.rows.map((row) =>
      row.map((cell) => (cell === null || typeof cell === 'number' || isInterval(cell) ? cell : label(cell))),
    ),
  };
}

function chartInWords(outcome: RecipeOutcome, language: RecipeLanguage): ChartInWords | null {
  const chart = outcomeChart(outcome);
  if (!chart) return null;
  const label = (text: Text) => labelInWords(text, outcome.recipe, language);
  const name = (parts: readonly Text[]) => parts.map(label).join(language.comma);
  return {
    ...{ title: label(chart.title), form: chart.form, published: label({ code: 'published' }) },
    column: { ...chart.column, label: label(chart.column.label) },
    axis: chart.axis === null ? '' : label(chart.axis),
    series: chart.series.map((series) => ({
      name: name(series.name),
      points: series.points.map((point) => ({ ...point, label: name(point.label) })),
    })),
  };
}

export const isInterval = (
  cell: object | string | number | null | undefined,
): cell is readonly [number, number] => Array.isArray(cell);

/** A number is its own words. */
export const choiceInWords = (choice: string, recipe: string, language: RecipeLanguage): string =>
  language.recipe(recipe)?.choices[choice] ??
  (/^\d+$/.test(choice) ? language.numbers.count(Number(choice)) : choice);

/** The name of a step, a column or a row. */
export const labelInWords = (text: Text, recipe: string, language: RecipeLanguage): string =>
  sayer(recipe, language).label(text);

/** Evidence, what the figures say, or a warning. */
export function sentenceInWords(text: Text, recipe: string, language: RecipeLanguage): string {
  if (typeof text === 'string') return text;
  const own = language.recipe(recipe);
  return phraseInWords(text, [own?.sentences, language.sentences, language.warning], sayer(recipe, language));
}

/** A code that there are no words for is from another version: it is shown as it is. */
const phraseInWords = (phrase: Phrase, words: readonly (AnyWords | undefined)[], say: Say): string => {
  const word = words.map((some) => some?.[phrase.code]).find((found) => found !== undefined);
  if (word === undefined) return phrase.code;
  return typeof word === 'string' ? word : (word as (phrase: Phrase, say: Say) => string)(phrase, say);
};

function sayer(recipe: string, language: RecipeLanguage): Say {
  const own = language.recipe(recipe);
  const say: Say = {
    label: (text) =>
      typeof text === 'string' ? text : phraseInWords(text, [own?.labels, language.labels], say),
    count: language.numbers.count,
    perSecond: (rate) => language.numbers.perSecond(language.numbers.rate(rate)),
    ratio: (ratio) => ratioInWords(ratio, language.numbers),
    interval: (ends) => ends.map(language.numbers.times).join(' – '),
    list: (parts) => parts.join(language.comma),
  };
  return say;
}

/** "holds 2 · does not hold 1 · cannot be seen 1"; empty without claims. */
export const countedClaims = (claims: readonly { outcome: ClaimState }[], language: RecipeLanguage): string =>
  countClaims(claims)
    .map(({ outcome, count }) => `${language.countedClaims[outcome]} ${count}`)
    .join(' · ');

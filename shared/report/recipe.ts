import type { DistanceGain } from '../contract/distance-gain.ts';
import type { LoadCurve } from '../contract/load-curve.ts';
import type { RecipeResult, StepOutcome } from '../contract/recipe.ts';
import { answerText } from '../words/cell-text.ts';
import { networkInWords } from '../words/network-conditions.ts';
import {
  countedClaims,
  recipeInWords,
  type RecipeInWords,
  type RecipeLanguage,
} from '../sweep/recipe-in-words.ts';
import type { Block, Check, Item, Report, TableBlock } from './block.ts';
import { withoutUnknown } from './cell.ts';
import { outcomePicture, type PictureRoom } from './outcome-picture.ts';
import { machineFacts, scheduleInWords, serverInWords, whenMeasured } from './facts.ts';
import { rateOf } from '../statistics/figures.ts';
import type { ReportLanguage } from './language.ts';
import { tookMs } from './run.ts';

/** What a recipe or a load curve found, as blocks. */
export function recipeReport(
  document: RecipeResult,
  checks: readonly Check[],
  recipes: RecipeLanguage,
  language: ReportLanguage,
): Report {
  const { report, words } = language;
  const result = recipeInWords(document, recipes);
  const { recipe, form, title, question, source, prediction, claims, reading, load, distances } = result;
  const { chart } = result;
  const answer = load && result.takeaway;
  const asked = prediction.ask !== '';
  const found = answerText(prediction, words.numbers) ?? report.nothingRun;
  const tables = result.tables.map((table): TableBlock => ({
    ...{ type: 'table', ...withoutUnknown(table) },
    // A terminal has the same with bars.
    ...(distances ? { on: ['markdown', 'html'] } : {}),
  }));
  const predicted: Item = { name: null, text: report.predictionWith(prediction.ask, found), notes: [] };
  const claimItems = claims.map((claim) => claimItem(claim, recipe, language));
  const suite = (name: string, timeMs: number) => ({ name: `${recipe} (${form}): ${name}`, timeMs });
  const environment = result.steps.find((step) => step.result)?.result?.environment;
  return {
    ...{ kind: 'recipe', lanes: [], startedAt: result.startedAt, tookMs: tookMs(result) },
    title: load || distances ? title : `${recipe} (${form}): ${title}`,
    keys: Object.entries({ recipe, form }),
    blocks: [
      ...(answer ? [{ type: 'headline' as const, text: answer, more: [] }] : []),
      // A title that asks ends by itself.
      { type: 'text', text: `${title}${title.endsWith('?') ? '' : '.'} ${question}`, on: ['terminal'] },
      { type: 'line', text: whereInWords(result, language), on: ['terminal'] },
      { type: 'text', text: question, on: ['markdown', 'html'] },
      ...when(source !== '', { type: 'text', text: report.publishedIn(source), on: ['terminal'] }),
      { type: 'doubts', doubts: [...result.warnings, ...shortfallsOf(result, language)] },
      { type: 'checks', checks, on: ['markdown', 'html', 'junit'] },
      ...(load ? [loadTable(load)] : []),
      ...(distances ? [distanceBars(result, distances), distanceTable(distances)] : []),
      ...(chart
        ? [
            {
              ...{
                type: 'picture' as const,
                title: `${chart.title}, ${chart.column.label}`,
                on: ['html' as const],
              },
              draw: (room: PictureRoom) => outcomePicture(chart, room, words.numbers),
            },
          ]
        : []),
      ...tables,
      ...when(asked, {
        ...{ type: 'items', title: '', on: ['terminal'] },
        items: [{ name: report.prediction, text: prediction.ask, notes: [note(report.measuredIs(found))] }],
      }),
      {
        ...{ type: 'items', title: report.claimsJudged(countedClaims(claims, recipes)) },
        ...{ items: claimItems, on: ['terminal'] },
      },
      { type: 'items', title: '', items: claimItems, suite: suite('claims', 0), on: ['junit'] },
      {
        ...{ type: 'items', title: '', on: ['markdown', 'html'] },
        items: [...claimItems, ...(asked ? [predicted] : [])],
      },
      { type: 'sentences', title: report.reading, sentences: reading },
      {
        type: 'details',
        title: report.where,
        blocks: [
          {
            type: 'facts',
            facts: [
              ...(source === '' ? [] : [[report.facts.published, source] as const]),
              ...(environment
                ? [...machineFacts(environment, language), ['Roundtrip', environment.roundtrip] as const]
                : []),
              ...whenMeasured(result, language),
            ],
          },
          stepsTable(result, language),
        ],
      },
      ...when(asked, {
        ...{ type: 'facts', on: ['junit'] },
        facts: Object.entries({ prediction: prediction.ask, 'prediction.measured': found }),
      }),
      {
        ...{ type: 'items', title: '', on: ['junit'], suite: suite('steps', tookMs(result)) },
        items: [
          ...result.steps.map((step) => stepItem(step, recipe, language)),
          ...(isCutShort(result) ? [leftSteps(recipe, language)] : []),
        ],
      },
    ],
  };
}

const when = (holds: boolean, block: Block): Block[] => (holds ? [block] : []);

const note = (text: string) => ({ warn: false, text });

const marks = { holds: '✓', 'does not hold here': '✗', 'cannot be seen here': '?' } as const;

function claimItem(
  { text, rule, outcome, because }: RecipeInWords['claims'][number],
  recipe: string,
  { report }: ReportLanguage,
): Item {
  return {
    ...{ name: outcome, mark: marks[outcome], text: `“${text}”`, because },
    notes: [note(report.rule(rule))],
    test: {
      ...{ name: text, classname: `roundtrip.claim.${recipe}`, timeMs: 0 },
      failure: outcome === 'does not hold here' ? { type: 'claim', message: because } : null,
      skipped: outcome === 'cannot be seen here' ? because : null,
      output: `${outcome}. ${because}\n${rule}`,
    },
  };
}

/** `quick form, 1 min · redis 7.0.15, Node 20.20.2, ioredis 6.0.0 · 2 cores of …` */
function whereInWords(
  { form, load, distances, steps, ...result }: RecipeInWords,
  { report, words }: ReportLanguage,
): string {
  const took = words.numbers.duration(tookMs(result));
  const environment = steps.find((step) => step.result)?.result?.environment;
  const inForm = load || distances ? took : report.inForm(form, took);
  if (!environment) return inForm;
  const { server, cpuModel, cores, node, client } = environment;
  return `${inForm} · ${server.name} ${server.version ?? ''}, Node ${node}, ${client} · ${report.coresOf(cores, cpuModel)}`;
}

/** Why a step has not measured what it was to; `null` when it has. */
export function stepShortfall(
  { state, error, missing }: StepOutcome,
  { report }: ReportLanguage,
): string | null {
  if (state === 'completed') return null;
  const why = missing ? report.notInstalled(missing.join(', ')) : error?.message;
  return why === undefined ? state : `${state}, ${why}`;
}

const shortfallsOf = ({ state, steps }: RecipeInWords, language: ReportLanguage): string[] => [
  ...(state === 'stopped' ? [language.report.stoppedEarly] : []),
  ...steps.flatMap((step) => {
    const shortfall = stepShortfall(step, language);
    return shortfall === null ? [] : [`${step.label}: ${shortfall}`];
  }),
];

/** Steps that were not even begun; they stand nowhere in the outcome. */
const isCutShort = ({ state, steps }: RecipeInWords): boolean =>
  state !== 'completed' && steps.every((step) => step.state === 'completed' || step.state === 'skipped');

const stepCase = (name: string, recipe: string) => ({
  name,
  classname: `roundtrip.step.${recipe}`,
  timeMs: 0,
  output: '',
});

function leftSteps(recipe: string, { report }: ReportLanguage): Item {
  const failure = { type: 'step-stopped', message: report.stoppedBefore };
  return {
    ...{ name: report.stepsLeft, text: report.stoppedBefore, notes: [] },
    test: { ...stepCase(report.stepsLeft, recipe), failure },
  };
}

function stepItem(step: RecipeInWords['steps'][number], recipe: string, language: ReportLanguage): Item {
  const { label, state, result } = step;
  const { words, report } = language;
  const shortfall = stepShortfall(step, language);
  const lanes = (result?.lanes ?? []).map((lane) => {
    const rate = rateOf(lane);
    return `${lane.label}: ${rate === null ? '–' : `${words.numbers.rate(rate)} ${report.rate}`}`;
  });
  return {
    ...{ name: label, text: shortfall ?? '', notes: [] },
    test: {
      ...stepCase(label, recipe),
      timeMs: result ? tookMs(result) : 0,
      failure:
        shortfall === null || state === 'skipped' ? null : { type: `step-${state}`, message: shortfall },
      skipped: state === 'skipped' ? shortfall : null,
      output: lanes.join('\n'),
    },
  };
}

/** A step without a run of its own is an experiment, or failed before anything was measured. */
const stepsTable = ({ steps }: RecipeInWords, language: ReportLanguage): TableBlock => ({
  ...{ type: 'table', title: '' },
  columns: [
    ...language.report.stepColumns.map((label) => ({ label, unit: 'text' as const })),
    { label: language.report.took, unit: 'text', isRight: true },
  ],
  rows: steps.map(({ label, result }) =>
    result
      ? [
          label,
          serverInWords(result, language),
          networkInWords(result),
          scheduleInWords(result, language),
          language.words.numbers.duration(tookMs(result)),
        ]
      : [label, null, null, null, null],
  ),
});

/** A line for each point of a load curve, ready to be drawn. */
const loadTable = ({ lanes }: LoadCurve): TableBlock => ({
  ...{ type: 'table', title: '', on: ['csv'], isData: true },
  columns: ['lane', 'offered_rps', 'achieved_rps', 'p50_ms', 'p99_ms', 'backlog', 'state'].map((label) => ({
    ...{ label, unit: 'text' },
  })),
  rows: lanes.flatMap(({ lane, points }) =>
    points.map(({ offeredRps, achievedRps, p50Ms, p99Ms, backlog, state }) => [
      ...[lane, offeredRps, achievedRps, p50Ms, p99Ms, backlog, state],
    ]),
  ),
});

/** The table of gain over distance, with a bar for each ratio: the chart of a terminal. */
function distanceBars({ tables }: RecipeInWords, { lanes }: DistanceGain): TableBlock {
  const [{ title, columns, rows } = { title: '', columns: [], rows: [] }] = tables;
  const [name, rate, ratio, interval] = columns;
  const ofBaseline = lanes[0]?.points.length ?? 0;
  return {
    ...{ type: 'table', title, on: ['terminal'] },
    columns: [
      ...[name, { label: '', unit: 'bar' as const, barWidth: 24 }, ratio, interval, rate].flatMap(
        (column) => column ?? [],
      ),
    ],
    rows: rows
      .slice(ofBaseline)
      .map(([of = null, perSecond = null, times = null, ends = null]) => [
        ...[of, times, times, ends, perSecond],
      ]),
  };
}

/** A line for each point of gain over distance, ready to be drawn. */
const distanceTable = ({ lanes }: DistanceGain): TableBlock => ({
  ...{ type: 'table', title: '', on: ['csv'], isData: true },
  columns: ['lane', 'rtt_ms', 'rate', 'ratio', 'low', 'high', 'rounds', 'provisional', 'limit'].map(
    (label) => ({
      ...{ label, unit: 'text' },
    }),
  ),
  rows: lanes.flatMap(({ lane, limit, points }) =>
    points.map(({ rttMs, rate, ratio, ci95, pairs, isProvisional }) => [
      ...[lane, rttMs, rate, ratio, ci95?.[0] ?? null, ci95?.[1] ?? null, pairs, isProvisional, limit],
    ]),
  ),
});

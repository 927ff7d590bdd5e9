import type { DistanceGain } from '../../../shared/contract/distance-gain.ts';
import { mainLane } from '../../../shared/sweep/distances.ts';
import { rateOfLanes, type RateName } from '../../../shared/plan/program-lane.ts';
import { serverNames } from '../../../shared/words/server-names.ts';
import type { Comparison, Environment, Result } from '../../../shared/contract/result.ts';
import type { CellUnit } from '../../../shared/contract/recipe.ts';
import type { SearchPoint } from '../../../shared/contract/search.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { isSized } from '../../../shared/search/names.ts';
import { doubtInWords, doubts } from '../../../shared/report/doubts.ts';
import { asSentence } from '../../../shared/words/as-sentence.ts';
import { belowHeadline, resultHeadline, type ResultHeadline } from '../../../shared/report/headline.ts';
import { bestEvidence } from '../../../shared/report/evidence.ts';
import { searchDoubts } from '../../../shared/report/search.ts';
import {
  comparisonWithFirst,
  isInconclusive,
  rateIntervalOf,
  rateOf,
} from '../../../shared/statistics/figures.ts';
import { isOpenLoop } from '../../../shared/search/search-plan.ts';
import { cellText, ratioInWords } from '../../../shared/words/cell-text.ts';
import { ratioAlone } from '../../../shared/words/latency.ts';
import type { Numbers } from '../../../shared/words/numbers.ts';
import {
  isInterval,
  outcomeInWords,
  type OutcomeInWords,
  type TableInWords,
} from '../../../shared/sweep/recipe-in-words.ts';
import type { Colours } from '../charts/colours.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import { laneMarks, noMark } from '../controls/lane-marks.ts';
import type { Messages } from '../messages/en.ts';
import { momentInWords } from '../messages/for-reader.ts';
import { aboutSearch } from '../outcomes/search/about.ts';
import { asHeading, belowHeading } from '../outcomes/search/as-heading.ts';
import { mostNamed } from '../run/ended-headline.ts';
import { ownDifferences } from '../plan/plan-facts.ts';
import { runFacts } from '../plan/plan-facts.ts';
import type { Card, CardLane } from './card.ts';
import type { Shared } from './shared.ts';

type Of<Kind> = Extract<Shared, { kind: Kind }>;
type Body = Omit<Card, 'address'>;

/** What a card is made with. */
export interface CardTools {
  session: Pick<PageSession, 'batches' | 'nameOfMeasured' | 'targets'>;
  messages: Messages;
  colours: Colours;
}

/** The card of anything that can be shared, but for its address. */
export function cardOf(shared: Shared, tools: CardTools): Body {
  switch (shared.kind) {
    case 'run':
      return ofRun(shared, tools);
    case 'lesson':
      return ofLesson(shared, tools);
    case 'search':
      return ofSearch(shared, tools);
  }
}

function ofRun({ result }: Of<'run'>, { session, messages, colours }: CardTools): Body {
  const { environment, plan, tunings } = result;
  const nameOf = ({ id }: { id: string }) => {
    const lane = result.lanes.find((one) => one.id === id);
    return lane ? session.nameOfMeasured(lane) : id;
  };
  const said = resultHeadline(result, nameOf, messages.words, mostNamed);
  const { sent, network } = runFacts(plan, session.batches, messages, tunings);
  return {
    title: said.text,
    badge: isBusy(doubts(result)) ? messages.share.anywhere.busy : null,
    evidence: evidenceOf(result, said, nameOf, messages),
    lanes: lanesOf(result, session, messages, colours),
    columns: columnsOf(messages, rateOfLanes(plan)),
    facts: [
      [
        ...sent,
        ...(network === null ? [] : [network]),
        ...(plan.network ? [] : roundTripOf(environment, messages)),
      ].join(' · '),
      whereMeasured(result.startedAt, serverNames(environment, result.lanes), environment, messages),
    ],
  };
}

const isBusy = (all: readonly { finding: { code: string } }[]): boolean =>
  all.some(({ finding }) => finding.code === 'too-busy');

/** With nothing in between, the trip is what a PING takes. */
const roundTripOf = ({ pingMs }: Environment, { outcome, words }: Messages): string[] =>
  pingMs === null ? [] : [outcome.ping(words.numbers.ms(pingMs))];

/** What makes figures doubtful comes first: a picture has room for few sentences. */
function evidenceOf(
  result: Result,
  said: ResultHeadline,
  nameOf: (lane: { id: string }) => string,
  { words }: Messages,
): string {
  const found = doubts(result).map((doubt) => asSentence(doubtInWords(doubt, (id) => nameOf({ id }), words)));
  const evidence = bestEvidence(result, nameOf, words.gain) ?? '';
  return words.numbers.sentences([...found, ...belowHeadline(said), evidence]);
}

function lanesOf(
  result: Result,
  session: CardTools['session'],
  messages: Messages,
  colours: Colours,
): CardLane[] {
  const { numbers } = messages.words;
  const { plan, lanes } = result;
  const marks = laneMarks(plan.lanes);
  return lanes.map((lane, place) => {
    const comparison = comparisonWithFirst(lane, result);
    const rate = rateOf(lane);
    return {
      name: numbers.list(
        [session.nameOfMeasured(lane), ownDifferences(plan, lane.id, messages)].filter((part) => part !== ''),
      ),
      colour: colours((marks[place] ?? noMark).colour),
      measured: rate === null ? null : { value: rate, ci95: rateIntervalOf(lane) },
      figure: rate === null ? '–' : numbers.perSecond(numbers.short(rate)),
      ratio: comparison ? ratioOf(comparison, messages) : '',
    };
  });
}

const columnsOf = ({ words: { figures } }: Messages, counted: RateName = 'rate') =>
  [figures.lane, figures[counted], figures.timesBaseline] as const;

const ratioOf = (comparison: Comparison, { words: { figures, numbers } }: Messages): string =>
  isInconclusive(comparison) ? figures.inconclusive : ratioInWords(comparison, numbers);

const whereMeasured = (
  startedAt: string,
  server: string,
  measuredOn: Environment | undefined,
  messages: Messages,
) => {
  const moment = momentInWords(startedAt, messages.code);
  if (!measuredOn) return moment;
  const { client, cpuModel, platform } = measuredOn;
  return [moment, server, client, cpuModel, platform].join(' · ');
};

/** More rows than this are a table, and no bars. */
const mostBars = 8;

/** Of gain over distance: a bar for each distance, of the lane that is named. */
function barsOverDistance(
  gain: DistanceGain,
  table: TableInWords | undefined,
  colour: string,
  { numbers }: Messages['words'],
): CardLane[] {
  const lane = mainLane(gain);
  const rowOf = (place: number) =>
    table?.rows[
      gain.lanes.slice(0, lane && gain.lanes.indexOf(lane)).flatMap(({ points }) => points).length + place
    ];
  return (lane?.points ?? []).flatMap((point, place) =>
    point.ratio === null
      ? []
      : [
          {
            name: String(rowOf(place)?.[0] ?? `${point.rttMs} ${numbers.unit('ms')}`),
            colour,
            measured: { value: point.ratio, ci95: point.ci95 },
            figure: numbers.ratio(point.ratio),
            ratio: point.ci95 ? point.ci95.map(numbers.times).join(' – ') : '',
          },
        ],
  );
}

function ofLesson({ outcome, language }: Of<'lesson'>, { messages, colours }: CardTools): Body {
  const { environment } = outcome;
  const said = outcomeInWords(outcome, language);
  const { numbers } = language;
  const { distances } = said;
  const table = said.tables.find(({ rows }) => rows.length <= mostBars);
  const shown = table && { table, ...columnsToShow(table) };
  const head = (column: number) => table?.columns[column]?.label ?? '';
  return {
    title: said.takeaway ?? said.title,
    badge: said.isBusy ? messages.share.anywhere.busy : null,
    evidence: lessonEvidence(said, messages),
    lanes: distances
      ? barsOverDistance(distances, said.tables[0], colours('--lane-4'), messages.words)
      : shown
        ? barsOf(shown, colours('--lane-1'), numbers)
        : [],
    columns: shown ? [head(0), head(shown.bar), head(shown.ratio)] : ['', '', ''],
    facts: [
      [
        said.title,
        // A load curve has no forms.
        ...(said.load || distances ? [] : [messages.lessons.formDone[said.form]]),
        ...(shown
          ? [
              `${shown.table.title}: ${[head(shown.bar), ...(shown.ratio < 0 ? [] : [`× ${head(shown.ratio)}`])].join(', ')}`,
            ]
          : []),
      ].join(' · '),
      whereMeasured(said.startedAt, environment ? serverNames(environment) : '', environment, messages),
    ],
  };
}

/** Doubts first, as of a run. Warnings stand by themselves here: each becomes a sentence. */
const lessonEvidence = ({ state, warnings, reading }: OutcomeInWords, { lessons }: Messages): string =>
  [...(state === 'completed' ? [] : [lessons.states[state]]), ...warnings.map(asSentence), ...reading].join(
    ' ',
  );

/** A figure with the unit that it does not say itself. */
const withUnit = (figure: string, unit: CellUnit, { perSecond, unit: inWords }: Numbers): string =>
  unit === 'commands/s' ? perSecond(figure) : unit === 'ms' ? `${figure} ${inWords('ms')}` : figure;

/** Longer bars are faster: bars of throughput, with the first ratio beside them; else the ratios themselves. -1: none. */
function columnsToShow({ columns }: TableInWords): { bar: number; ratio: number } {
  const first = (...units: CellUnit[]) =>
    columns.findIndex(({ origin, unit, detail }) => origin === 'measured' && !detail && units.includes(unit));
  const rate = first('commands/s');
  // The ratio between lanes, which has an interval: that to what others have published has none.
  const ratio = columns.findIndex(
    ({ origin, unit, detail }, place) =>
      origin === 'measured' && unit === 'ratio' && !detail && columns[place + 1]?.detail === true,
  );
  if (rate >= 0) return { bar: rate, ratio };
  const alone = first('ratio');
  return { bar: alone >= 0 ? alone : first('ms', 'share', 'count', 'bytes'), ratio: -1 };
}

function barsOf(
  { table: { columns, rows }, bar, ratio }: { table: TableInWords } & ReturnType<typeof columnsToShow>,
  colour: string,
  numbers: Numbers,
): CardLane[] {
  const unit = columns[bar]?.unit;
  if (unit === undefined) return [];
  return rows.map((row) => {
    const value = row[bar];
    const times = row[ratio] ?? null;
    const ci95 = intervalBehind(row, bar);
    const ofRatio = intervalBehind(row, ratio);
    return {
      name: typeof row[0] === 'string' ? row[0] : '',
      colour,
      measured: typeof value === 'number' ? { value, ci95 } : null,
      figure: value == null ? '–' : withUnit(cellText(value, unit, numbers), unit, numbers),
      ratio:
        times === null
          ? ''
          : cellText(times, 'ratio', numbers) +
            (ofRatio ? ` (${ofRatio.map(numbers.times).join(' – ')})` : ''),
    };
  });
}

/** Of the figure in this column, where its interval stands beside it. */
const intervalBehind = (row: TableInWords['rows'][number], column: number) => {
  const next = column < 0 ? null : row[column + 1];
  return isInterval(next) ? next : null;
};

function ofSearch({ shown, words }: Of<'search'>, { session, messages, colours }: CardTools): Body {
  const { order, points, advice } = shown;
  const { numbers } = messages.words;
  const open = isOpenLoop(order.workload);
  const recommendation = advice?.recommendation ?? null;
  const answer = recommendation && describeAnswer(order, recommendation, words);
  const is = (point: SearchPoint, other: SearchPoint | undefined) =>
    point.strategy === other?.strategy && point.batchSize === other.batchSize;
  // Who asked for a p99 is answered with p99s, of every way.
  const asksP99 = order.p99BoundMs !== null;
  const told = recommendation
    ? [
        ...[recommendation.baseline, recommendation.knee, recommendation.candidate, recommendation.best],
        ...(asksP99 ? recommendation.alternatives : []),
      ]
    : [];
  const gain = (point: SearchPoint) =>
    recommendation?.gain && !open && is(point, recommendation.candidate)
      ? ratioAlone(recommendation.gain, numbers)
      : '';
  const shownPoints = points.filter(
    (point) => point.stage === 'final' && told.some((other) => is(point, other)),
  );
  const marks = laneMarks(shownPoints);
  const place = session.targets.find(({ id }) => id === order.target)?.label ?? order.target;
  return {
    title: answer ? asHeading(answer.answer[0]) : '',
    badge: advice && isBusy(searchDoubts(advice)) ? messages.share.anywhere.busy : null,
    evidence: messages.words.numbers.sentences([
      ...(advice
        ? searchDoubts(advice).map((doubt) => asSentence(doubtInWords(doubt, String, messages.words)))
        : []),
      ...(order.p99BoundMs === null ? [] : [messages.search.triedBound(String(order.p99BoundMs))]),
      ...(answer ? [belowHeading(answer.answer), ...answer.more] : []),
    ]),
    lanes: shownPoints.map((point, index) => ({
      name: isSized(point, open)
        ? messages.search.each(words.name(point.strategy), point.batchSize)
        : words.name(point.strategy),
      colour: colours((marks[index] ?? noMark).colour),
      measured: { value: point.throughput, ci95: point.ci95 },
      figure: numbers.perSecond(numbers.short(point.throughput)),
      ratio: asksP99 ? `p99 ${numbers.inMs(point.p99Ms)}` : gain(point),
    })),
    columns: asksP99 ? [columnsOf(messages)[0], columnsOf(messages)[1], 'p99'] : columnsOf(messages),
    facts: [
      aboutSearch(order, place, messages),
      advice
        ? whereMeasured(shown.startedAt, serverNames(advice.environment), advice.environment, messages)
        : '',
    ],
  };
}

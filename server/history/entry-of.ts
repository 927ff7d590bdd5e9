import { unclearRatesOf } from '../../shared/statistics/load-knee.ts';
import { rateOf, shownLatency, waitedForCore } from '../../shared/statistics/figures.ts';
import { clientLabels } from '../../shared/contract/enums.ts';
import type { SearchResult, Candidate } from '../../shared/contract/search.ts';
import { search as searchWords } from '../../shared/words/en/search.ts';
import { isOpenLoop } from '../../shared/search/search-plan.ts';
import { isSizeUnsure } from '../../shared/search/describe.ts';
import { answered, isSized, nameCandidate } from '../../shared/search/names.ts';
import type { Doubt } from '../../shared/contract/doubt.ts';
import type { Comparison, Result } from '../../shared/contract/result.ts';
import { doubts } from '../../shared/report/doubts.ts';
import { busy, searchDoubts } from '../../shared/report/search.ts';
import { runAnswerInWords, answerOf, bestComparison } from '../../shared/report/answer.ts';
import { english as englishWords } from '../../shared/words/en/index.ts';
import { ratioAlone } from '../../shared/words/latency.ts';
import { formatDuration, formatRatio, formatShort } from '../../shared/words/format.ts';
import type { EntrySummary, HistoryEntry } from '../../shared/contract/history.ts';
import type { DistanceGain } from '../../shared/contract/distance-gain.ts';
import type { LoadCurve } from '../../shared/contract/load-curve.ts';
import type { Plan } from '../../shared/contract/plan.ts';
import type { Workload } from '../../shared/contract/workload.ts';
import { countsUnits } from '../../shared/plan/program-lane.ts';
import { tunedPlan } from '../../shared/plan/tuned-plan.ts';
import { countClaims } from '../../shared/sweep/claim-counts.ts';
import { gainingLanes } from '../../shared/sweep/distances.ts';
import { describeNetwork } from '../../shared/words/settings.ts';
import { serverNames } from '../../shared/words/server-names.ts';
import { networkInWords } from '../../shared/words/network-conditions.ts';
import type { RecipeResult } from '../../shared/contract/recipe.ts';
import { recipeLanguage as english } from '../../shared/sweep/en/index.ts';
import { countedClaims, outcomeInWords } from '../../shared/sweep/recipe-in-words.ts';
import { overridingLanes, sentInWords } from '../../shared/words/own-settings.ts';
import { counted, unbatchedInWords, unitsName, workloadName } from '../../shared/words/workload.ts';

/** What the list shows of a document, and further words by which it is found. */
export interface Described {
  entry: Omit<HistoryEntry, 'name' | 'tags' | 'bytes'>;
  words: string[];
}

/** A run by its workload, as it was in the end, and by how much the lane that the page names beats the first. */
export function describeRun(result: Result): Described {
  const { schema, id, startedAt, finishedAt, state, plan, environment, lanes } = result;
  const network = plan.network ? ` · ${networkInWords(result)}` : '';
  const labelOf = (id: string) => lanes.find((lane) => lane.id === id)?.label ?? id;
  const headline = runAnswerInWords(answerOf(result), labelOf, englishWords);
  const ofUnits = new Set(plan.lanes.flatMap((lane) => (countsUnits(lane, plan) ? lane.id : [])));
  return {
    entry: {
      id,
      kind: 'run',
      startedAt,
      finishedAt,
      state,
      schema,
      about: plan.target,
      summary: `${sentInWords(result)}${network}: ${headline}`,
      said: saidOfRun(result),
      lanes: lanes.map((lane) => ({
        id: lane.id,
        label: lane.label,
        strategy: lane.strategy,
        throughput: rateOf(lane),
        p99Ms: shownLatency(lane.latencyMs)?.p99 ?? null,
        ...(ofUnits.has(lane.id) ? { units: true as const } : {}),
      })),
    },
    words: [
      ...lanes.flatMap((lane) => [lane.strategy, lane.label]),
      ...plan.lanes.map(({ workload }) => workloadName(workload)),
      serverNames(environment, lanes),
      networkInWords(result),
    ],
  };
}

const doubtful = (found: readonly Doubt[]) => (found.length > 0 ? { doubts: [...found] } : {});

function saidOfRun(result: Result): EntrySummary {
  const { plan, tunings } = result;
  const atEnd = tunedPlan(plan, tunings);
  const best = bestComparison(result);
  const overriding = overridingLanes(plan);
  const units = unitsName(plan);
  const sent = ({ workload, network }: Plan) => ({ workload, ...(network ? { network } : {}) });
  return {
    code: 'run',
    ...sent(atEnd),
    ...(units === null ? {} : { units }),
    ...(atEnd === plan ? {} : { before: sent(plan) }),
    ...doubtful(doubts(result)),
    ...(overriding.length === 0 ? {} : { overriding }),
    best: best ? named(best) : null,
    answer: answerOf(result),
  };
}

const named = ({ lane, ratio, ci95, outcome, latency }: Comparison) => ({
  ...{ lane, ratio, ci95, outcome },
  ...(latency ? { latency } : {}),
});

/** A load curve by its rates, and by what each lane keeps. */
function describeLoad(load: LoadCurve): Pick<HistoryEntry, 'summary'> & { said: EntrySummary } {
  const [lowest = NaN] = load.rates;
  const highest = load.rates.at(-1) ?? lowest;
  const lanes = load.lanes.map((one) => {
    const { lane: id, label, strategy, keptRps } = one;
    const isUnclear = keptRps === null && unclearRatesOf(one).length > 0;
    return { id, label, strategy, keptRps, ...(isUnclear && { isUnclear }) };
  });
  const kept = lanes.map(({ label, keptRps, isUnclear }) =>
    keptRps !== null
      ? `${label} keeps ${formatShort(keptRps)}/s`
      : `${label} keeps none${isUnclear ? ' for certain' : ''}`,
  );
  return {
    summary: `Latency over load, ${formatShort(lowest)} – ${formatShort(highest)}/s: ${kept.join(', ')}`,
    said: { code: 'load-curve', rates: [lowest, highest], lanes },
  };
}

/** Gain over distance by its distances, and by what each lane gains at the nearest and the farthest. */
function describeDistances(gain: DistanceGain): Pick<HistoryEntry, 'summary'> & { said: EntrySummary } {
  const [nearest = NaN] = gain.distances;
  const farthest = gain.distances.at(-1) ?? nearest;
  const lanes = gainingLanes(gain).map(({ lane: id, label, strategy, points }) => ({
    ...{ id, label, strategy },
    ratios: [points[0]?.ratio ?? null, points.at(-1)?.ratio ?? null] as [number | null, number | null],
  }));
  const times = (ratio: number | null) => (ratio === null ? '–' : formatRatio(ratio));
  const gains = lanes.map(({ label, ratios }) => `${label} ${ratios.map(times).join(' → ')}`);
  return {
    summary: `Gain over distance, ${nearest} – ${farthest} ms: ${gains.join(', ')}`,
    said: { code: 'distances', distances: [nearest, farthest], lanes },
  };
}

/** A lesson by its title, and by how the published claims were judged; a load curve and gain over distance by what they found. */
export function describeLesson(id: string, result: RecipeResult): Described {
  const { schema, recipe, form, startedAt, finishedAt, state, steps } = result;
  const { title, question, claims, load, distances } = outcomeInWords(result, english);
  const judged =
    claims.length === 0 ? counted(steps.length, 'step') : `claims: ${countedClaims(claims, english)}`;
  const results = steps.flatMap((step) => step.result ?? []);
  const found = load ? describeLoad(load) : distances && describeDistances(distances);
  const lanesOf = load?.lanes ?? distances?.lanes ?? [];
  return {
    entry: {
      id,
      kind: load ? 'load-curve' : distances ? 'distances' : 'lesson',
      startedAt,
      finishedAt,
      state,
      schema,
      about: recipe,
      summary: `${title} (${form} form), ${judged}`,
      ...found,
      said: {
        ...(found?.said ?? { code: 'lesson', form, steps: steps.length, claims: countClaims(claims) }),
        ...doubtful(busy(results.some(({ lanes }) => lanes.some(waitedForCore)))),
      },
      lanes: [],
    },
    words: [
      title,
      question,
      ...lanesOf.flatMap(({ strategy, label }) => [strategy, label]),
      ...results.flatMap(({ plan }) => [
        plan.target,
        ...plan.lanes.flatMap(({ strategy, workload }) => [strategy, workloadName(workload)]),
      ]),
    ],
  };
}

/** A search by its workload and its answer; the lanes are the baseline and what is advised. */
export function describeSearch(id: string, advice: SearchResult): Described {
  const { schema, startedAt, elapsedMs, state, order, points, recommendation } = advice;
  const { workload, client, network, target, p99BoundMs } = order;
  const library = client === undefined ? [] : [clientLabels[client]];
  const bound = p99BoundMs === null ? [] : [`p99 < ${p99BoundMs} ms`];
  const told = recommendation ? answered(recommendation) : [];
  return {
    entry: {
      id,
      kind: 'search',
      startedAt,
      finishedAt: new Date(Date.parse(startedAt) + elapsedMs).toISOString(),
      state,
      schema,
      about: target,
      summary: `${[unbatchedInWords(workload), ...library, describeNetwork(network, englishWords), ...bound].join(' · ')}: ${adviceOf(advice)}`,
      said: {
        code: 'search',
        workload,
        ...(network ? { network } : {}),
        ...(client ? { client } : {}),
        p99BoundMs,
        answer: recommendation && {
          worth: recommendation.worth,
          baseline: wayOf(recommendation.baseline, workload),
          candidate: wayOf(recommendation.candidate, workload),
          gain: recommendation.gain && { ratio: recommendation.gain.ratio, ci95: recommendation.gain.ci95 },
          ...(isSizeUnsure(order, recommendation) ? { sizeUnsure: true as const } : {}),
        },
        ...doubtful(searchDoubts(advice)),
      },
      lanes: told.map(({ strategy, batchSize, throughput, p99Ms }) => ({
        id: `${strategy}-${batchSize}`,
        label: nameCandidate({ strategy, batchSize }, isOpenLoop(workload), searchWords),
        ...wayOf({ strategy, batchSize }, workload),
        throughput,
        p99Ms,
      })),
    },
    words: [
      ...points.map(({ strategy }) => strategy),
      ...(p99BoundMs === null ? [] : [`p99 under ${p99BoundMs} ms`]),
    ],
  };
}

/** A batch size only where somebody chooses it. */
const wayOf = ({ strategy, batchSize }: Candidate, workload: Workload) => ({
  strategy,
  batchSize: isSized({ strategy }, isOpenLoop(workload)) ? batchSize : null,
});

function adviceOf({ recommendation, elapsedMs, order }: SearchResult): string {
  if (!recommendation) return `stopped after ${formatDuration(elapsedMs)}, no advice`;
  const { baseline, candidate, gain, worth } = recommendation;
  const named = (candidate: Candidate) => nameCandidate(candidate, isOpenLoop(order.workload), searchWords);
  const ratio = gain ? ` ${ratioAlone(gain, searchWords.numbers)} against ${named(baseline)}` : '';
  switch (worth) {
    case 'yes':
      return `${named(candidate)}${ratio}`;
    case 'no':
      return `batching is not worth it, ${named(baseline)}`;
    case 'inconclusive':
      return `too noisy to tell, ${named(candidate)}${ratio}`;
    case 'bound out of reach':
      return `nothing keeps p99 under ${order.p99BoundMs ?? 0} ms`;
  }
}

import * as z from 'zod/mini';
import { searchStrategies } from '../../../../shared/contract/search.ts';
import { interval } from '../../../../shared/contract/result-schema/figures.ts';
import { comparison, environment } from '../../../../shared/contract/result-schema/index.ts';
import { lane } from '../../../../shared/contract/result-schema/lane.ts';
import {
  count,
  is,
  mention,
  orNull,
  real,
  text,
} from '../../../../shared/contract/result-schema/meanings.ts';
import { network, server, workload } from '../../../../shared/contract/result-schema/plan.ts';
import { laneStates, type Bound } from '../../../../shared/contract/terms.ts';
import { errorDetails, state } from './runs.ts';

const strategyName = is(z.enum(searchStrategies), 'Id of the strategy.');

const order = z.object({
  target: text('Id of the target.'),
  server: z.exactOptional(mention(server, 'How the private server runs; absent: as by default.')),
  network: z.exactOptional(network('What lies between client and server; absent: nothing.')),
  workload: workload('What is sent; its batch size, times and counts are not used.'),
  deepest: count('The largest batch that is tried, commands.'),
  strategies: is(z.array(strategyName), 'Ways of batching that are tried, each against the baseline.'),
  p99BoundMs: orNull(z.number(), 'p99 has to stay under this, ms; null: as much throughput as there is.'),
  budgetMs: real('How long the search may take, ms.'),
});

const stage = is(
  z.enum(['survey', 'final']),
  'survey: one short slice, to see where to look; final: interleaved slices that are judged.',
);

const rung = z.object({ strategy: strategyName, depth: count('Batch size, commands.') });

const busy = {
  busy: real('Share of the time.'),
  batches: is(z.boolean(), 'Whether more than one command is handed over at a time.'),
  ofRoofline: orNull(z.number(), 'Share of the roofline; null: not near it.'),
};
const load = z.object({
  client: real('How busy the client was, a share.'),
  server: orNull(z.number(), 'How busy the server was, a share; null: not known.'),
  tripMs: orNull(z.number(), 'What a trip took, ms.'),
  pingMs: orNull(z.number(), 'What a PING alone took before the run, ms; null: not known.'),
});
const bound = <Name extends Bound>(name: Name) => is(z.literal(name), 'What bounds it.');

const finding = z.union([
  z.object({ bound: bound('rate'), reached: real('Share of the rate that was reached.') }),
  z.object({
    bound: bound('bandwidth'),
    mbit: real('What was sent, Mbit/s.'),
    ofMbit: real('What the link has, Mbit/s.'),
  }),
  z.object({ bound: bound('server-cpu'), ...busy }),
  z.object({ bound: bound('client-cpu'), threads: count('Worker threads of the lane.'), ...busy }),
  z.object({
    bound: bound('round-trip'),
    load: mention(load, 'How busy both sides were.'),
    batches: busy.batches,
  }),
  z.object({
    bound: bound('none'),
    load: orNull(load, 'How busy both sides were; null: nothing was measured.'),
  }),
]);

const point = z.object({
  ...rung.shape,
  stage,
  throughput: real('Median of its slices, commands per second; 0 when nothing came back.'),
  ci95: interval('commands per second'),
  slices: is(z.array(z.number()), 'Each slice, commands per second; final ones are paired by round.'),
  p99Ms: orNull(z.number(), 'p99 of command latency, in an open loop of response time, ms.'),
  p99Slices: is(z.array(z.number()), 'p99 of each slice, ms.'),
  p50Ms: orNull(z.number(), 'Median of the same latency, ms.'),
  effectiveBatch: orNull(z.number(), 'Commands per socket write, as measured.'),
  failed: count('Commands that failed.'),
  keepsRate: is(z.boolean(), 'Open loop: whether at least 98 % of the rate were reached; closed loop: true.'),
  verdict: lane.shape.verdict,
  finding: z.exactOptional(
    mention(finding, 'What the verdict says, in no language; absent in older searches.'),
  ),
  unusable: orNull(z.string(), 'Why it cannot be advised; null: it can.'),
});

const pointOrNull = (words: string) => orNull(point, words);
const { lane: _lane, baseline: _baseline, ...gain } = comparison.shape;

const judgement = z.object({
  baseline: mention(point, 'What batching is compared with.'),
  best: mention(point, 'Most throughput, in an open loop least p99, whatever the bound.'),
  notToldApart: is(z.array(point), 'Those that are not told apart from the best, itself left out.'),
  smallest: mention(point, 'Smallest batch within 5 % of the best.'),
  knee: mention(point, 'Of the strategy that is advised: most throughput for its p99.'),
  bound: orNull(
    z.object({
      p99Ms: real('The bound, ms.'),
      best: pointOrNull(
        'Most throughput of those that the candidate is chosen from; null: nothing keeps it.',
      ),
      edge: pointOrNull('More throughput still, over the bound in some slices alone; null: none.'),
      least: mention(point, 'Least p99 of all.'),
      onEdge: is(z.boolean(), 'The p99 of some slices of the candidate was over the bound.'),
    }),
    'What the bound on p99 means; null: none was asked for.',
  ),
  candidate: mention(
    point,
    'The smallest batch within 5 % of the best of those that keep the bound; where none does, the least p99.',
  ),
  advised: pointOrNull(
    'The answer: the candidate, or the baseline where batching is not worth it; null where it cannot be told.',
  ),
  gain: orNull(
    z.object({
      ...gain,
      ratio: real('Median of the paired ratios: of throughput, in an open loop of the inverse of p99.'),
    }),
    'The candidate against the baseline; null where it is the baseline, or nothing of both was measured.',
  ),
  worth: is(
    z.enum(['yes', 'no', 'not told', 'bound out of reach']),
    'Whether batching is advised; not told: the interval of the gain is too wide.',
  ),
  alternatives: is(z.array(point), 'The best of each other strategy.'),
  stillClimbing: is(
    z.boolean(),
    'Whether the deepest that was tried is told to be better than all below it.',
  ),
});

export const advice = z.object({
  schema: is(z.literal(1), 'Version of this format.'),
  startedAt: text('ISO 8601, UTC.'),
  elapsedMs: real('How long it took, ms.'),
  state: is(z.enum(laneStates), 'How it ended.'),
  order: mention(order, 'What was asked, with every default said.'),
  environment: mention(environment, 'Where it was measured.'),
  points: is(z.array(point), 'What was measured; where both stages measured a batch size, both are here.'),
  judgement: orNull(judgement, 'What the points say; null when it was stopped before its final round.'),
  sentences: is(z.array(z.string()), 'The advice in words, the answer first.'),
  snippet: orNull(z.string(), 'Code for ioredis with the advised settings; null where nothing is advised.'),
  warnings: is(z.array(z.string()), 'What there is to know before the figures are believed.'),
});

const { points: _points, ...ending } = advice.shape;

const searchSnapshot = z.object({
  id: text('Id of the search.'),
  state,
  startedAt: text('ISO 8601, UTC.'),
  order: mention(order, 'What was asked, with every default said.'),
  elapsedMs: real('Since the start, by the server’s clock, at the moment of sending, ms.'),
  stage: orNull(stage, 'What goes on; null while it is set up, and when it is over.'),
  rungs: is(z.array(rung), 'What is being measured now, in the order of the run’s lanes.'),
  points: is(z.array(point), 'What was measured so far.'),
  advice: orNull(z.object(ending), 'At the end, but for its points; null where it broke off before.'),
  error: orNull(errorDetails, 'Why it broke off; null: it did not.'),
});

export const searchSchemas = {
  SearchOrder: order,
  SearchPoint: point,
  SearchJudgement: judgement,
  Advice: advice,
  SearchSnapshot: searchSnapshot,
};

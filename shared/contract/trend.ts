import * as z from 'zod/mini';
import { documentLimits, limits, runNameLength } from '../limits.ts';
import { intervalOf } from './figures.ts';
import { boundedList, boundedText, count, describe, flag, orNull, real, text } from './describe.ts';

const boundedFigure = (unit: string, description: string) =>
  orNull(z.object({ value: real(`In ${unit}.`), ci95: intervalOf(unit) }), description);

const trendLaneSchema = z.object({
  id: text('Id of the lane.', documentLimits.name),
  strategy: text('Id of its strategy.', documentLimits.name),
  rate: boundedFigure('commands per second', 'Its throughput.'),
  ratio: boundedFigure(
    'times',
    'Its throughput as a multiple of that of the first lane; null for that lane.',
  ),
  p50Ms: boundedFigure('ms', 'Median latency; of an open loop, response time.'),
  p99Ms: boundedFigure('ms', 'The latency that 99 of 100 do not exceed; it has no interval.'),
});

/** A line of a trend: the figures of one run. */
export const trendLineSchema = z.object({
  kind: z.literal('trend'),
  schema: z.literal(1),
  time: text('When the run started, ISO 8601, UTC.', documentLimits.name),
  commit: orNull(boundedText(documentLimits.name), 'Commit that was measured; null: not known.'),
  run: text('Id of the run.', documentLimits.name),
  name: orNull(boundedText(runNameLength), 'Name of the run (--name); null: none.'),
  plan: text('Fingerprint of the plan: runs with the same one measured the same.', documentLimits.name),
  sent: text('What the run sent, and over which network, in words.'),
  machine: describe(
    z.object({
      cpuModel: text('Its CPU.'),
      cores: count('Its cores.'),
      platform: text('Its operating system and architecture.'),
      agents: orNull(z.int(), 'Load machines that carried the lanes out; null: it did.'),
    }),
    'The kind of machine: runs on another kind are not held against each other.',
  ),
  failed: flag('Whether a check of the run failed: later runs are then not held against it.'),
  lanes: describe(boundedList(trendLaneSchema, limits.lanes.max), 'Lanes that completed, in order.'),
});
export type TrendLine = z.output<typeof trendLineSchema>;
export type TrendLane = TrendLine['lanes'][number];

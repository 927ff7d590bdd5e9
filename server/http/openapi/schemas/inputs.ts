import * as z from 'zod/mini';
import { searchStrategies } from '../../../../shared/contract/search.ts';
import { searchSchema } from '../../../../shared/search/order.ts';
import { is } from '../../../../shared/contract/result-schema/meanings.ts';
import {
  bystanderSchema,
  laneSchema,
  networkSchema,
  planSchema,
  scheduleSchema,
  workloadSchema,
} from '../../../../shared/contract/schemas.ts';
import { serverSchema } from '../../../../shared/contract/server-schema.ts';
import { changeSchema, querySchema } from '../../history/history-schemas.ts';
import { orderSchema } from '../../activity/lessons/lesson-routes.ts';
import { qrCodeQuery } from '../../workshop/join-routes.ts';

/** Says what the fields of a schema mean that the server checks by. */
function explain<Shape extends z.core.$ZodShape>(
  { shape }: { shape: Shape },
  words: Record<keyof Shape, string>,
): void {
  for (const [name, schema] of Object.entries(shape) as [keyof Shape, z.ZodMiniType][])
    is(schema, words[name]);
}

explain(planSchema, {
  target: 'Id of a target; where it is left out, the first of /api/targets.',
  server: 'How the private server runs; of the target embedded alone.',
  network: 'What Roundtrip’s proxy puts between client and server; left out: nothing.',
  workload: 'What every lane sends unless it says otherwise.',
  lanes: 'What is compared; the first is the baseline.',
  schedule: 'How the lanes take turns.',
  bystander: 'A separate client that watches; left out: none.',
  moveSlots: 'Slots that a private cluster moves to another master.',
});
explain(laneSchema, {
  id: 'Name of the lane in results; left out: made from its strategy.',
  strategy: 'Id of a strategy, as /api/strategies lists them.',
  label: 'Name for people.',
  network: 'Of this lane, in place of the plan’s.',
  workload: 'Fields of the workload that differ in this lane; names and bounds are those of the plan’s.',
});
explain(scheduleSchema, {
  mode: 'turns: one lane at a time; race: all at once, for show.',
  sliceMs: 'Time of one turn of a lane, ms.',
  settleMs: 'Sent and drained before each slice and not counted, ms.',
  untilLevel: 'Whether warm-up ends as soon as every lane is level; warmupMs is then the most it may take.',
  order: 'Order of the lanes from round to round: A B C C B A, A B C A B C, or drawn anew.',
});
explain(bystanderSchema, { rps: 'GETs per second.' });
explain(planSchema.shape.moveSlots.def.innerType, { afterMs: 'So long after the beginning, ms.' });

explain(orderSchema, {
  recipe: 'Id of a lesson, as GET /api/lessons lists them.',
  form: 'quick: shortened to at most a minute; full: everything.',
  target: 'Id of a target; left out: the first. On a private one each step has its own server.',
});

explain(changeSchema, {
  name: 'What the entry is called, one line; null takes the name away.',
  tags: 'All its tags, one line each, without commas; they replace those that it has.',
});

/** A search is checked in two steps: its own fields, and then the rest as that of a plan. */
const searchInput = z.strictObject({
  target: planSchema.shape.target,
  server: z.optional(serverSchema),
  network: z.optional(networkSchema),
  workload: z.optional(z.strictObject(workloadSchema.shape)),
  strategies: z.optional(z.array(z.enum(searchStrategies)).check(z.minLength(1))),
  deepest: searchSchema.shape.deepest,
  p99BoundMs: searchSchema.shape.p99BoundMs,
  budgetMs: searchSchema.shape.budgetMs,
} satisfies Record<keyof typeof searchSchema.shape, z.ZodMiniType>);
explain(searchInput, {
  target: 'Id of a target; where it is left out, the first of /api/targets.',
  server: 'How the private server runs; of the target embedded alone.',
  network: 'What lies between client and server; left out: nothing.',
  workload: 'What is sent; its batch size, times and counts are not used.',
  strategies: 'Ways of batching to try; left out: those that fit the workload.',
  deepest: 'The largest batch that is tried, commands.',
  p99BoundMs: 'p99 has to stay under this, ms; null: as much throughput as there is.',
  budgetMs: 'How long the search may take, ms; left out: a minute, over a slow network what it needs.',
});

explain(querySchema, {
  search: 'Words, each of which has to occur in name, tags, target, strategies, commands or summary.',
  kind: 'Only entries of this kind.',
  tag: 'Only entries with this tag.',
  before: 'Id of an entry: only older ones.',
  limit: 'Entries on a page.',
});
explain(qrCodeQuery, { url: 'One of the addresses that GET /api/join lists.' });

is(planSchema, 'Only what differs from the defaults has to be said.');
is(searchInput, 'Only what differs from the defaults has to be said; {} searches with all of them.');
is(orderSchema, 'Which lesson, and how much of it.');
is(changeSchema, 'What is left out stays as it is.');

/** Bodies of requests, by the schemas that the server checks them by. */
export const inputSchemas = {
  Plan: planSchema,
  LessonOrder: orderSchema,
  SearchInput: searchInput,
  HistoryChange: changeSchema,
};
export { qrCodeQuery, querySchema as historyQuery };

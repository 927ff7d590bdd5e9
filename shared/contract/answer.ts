import * as z from 'zod/mini';
import { describe, flag, orNull, real, text, texts } from './describe.ts';
import { intervalOf } from './figures.ts';

const one = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.object({ code: describe(z.literal(code), 'What was found.'), ...shape });

const lane = text('Id of the lane.');
const baseline = text('Id of the lane that it is compared with.');
const ratio = { ratio: real('Quotient of what is shown of both.'), ci95: intervalOf('as a ratio') };

/** What a run says to its question: how much is gained, and by what. */
export const answerSchema = z.discriminatedUnion('code', [
  /** They multiply to the ratio of the lane that batches best. */
  one('factors', {
    waiting: describe(z.object(ratio), 'Not waiting for each reply: concurrent ÷ one-by-one.'),
    batching: describe(z.object(ratio), 'Batching on top: the best lane that batches ÷ concurrent.'),
    batchingLane: text('Id of that lane.'),
  }),
  one('ahead', { lane, baseline, ...ratio }),
  one('one-round', { lane, baseline, ratio: ratio.ratio }),
  one('inconclusive', { baseline }),
  /** An interval is so wide that it says nothing. */
  one('noisy', { baseline }),
  one('slower', { baseline }),
  /** Two lanes are code of the user, and the second is slower. */
  one('behind', { lane, baseline, ...ratio }),
  /** All lanes were asked for the same rate. */
  one('at-rate', {
    rate: real('Asked for, commands per second.'),
    keeping: texts('Ids of the lanes that keep it.'),
    all: flag('Whether these are all.'),
    soonest: orNull(
      z.object({
        lane,
        baseline,
        ...ratio,
        ratio: orNull(z.number(), 'Of its p50 to the baseline’s; null: it is the baseline.'),
      }),
      'Whose response times are shorter; null: none that can be told.',
    ),
  }),
  /** Units were recorded, and so much of them cannot be carried out that nothing follows for their program. */
  one('left-out', {
    share: real('Of the commands that were recorded, from 0 to 1.'),
    names: texts('The commands that were left out most often.'),
  }),
  one('single', {
    lane,
    rate: real('Commands per second.'),
    units: z.exactOptional(describe(z.literal(true), 'The rate is of units of the user’s code.')),
  }),
  one('none', {}),
  one('all-failed', {}),
  one('failed', {}),
]);
export type Answer = z.output<typeof answerSchema>;

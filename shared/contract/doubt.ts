import * as z from 'zod/mini';
import { boundedList, describe, flag, orNull, real, text, texts } from './describe.ts';
import { warningSchema } from './warning.ts';

const one = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.object({ code: describe(z.literal(code), 'What was found.'), ...shape });

/** The same of several lanes is one finding. */
const ofLanes = <Shape extends z.core.$ZodLooseShape>(shape: Shape, which: string) =>
  describe(boundedList(z.object({ lane: text('Id of the lane.'), ...shape })), which);

/** What makes the figures of a run doubtful beside its warnings: how it ended, and what bounds its lanes. */
const outcomeDoubtSchema = z.discriminatedUnion('code', [
  /** Lanes had to wait for a core of this machine. */
  one('too-busy', {
    lanes: z.exactOptional(
      ofLanes({ waiting: real('How long it was ready and had no core, a share.') }, 'Absent: of a search.'),
    ),
  }),
  one('proxy-bound', { lanes: texts('Ids of the lanes that Roundtrip’s own proxy bounds.') }),
  one('stopped-early', { counted: flag('Whether anything had been counted by then.') }),
  one('lane-failed', {
    lanes: ofLanes(
      {
        message: text('What was wrong, in English.'),
        refused: z.exactOptional(
          describe(
            z.object({
              share: real('Of its commands, 1: all.'),
              replies: describe(
                boundedList(z.object({ text: text('The first of its class.'), times: real('How often.') })),
                'Errors as the server or the library wrote them.',
              ),
            }),
            'Most of its commands failed.',
          ),
        ),
      },
      'Those that failed.',
    ),
  }),
  one('noisy', {
    lanes: ofLanes({ cv: real('Coefficient of variation of its slices, a share.') }, 'Over 10 %.'),
  }),
  one('drifted', {
    lanes: ofLanes(
      { change: real('From the first slices to the last, a share; below 0: it fell.') },
      'Those whose throughput changed.',
    ),
  }),
  /** All lanes ran at once. */
  one('race', {}),
  /** The figures are of the settings after the last change. */
  one('settings-changed', {}),
  /** Some lanes send other commands than the others: a ratio compares more than ways of sending. */
  one('unlike-commands', {}),
  one('one-round', {}),
  /** That of the lane that the headline names says more than its ratio. */
  one('wide-interval', {}),
]);
export type OutcomeDoubt = z.output<typeof outcomeDoubtSchema>;

export const doubtSchema = z.object({
  lane: orNull(z.string(), 'Id of the lane that it is about; null: the whole run.'),
  finding: describe(
    z.union([outcomeDoubtSchema, warningSchema]),
    'What makes them doubtful, with its figures.',
  ),
});
/** Something that makes figures doubtful. */
export type Doubt = z.output<typeof doubtSchema>;

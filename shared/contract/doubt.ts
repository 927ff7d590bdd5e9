import * as z from 'zod/mini';
import { describe, flag, orNull, texts } from './describe.ts';
import { warningSchema } from './warning.ts';

const one = <Code extends string, Shape extends z.core.$ZodLooseShape>(code: Code, shape: Shape) =>
  z.object({ code: describe(z.literal(code), 'What was found.'), ...shape });

/** What makes the figures of a run doubtful beside its warnings: how it ended, and what bounds its lanes. */
const outcomeDoubtSchema = z.discriminatedUnion('code', [
  /** Lanes had to wait for a core of this machine. */
  one('too-busy', {}),
  one('proxy-bound', { lanes: texts('Ids of the lanes that Roundtrip’s own proxy bounds.') }),
  one('stopped-early', { counted: flag('Whether anything had been counted by then.') }),
  one('lane-failed', {}),
  /** All lanes ran at once. */
  one('race', {}),
  /** The figures are of the settings after the last change. */
  one('settings-changed', {}),
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

import * as z from 'zod/mini';
import { describe, orNull, real, text } from './describe.ts';
import { sharedAs } from './sharing.ts';

const share = (description: string) => describe(z.number(), `${description}, as a share.`);
const batches = describe(z.boolean(), 'Whether the lane hands over more than one command at a time.');
const ofRoofline = orNull(z.number(), 'Share of the roofline, where it is near it; else null.');

/** How busy both sides were, and what a trip took. */
const load = z.object({
  client: share('How busy the client was'),
  server: orNull(z.number(), 'How busy the server was, as a share; null when not known.'),
  tripMs: orNull(z.number(), 'Median of a trip, ms; null when not known.'),
  meanTripMs: z.exactOptional(real('Mean of a trip, ms; only where it is far from the median.')),
  pingMs: orNull(
    z.number(),
    'The lesser of the medians of a bare PING before the run and beside the lane, ms; null when not known, or not what the lane was measured over.',
  ),
});

const howBusy = describe(load, 'How busy both sides were.');

const one = <Code extends string, Bound extends string, Shape extends z.core.$ZodLooseShape>(
  code: Code,
  bound: Bound,
  shape: Shape,
) =>
  z.object({
    code: describe(z.literal(code), 'What was found.'),
    bound: describe(z.literal(bound), 'Which resource bounds the lane; none: no figure says.'),
    ...shape,
  });

/** Which resource holds a lane back, with the figures that say so. */
export const verdictSchema = z.discriminatedUnion('code', [
  one('rate', 'rate', { reached: share('What was reached of the requested rate') }),
  one('bandwidth', 'bandwidth', {
    mbit: real('Used, Mbit/s.'),
    ofMbit: real('What the link carries, Mbit/s.'),
  }),
  /** What the network of a plan is made by. */
  one('proxy', 'proxy', { busy: share('How long its thread had work') }),
  one('server-cpu', 'server-cpu', { busy: share('How busy its main thread was'), batches, ofRoofline }),
  one('client-cpu', 'client-cpu', {
    busy: share('How busy its threads were'),
    threads: real('Threads of the lane.'),
    batches,
    ofRoofline,
  }),
  /** Others have the cores that the client's threads are ready for. */
  one('cores', 'cores', {
    busy: share('How long its threads had a core'),
    waiting: share('How long they were ready and had none'),
    threads: real('Threads of the lane.'),
  }),
  one('round-trip', 'round-trip', {
    load: howBusy,
    batches,
    trips: z.exactOptional(real('Round trips of a unit; only of a lane that sends units.')),
  }),
  /** No figure says what holds it back. */
  one('unclear', 'none', { load: howBusy }),
  one('unmeasured', 'none', {}),
  /** Not one command was answered as it should be. */
  one('all-failed', 'none', {
    failed: real('Commands that failed.'),
    failure: sharedAs('class', text('The class of most of them.')),
  }),
]);

export type Verdict = z.infer<typeof verdictSchema>;
export type Load = z.infer<typeof load>;

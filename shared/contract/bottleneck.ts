import * as z from 'zod/mini';
import { count, describe, flag, mention, orNull, real } from './describe.ts';
import type { Bound } from './enums.ts';

/** How busy both sides were, as shares of what they could do, and what a trip took. */
const loadSchema = z.object({
  client: real('How busy the client was, a share.'),
  server: orNull(z.number(), 'How busy the server was, a share; null: not known.'),
  tripMs: orNull(z.number(), 'What a trip took, ms.'),
  /** `null` too where it is not what the lane was measured over. */
  pingMs: orNull(z.number(), 'What a PING alone took before the run, ms; null: not known.'),
});
export type Load = z.output<typeof loadSchema>;

const busy = {
  busy: real('Share of the time.'),
  batches: flag('Whether more than one command is handed over at a time.'),
  ofRoofline: orNull(z.number(), 'Share of the roofline; null: not near it.'),
};
const bound = <Name extends Bound>(name: Name) => describe(z.literal(name), 'What bounds it.');

/** What holds a lane back, with its evidence: plain JSON, in no language. */
export const bottleneckSchema = z.union([
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
    load: mention(loadSchema, 'How busy both sides were.'),
    batches: busy.batches,
  }),
  z.object({
    bound: bound('none'),
    load: orNull(loadSchema, 'How busy both sides were; null: nothing was measured.'),
  }),
]);
export type Bottleneck = z.output<typeof bottleneckSchema>;

import * as z from 'zod/mini';
import { boundedList, boundedText } from '../../../shared/contract/describe.ts';
import { failuresOf, serialisedErrorSchema } from '../../../shared/contract/figures.ts';
import { InvalidInput, toProblems } from '../../../shared/contract/parse.ts';
import { agentSchema } from '../../../shared/contract/result.ts';
import { agentsInRun, documentLimits, limits } from '../../../shared/limits.ts';
import { unpackSparse } from '../latency/sparse.ts';
import { leaseMs } from './control.ts';

/** More than any agent can reach: the sums of all agents stay finite. */
const most = 1e15;
const amount = z.int().check(z.gte(0), z.lte(most));
const real = z.number().check(z.gte(-most), z.lte(most));
const realOrNull = z.nullable(real);

/** An agent, with figures that it measured before it takes part. */
const helloSchema = z.extend(agentSchema, {
  /** The same for all containers of one machine. */
  machine: boundedText(),
  roundtrip: boundedText(),
  load: real,
  /** Ids that the servers of its target have since their start. */
  runIds: boundedList(boundedText()),
  pingMs: real,
  /** Starts are agreed on several of these ahead; an exchange that takes longer than the lease has failed. */
  controlMs: z.number().check(z.gte(0), z.lte(leaseMs)),
  clockAheadMs: real,
});
export type AgentHello = z.output<typeof helloSchema>;

/** A name of every object would be found where nothing was counted. */
const isOwnName = z.refine<object>(
  (counts) => Object.keys(counts).every((name) => !(name in Object.prototype)),
  'holds a name that every object has',
);

const tallySchema = z.object({
  completed: amount,
  failed: amount,
  failures: failuresOf('Failures by class.').check(isOwnName),
  errors: z.record(boundedText(documentLimits.name), boundedText()).check(isOwnName),
  hits: amount,
  misses: amount,
  calls: amount,
  reads: z.exactOptional(z.object({ local: amount, invalidations: amount, written: amount, judged: amount })),
});

/** Histograms travel as text. */
const histogramsSchema = z.pipe(
  boundedText(documentLimits.histogram),
  z.transform((text: string, context) => {
    try {
      return unpackSparse(text);
    } catch (error) {
      context.issues.push({ code: 'custom', message: (error as Error).message, input: text });
      return z.NEVER;
    }
  }),
);

/** A sample as agents send it; its moments are by the control Redis's clock. */
const sampleSchema = z.object({
  type: z.literal('sample'),
  slice: z.int(),
  index: amount,
  endsSlice: z.boolean(),
  elapsedMs: real,
  tally: tallySchema,
  wire: z.object({ writes: amount, bytesOut: amount, bytesIn: amount }),
  cpuMs: realOrNull,
  coreWaitMs: realOrNull,
  busyMs: real,
  memoryBytes: real,
  offered: real,
  offeringMs: real,
  sendingMs: real,
  outstanding: real,
  settled: tallySchema,
  settledMs: real,
  sent: z.exactOptional(z.object({ from: real, until: real })),
  fatal: z.nullable(boundedText()),
  port: z.exactOptional(z.object({ cpuMs: realOrNull, coreWaitMs: realOrNull })),
  latencies: histogramsSchema,
});
export type SentSample = z.input<typeof sampleSchema>;

const place = z.int().check(z.gte(0), z.lte(agentsInRun.max * limits.threads.max));
const host = { lane: place, thread: place };

export const fromAgentSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), hello: helloSchema }),
  z.object({ type: z.literal('refused'), name: boundedText(), reason: boundedText() }),
  z.object({ type: z.enum(['ready', 'settled', 'exited']), ...host }),
  z.object({ type: z.literal('failed'), ...host, error: serialisedErrorSchema }),
  z.object({ type: z.literal('sample'), ...host, sample: sampleSchema }),
  z.object({ type: z.literal('left'), reason: boundedText() }),
]);
/** A message as an agent sends it. */
export type SentMessage = z.input<typeof fromAgentSchema>;
/** The same as the coordinator reads it. */
export type FromAgent = z.output<typeof fromAgentSchema>;

const envelopeSchema = z.object({ share: z.int(), message: z.optional(z.unknown()) });

/**
 * Reads a message to the coordinator, which any user of the control Redis can write. `fault`: the message of this share
 * does not fit, and why. `null`: the message is for none of the `shares`.
 */
export function readFromAgent(
  input: unknown,
  shares: number,
): { share: number; message: FromAgent } | { share: number; fault: string } | null {
  const envelope = envelopeSchema.safeParse(input);
  if (!envelope.success || !(envelope.data.share >= 0 && envelope.data.share < shares)) return null;
  const { share, message } = envelope.data;
  const read = fromAgentSchema.safeParse(message);
  if (read.success) return { share, message: read.data };
  const problems = toProblems(read.error.issues.slice(0, 1), { message }, 'message');
  return { share, fault: new InvalidInput(problems).message };
}

import * as z from 'zod/mini';
import { networkSchema, tuneSchema, workloadSchema, type Workload } from '../schemas.ts';
import type { ServerPlan } from '../../plan/server-plan.ts';
import { serverSchema } from '../server-schema.ts';
import { scheduleModes, sliceOrders } from '../terms.ts';
import { count, is, real, text } from './meanings.ts';

export const workloadMeanings: Record<keyof Workload, string> = {
  commands: 'Commands that are sent.',
  ratio: 'Weights of the commands; absent for one command.',
  customCommand: 'Line of the command "custom", with __key__, __data__ and __rand_int__.',
  clients: 'Connections of the lane.',
  threads: 'Worker threads of the lane.',
  pipeline: 'Batch size, commands; for the strategies that do not batch, commands in flight per connection.',
  dataSize: 'Payload, bytes.',
  dataSizeRange: 'Smallest and largest payload, bytes, drawn evenly; overrides dataSize.',
  data: 'What payloads are made of.',
  keyspace: 'Number of keys that are drawn from.',
  keyPrefix: 'Text in each key, behind the prefix of the run; absent: none.',
  keyPattern: 'How keys are drawn: R random, S sequential, Z Zipf, G Gaussian.',
  hashTag: 'Hash tag of the keys: none, or the same for all keys of the lane, so that they are in one slot.',
  splitByNode: 'In a cluster: whether pipelines were split by node.',
  zipfExponent: 'Exponent of the pattern Z, no unit.',
  requests: 'Commands per lane; absent when the lane stops after durationMs.',
  durationMs: 'Counted time of the lane, ms; without meaning where requests is given.',
  warmupMs: 'Time of the lane before counting begins, ms.',
  rps: 'Open loop: commands per second for the whole lane; absent for a closed loop.',
  backlog: 'Open loop: commands due but not answered at which the lane gives up.',
  ttlSeconds: 'Time to live that setex and expire set, s.',
  seed: 'The same seed draws the same commands, keys and payloads.',
  keepalive: 'Whether connections are kept; false: a new one for each command or batch.',
  resp: 'Version of the protocol.',
  timeoutMs: 'A lane without a reply for this long has failed, ms.',
};

/** One for every mention: a schema has one meaning. Bounds that only a plan must keep are not checked again. */
export function workload(description: string) {
  for (const [name, schema] of Object.entries(workloadSchema.shape))
    is(schema, workloadMeanings[name as keyof Workload]);
  return is(z.object(workloadSchema.shape), description);
}

is(networkSchema.shape.rttMs, 'Added to every round trip, ms.');
is(networkSchema.shape.jitterMs, 'By which a round trip strays at most, ms.');
is(networkSchema.shape.bandwidthMbit, 'In each direction, Mbit/s; absent: no limit.');
export const network = (description: string) => is(z.object(networkSchema.shape), description);

const serverMeanings: Record<keyof ServerPlan, string> = {
  persistence: 'Whether and how it writes to disk.',
  ioThreads: 'Threads that read and write sockets.',
  maxMemoryBytes: 'Most memory it may use, bytes; absent: half of what there is, at most 4 GiB.',
  tls: 'Whether connections are encrypted.',
  access: 'What a client has to show.',
};
for (const [name, schema] of Object.entries(serverSchema.shape))
  is(schema, serverMeanings[name as keyof ServerPlan]);
export const server = is(z.object(serverSchema.shape), 'How the private server ran; absent: as by default.');

const lane = z.object({
  id: text('Name of the lane in results and assertions.'),
  strategy: text('Id of the strategy.'),
  label: z.exactOptional(text('Name for people; absent: that of the strategy.')),
  network: z.exactOptional(network('Of this lane, in place of the plan’s.')),
  workload: workload('The whole workload of this lane.'),
});

export const plan = z.object({
  target: text('Id of the target: embedded, a named one, or url.'),
  server: z.exactOptional(server),
  network: z.exactOptional(network('What Roundtrip’s proxy puts in between; absent: nothing.')),
  workload: workload('What every lane sends unless it says otherwise.'),
  lanes: is(z.array(lane), 'The first is the baseline.'),
  schedule: is(
    z.object({
      mode: is(z.enum(scheduleModes), 'turns: one lane at a time; race: all at once, for show.'),
      sliceMs: count('Time of one turn of a lane, ms.'),
      settleMs: count('Sent and drained before each slice and not counted, ms.'),
      untilLevel: is(z.boolean(), 'Whether warm-up ends as soon as every lane is level.'),
      order: is(z.enum(sliceOrders), 'Order of the lanes from round to round.'),
    }),
    'How the lanes take turns.',
  ),
  bystander: z.exactOptional(
    is(z.object({ rps: real('GETs per second.') }), 'A separate client that watches; absent: none.'),
  ),
  moveSlots: z.exactOptional(
    is(
      z.object({ afterMs: real('So long after the beginning, ms.') }),
      'Slots that a private cluster moves to another master; absent: none.',
    ),
  ),
});

const tune = tuneSchema.shape;
is(tune.pipeline, workloadMeanings.pipeline);
is(tune.dataSize, workloadMeanings.dataSize);
is(tune.clients, workloadMeanings.clients);
is(tune.rps, workloadMeanings.rps);
is(tune.network, 'What lies in between from then on.');
export const tuning = z.object(tune);

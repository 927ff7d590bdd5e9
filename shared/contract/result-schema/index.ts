import * as z from 'zod/mini';
import { laneStates, scheduleModes } from '../terms.ts';
import { bystander, interval } from './figures.ts';
import { lane } from './lane.ts';
import { count, is, meanings, orNull, real, text } from './meanings.ts';
import { plan, tuning } from './plan.ts';

/** The version of the result file that this program writes and reads. */
export const resultVersion = 1;

export const environment = z.object({
  node: text('Version of Node.js.'),
  client: text('Client library with its version.'),
  server: is(
    z.object({
      name: text('Name of the server, such as redis.'),
      version: orNull(z.string(), 'Its version; null when it does not tell.'),
      mode: orNull(z.string(), 'Its mode, such as standalone; null when it does not tell.'),
    }),
    'The server that was measured.',
  ),
  resp: is(z.union([z.literal(2), z.literal(3)]), 'Version of the protocol.'),
  cpuModel: text('CPU of the client machine.'),
  cores: count('Cores of the client machine.'),
  memoryBytes: real('Memory of the client machine, bytes.'),
  platform: text('Operating system and architecture of the client machine.'),
  schedule: is(z.enum(scheduleModes), 'turns: one lane at a time; race: all at once, for show.'),
  network: text('What lay between client and server, in words.'),
  sharedMachine: orNull(z.boolean(), 'Whether client and server ran on one machine; null when not known.'),
  roundtrip: text('Version of Roundtrip.'),
  pingMs: orNull(z.number(), 'Median of 100 bare PINGs before the run, ms; null when not measured.'),
});

export const comparison = z.object({
  lane: text('Id of the lane.'),
  baseline: text('Id of the lane that it is held against.'),
  ratio: real('Median of the paired ratios of throughput.'),
  ci95: interval('as a ratio'),
  outcome: is(
    z.enum(['faster', 'slower', 'not told apart']),
    'not told apart: the interval includes 1, or there is none.',
  ),
  pairs: count('Pairs of slices.'),
});

export const slotsMoved = z.object({
  atMs: real('When it began, ms since the run did.'),
  tookMs: real('How long it took, ms.'),
  from: text('Master that had them, HOST:PORT.'),
  to: text('Master that got them, HOST:PORT.'),
  slots: is(z.tuple([z.int(), z.int()]), 'First and last slot.'),
  keys: count('Keys that went with them.'),
});

export const tuned = z.object({
  atMs: real('When, ms since the run began.'),
  tuning: is(tuning, 'Settings that were changed; those not named stayed.'),
  countedIn: z.exactOptional(
    is(
      z.array(z.string()),
      'Ids of the lanes whose figures are all from after it; absent in older results: of all.',
    ),
  ),
});

/** A result file. Held against the type `Result` and, as docs/result.schema.json, against real runs, by tests. */
export const resultSchema = z.object({
  schema: is(z.literal(resultVersion), 'Version of this format.'),
  id: text('Id of the run.'),
  startedAt: text('ISO 8601, UTC.'),
  finishedAt: text('ISO 8601, UTC.'),
  state: is(z.enum(laneStates), 'failed when a lane failed; stopped when it was ended early.'),
  plan: is(plan, 'What was carried out, with every default said.'),
  environment: is(environment, 'Where it was measured.'),
  lanes: is(z.array(lane), 'In the order of the plan.'),
  comparisons: is(z.array(comparison), 'Each lane against the first, from slices paired by round.'),
  bystander: orNull(bystander, 'The bystander without load; null when none watched.'),
  warnings: is(z.array(z.string()), 'What a reader of the figures should know of the whole run.'),
  slotsMoved: z.exactOptional(
    is(
      z.array(slotsMoved),
      'Slots of a private cluster that were moved while the run went on; absent: none.',
    ),
  ),
  tunings: is(z.array(tuned), 'Changes during the run, in order.'),
});

/** The published JSON Schema, draft 2020-12. */
export const resultJsonSchema = (): object => ({
  title: 'Result of a Roundtrip run',
  description:
    'What `roundtrip bench --json` writes. Times in ms, sizes in bytes, throughput in commands per second, CPU as a share of one core, unless a field says otherwise.',
  ...z.toJSONSchema(resultSchema, { metadata: meanings }),
});

import * as z from 'zod/mini';
import { agentsInRun, documentLimits, limits, runNameLength } from '../limits.ts';
import { documentVersions, laneStates, scheduleModes } from './enums.ts';
import { bystanderFiguresSchema, comparedLatencySchema, intervalOf } from './figures.ts';
import { laneResultSchema } from './lane-result.ts';
import { boundedList, boundedText, count, describe, mention, orNull, real, text, texts } from './describe.ts';
import { warningSchema } from './warning.ts';
import { completePlanSchema, tuningSchema } from './plan.ts';
import { sharedAs } from './sharing.ts';

/** A load machine, as results describe it. */
export const agentSchema = z.object({
  name: text('What it calls itself.'),
  host: text('Name of its machine, or of its container.'),
  machine: z.exactOptional(text('Tells its machine from others: the same in all containers of one machine.')),
  node: text('Version of Node.js.'),
  cpuModel: text('CPU of its machine.'),
  cores: count('Cores of its machine.'),
  load: real('Load of its machine before the run: processes that run or wait, over a minute.'),
  pingMs: real('Median of bare PINGs to the server before the run, ms.'),
  controlMs: real('Shortest exchange with the control Redis, ms.'),
  clockAheadMs: real('How far its wall clock is ahead of the control Redis’s, ms.'),
});
export type AgentDescription = z.output<typeof agentSchema>;

/** Where a run was measured. */
export const environmentSchema = z.object({
  node: sharedAs('open', text('Version of Node.js.')),
  client: sharedAs('open', text('Client library with its version.')),
  server: describe(
    z.object({
      name: sharedAs('open', text('Name of the server, such as redis.')),
      version: sharedAs('open', orNull(boundedText(), 'Its version; null when it does not tell.')),
      mode: sharedAs(
        'open',
        orNull(boundedText(), 'Its mode, such as standalone; null when it does not tell.'),
      ),
      allocator: sharedAs(
        'open',
        orNull(boundedText(), 'Its memory allocator, as in jemalloc-5.3.0; null when it does not tell.'),
      ),
    }),
    'The server that was measured; where lanes measured several, that of the first lane.',
  ),
  resp: describe(z.union([z.literal(2), z.literal(3)]), 'Version of the protocol.'),
  cpuModel: sharedAs('open', text('CPU of the client machine.')),
  cores: count('Cores of the client machine.'),
  memoryBytes: real('Memory of the client machine, bytes.'),
  platform: sharedAs('open', text('Operating system and architecture of the client machine.')),
  schedule: describe(z.enum(scheduleModes), 'turns: one lane at a time; race: all at once, as a demo.'),
  network: sharedAs('open', text('What lay between client and server, in words.')),
  sharedMachine: orNull(z.boolean(), 'Whether client and server ran on one machine; null when not known.'),
  roundtrip: sharedAs('open', text('Version of Roundtrip.')),
  pingMs: orNull(z.number(), 'Median of 100 bare PINGs before the run, ms; null when not measured.'),
  agents: z.exactOptional(
    describe(
      sharedAs('private', boundedList(agentSchema, agentsInRun.max)),
      'Load machines that carried the lanes out; absent: the client machine did.',
    ),
  ),
});
export type Environment = z.output<typeof environmentSchema>;

/** What a lane pays, or saves, in latency: its p50 against the baseline's, from slices paired by round. */
const latencyComparisonSchema = z.object({
  kind: comparedLatencySchema,
  ratio: real('p50 of the lane ÷ that of the baseline; above 1 is worse.'),
  ci95: intervalOf('as a ratio'),
  outcome: describe(
    z.enum(['worse', 'better', 'inconclusive']),
    'inconclusive: the interval includes 1, or there is none.',
  ),
});
export type LatencyComparison = z.output<typeof latencyComparisonSchema>;

/** A lane against the baseline, from slices paired by round. */
export const comparisonSchema = z.object({
  lane: sharedAs('name', text('Id of the lane.')),
  baseline: sharedAs('name', text('Id of the lane that it is held against.')),
  ratio: real('Estimate of the lane ÷ that of the baseline.'),
  ci95: intervalOf('as a ratio'),
  outcome: describe(
    z.enum(['faster', 'slower', 'inconclusive']),
    'inconclusive: the interval includes 1, or there is none.',
  ),
  pairs: count('Pairs of slices.'),
  latency: z.exactOptional(
    describe(
      latencyComparisonSchema,
      'The p50 in the same rounds; absent where the lanes have none of the same kind.',
    ),
  ),
});
export type Comparison = z.output<typeof comparisonSchema>;

/** Slots of a private cluster that were moved to another master during a run, with all their keys. */
export const slotsMovedSchema = z.object({
  atMs: real('When it began, ms since the run did.'),
  tookMs: real('How long it took, ms.'),
  from: text('Master that had them, HOST:PORT.'),
  to: text('Master that got them, HOST:PORT.'),
  slots: describe(z.tuple([z.int(), z.int()]), 'First and last slot.'),
  keys: count('Keys that went with them.'),
});
export type SlotsMoved = z.output<typeof slotsMovedSchema>;

const precisionSchema = z.object({
  asked: real('How close to its ratio every interval was to end, a share.'),
  reached: orNull(z.number(), 'The same of the widest interval; null: a ratio has none, or too few pairs.'),
  ended: describe(z.enum(['precise', 'max-duration', 'stopped']), 'Why the run ended.'),
});
export type Precision = z.output<typeof precisionSchema>;

/** A change of settings during a run. */
export const tunedSchema = z.object({
  atMs: real('When, ms since the run began.'),
  tuning: describe(z.object(tuningSchema.shape), 'Settings that were changed; those not named stayed.'),
  countedIn: z.exactOptional(
    describe(
      sharedAs('name', boundedList(boundedText())),
      'Ids of the lanes whose figures are all from after it; absent: of all.',
    ),
  ),
});
export type Tuned = z.output<typeof tunedSchema>;

/** All that one measurement gave. */
const measuredSchema = z.object({
  schema: describe(
    z.literal(documentVersions.run, `must be ${documentVersions.run}, the schema that this version reads`),
    'Version of this format.',
  ),
  id: sharedAs('open', text('Id of the run.', documentLimits.name)),
  name: z.exactOptional(
    sharedAs('private', text('Name that its caller gave the run (--name); absent: none.', runNameLength)),
  ),
  startedAt: sharedAs('open', text('ISO 8601, UTC.')),
  finishedAt: sharedAs('open', text('ISO 8601, UTC.')),
  state: describe(z.enum(laneStates), 'failed when a lane failed; stopped when it was ended early.'),
  plan: describe(completePlanSchema, 'What was carried out, with every default said.'),
  environment: describe(environmentSchema, 'Where it was measured.'),
  lanes: describe(boundedList(laneResultSchema, limits.lanes.max), 'In the order of the plan.'),
  comparisons: describe(
    boundedList(comparisonSchema),
    'Each lane against the first, from slices paired by round.',
  ),
  bystander: orNull(bystanderFiguresSchema, 'The bystander without load; null when none watched.'),
  warnings: describe(
    boundedList(warningSchema),
    'What a reader of the figures should know of the whole run: each a code with its figures.',
  ),
  precision: z.exactOptional(
    describe(
      precisionSchema,
      'How precise the ratios are, of a run that was to last until they are precise.',
    ),
  ),
  slotsMoved: z.exactOptional(
    describe(
      sharedAs('private', boundedList(slotsMovedSchema)),
      'Slots of a private cluster that were moved during the run; absent: none.',
    ),
  ),
  tunings: describe(boundedList(tunedSchema, documentLimits.tunings), 'Changes during the run, in order.'),
});

/** A result file. The build makes result.schema.json of it. */
export const resultSchema = z.extend(measuredSchema, {
  secondLook: z.exactOptional(
    describe(
      sharedAs(
        'private',
        z.object({
          checks: sharedAs(
            'private',
            texts('Names of the checks that were in doubt after the first measurement.'),
          ),
          result: mention(measuredSchema, 'Result of the second measurement, a run of its own.'),
        }),
      ),
      'Second measurement of a gate that confirms (--confirm); absent: none was needed, or asked for.',
    ),
  ),
});
export type Result = z.output<typeof resultSchema>;

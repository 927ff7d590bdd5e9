import { format, resolveConfig } from 'prettier';
import * as z from 'zod/mini';
import { expect, expectTypeOf, test } from 'vitest';
import type * as declared from '@roundtrip-lab/roundtrip';
import { commandIds } from '../../shared/contract/commands.ts';
import { clientIds } from '../../shared/contract/enums.ts';
import {
  clientFiguresSchema,
  latencySchemaOf,
  serialisedErrorSchema,
  serverFiguresSchema,
  throughputSchema,
} from '../../shared/contract/figures.ts';
import { laneResultSchema } from '../../shared/contract/lane-result.ts';
import { InvalidInput, type Problem } from '../../shared/contract/parse.ts';
import {
  completeNetwork,
  completePlanSchema,
  completeServer,
  networkSchema,
  planSchema,
  scheduleSchema,
  serverSchema,
  type Plan,
  type PlanInput,
} from '../../shared/contract/plan.ts';
import {
  comparisonSchema,
  environmentSchema,
  resultSchema,
  type Result,
} from '../../shared/contract/result.ts';
import { runEventSchema, sampleSchema, type RunEvent } from '../../shared/contract/run-events.ts';
import { warningSchema } from '../../shared/contract/warning.ts';
import { verdictSchema } from '../../shared/contract/verdict.ts';
import { completeWorkload, laneWorkloadSchema, workloadSchema } from '../../shared/contract/workload.ts';
import * as library from '../../server/library/index.ts';
import type { RunPlanOptions } from '../../server/library/run-plan.ts';
import { declarationsOf } from './declarations.ts';

/** By hand: what is called. */
const called = `/** What \`import { run } from '@roundtrip-lab/roundtrip'\` gives. Made of the schemas by tests/library/declarations.real.test.ts. */

export interface RunOptions {
  /** The server to measure: redis://, rediss:// or unix://, or several with commas for a cluster. Without: the plan's target, by default a private server. */
  url?: string | undefined;
  /** Ends the run early: what was measured is kept, and the result's state is \`stopped\`. */
  signal?: AbortSignal | undefined;
  /** Called with each event, in order; be quick. When it throws, the run ends, and is rejected with what was thrown. */
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Carries a plan out, and resolves with its result once everything is removed again: keys, threads, the private server. Rejects with InvalidInput for a plan that is wrong, and with an Error that says why for one that could not be measured. One at a time in a process. */
export declare function run(plan: PlanInput, options?: RunOptions): Promise<Result>;

export interface Problem {
  /** Where, as in workload.clients or lanes[1].strategy. */
  field: string;
  /** What stood there. */
  value?: unknown;
  /** What would be right. */
  message: string;
  /** For numbers. */
  allowed?: { min: number; max: number } | undefined;
}

/** A plan that is wrong. The message has a line for each problem. */
export declare class InvalidInput extends Error {
  readonly problems: readonly Problem[];
}
`;

const types = declarationsOf([
  { name: 'Command', schema: z.enum(commandIds), io: 'input' },
  { name: 'Client', schema: z.enum(clientIds), io: 'input' },
  { name: 'NetworkInput', schema: networkSchema, io: 'input' },
  { name: 'ServerInput', schema: serverSchema, io: 'input' },
  { name: 'ScheduleInput', schema: scheduleSchema, io: 'input' },
  { name: 'WorkloadInput', schema: workloadSchema, io: 'input' },
  { name: 'LaneWorkloadInput', schema: laneWorkloadSchema, io: 'input' },
  { name: 'PlanInput', schema: planSchema, io: 'input' },
  { name: 'Network', schema: completeNetwork(''), io: 'output' },
  { name: 'Server', schema: completeServer(''), io: 'output' },
  { name: 'Workload', schema: completeWorkload(''), io: 'output' },
  { name: 'Plan', schema: completePlanSchema, io: 'output' },
  { name: 'Environment', schema: environmentSchema, io: 'output' },
  { name: 'Warning', schema: warningSchema, io: 'output' },
  { name: 'SerialisedError', schema: serialisedErrorSchema, io: 'output' },
  { name: 'ClientFigures', schema: clientFiguresSchema, io: 'output' },
  { name: 'ServerFigures', schema: serverFiguresSchema, io: 'output' },
  { name: 'LatencySummary', schema: latencySchemaOf(''), io: 'output' },
  { name: 'Throughput', schema: throughputSchema, io: 'output' },
  { name: 'Verdict', schema: verdictSchema, io: 'output' },
  { name: 'Comparison', schema: comparisonSchema, io: 'output' },
  { name: 'LaneResult', schema: laneResultSchema, io: 'output' },
  { name: 'Result', schema: resultSchema, io: 'output' },
  { name: 'Sample', schema: sampleSchema, io: 'output' },
  { name: 'RunEvent', schema: runEventSchema, io: 'output' },
]);

test('the published types are those of the schemas (npx vitest run -u writes them anew)', async () => {
  const path = 'server/library/roundtrip.d.ts';
  const config = await resolveConfig(path);
  await expect(await format(`${called}\n${types}\n`, { ...config, filepath: path })).toMatchFileSnapshot(
    `../../${path}`,
  );
});

test('the types fit what is there: npx tsc checks it', () => {
  expectTypeOf<declared.PlanInput>().toExtend<PlanInput>();
  expectTypeOf<PlanInput>().toExtend<declared.PlanInput>();
  expectTypeOf<Plan>().toExtend<declared.Plan>();
  expectTypeOf<Result>().toExtend<declared.Result>();
  expectTypeOf<RunEvent>().toExtend<declared.RunEvent>();
  expectTypeOf<Problem>().toExtend<declared.Problem>();
  expectTypeOf<declared.RunOptions>().toExtend<RunPlanOptions>();
  expectTypeOf<keyof RunPlanOptions>().toEqualTypeOf<keyof declared.RunOptions>();
  expectTypeOf<typeof library.run>().toExtend<typeof declared.run>();
  expectTypeOf<InvalidInput>().toExtend<declared.InvalidInput>();
});

test('what is declared is exported', () => {
  const names = [...called.matchAll(/declare (?:function|class) (\w+)/g)].map(([, name]) => name);
  expect(Object.keys(library).sort()).toEqual(names.sort());
});

import type * as z from 'zod/mini';
import { InvalidInput, parse, short, toProblems } from '../contract/parse.ts';
import type { Problem } from '../contract/problem-reason.ts';
import {
  planSchema,
  type scheduleSchema,
  tooManySlices,
  tuningSchema,
  type LanePlan,
  type Plan,
  type Schedule,
  type Tuning,
} from '../contract/plan.ts';
import { workloadSchema } from '../contract/workload.ts';
import { defaultClient } from '../contract/enums.ts';
import { usualClient } from '../contract/strategies.ts';
import { defined } from '../contract/defined.ts';
import { problemAt } from '../contract/problem-at.ts';
import { guardedSettingsIn } from '../settings/paths.ts';
import { laneIds } from './lane-ids.ts';
import { measuredServer } from './lane-servers.ts';
import { laneWorkload } from './lane-workload.ts';
import { writtenProblems } from './written/written-problems.ts';
import { defaultMaxDurationMs } from './default-max-duration.ts';
import { defaultSliceMs } from './default-slice.ts';

/** Whose word a plan is: anybody’s, a file’s of this machine, or the caller’s. */
export type PlanOrigin = 'anywhere' | 'local' | 'caller';

/**
 * Checks a plan and fills in its defaults. Throws InvalidInput, also for settings that its `origin` may not set: a plan
 * from anywhere names no files of this machine, and only a caller names code.
 */
export function parsePlan(input: unknown, origin: PlanOrigin = 'anywhere'): Plan {
  const ofWritten = writtenProblems(input);
  const { error, data: plan } = planSchema.safeParse(input);
  // A reader mends all at once.
  if (!plan) throw new InvalidInput([...toProblems(error.issues, input), ...ofWritten]);
  const problems = [...guardProblems(plan, origin), ...ofWritten];
  const ids = laneIds(plan.lanes);
  const lanes = plan.lanes.map((lane, index): LanePlan => {
    const parsed = workloadSchema.safeParse(laneWorkload(plan.workload, lane.workload));
    if (!parsed.success)
      for (const one of toProblems(parsed.error.issues, lane.workload, `lanes[${index}].workload`))
        problems.push(one);
    const tooMany = parsed.data ? tooManySlices(parsed.data, plan.schedule) : null;
    if (tooMany !== null)
      problems.push(
        problemAt(`lanes[${index}].workload.durationMs`, tooMany, { value: short(parsed.data?.durationMs) }),
      );
    return defined({
      ...lane,
      id: ids[index] ?? lane.strategy,
      client: namedClient(lane),
      workload: parsed.data ?? plan.workload,
    });
  });
  if (problems.length > 0) throw new InvalidInput(problems);
  const { agents, allowEviction, prefix, network, workload, written, schedule, bystander, moveSlots } = plan;
  // A server that no lane measures is not started.
  const { target, server } = measuredServer(plan);
  const usual = { sliceMs: defaultSliceMs(plan), maxDurationMs: defaultMaxDurationMs(lanes) };
  return defined({
    ...{ target, agents, allowEviction, prefix, server, network, workload, written, lanes },
    schedule: completeSchedule(schedule, usual),
    ...{ bystander, moveSlots },
  });
}

/** Absent where it is the default; of a strategy that one library alone has, that library is said. */
function namedClient({ strategy, client = usualClient(strategy) }: Pick<LanePlan, 'strategy' | 'client'>) {
  return client === defaultClient && usualClient(strategy) === defaultClient ? undefined : client;
}

/** Settings that a plan of this origin may not set. */
function guardProblems(plan: object, origin: PlanOrigin): Problem[] {
  if (origin === 'caller') return [];
  return guardedSettingsIn(plan).flatMap((setting) =>
    setting.origin === 'code'
      ? problemAt(setting.path, { code: 'names-code' })
      : origin === 'anywhere'
        ? problemAt(setting.path, { code: 'local-setting' })
        : [],
  );
}

function completeSchedule(
  {
    precision,
    maxDurationMs,
    sliceMs,
    starts = 1,
    untilStopped = false,
    ...schedule
  }: z.output<typeof scheduleSchema>,
  usual: Pick<Required<Schedule>, 'sliceMs' | 'maxDurationMs'>,
): Schedule {
  return defined({
    ...schedule,
    sliceMs: sliceMs ?? usual.sliceMs,
    starts: starts > 1 ? starts : undefined,
    untilStopped: untilStopped || undefined,
    precision,
    maxDurationMs: precision === undefined ? undefined : (maxDurationMs ?? usual.maxDurationMs),
  });
}

/** Checks what a client wants to change in a running run. Throws InvalidInput. */
export const parseTuning = (input: unknown): Tuning => parse(tuningSchema, input);

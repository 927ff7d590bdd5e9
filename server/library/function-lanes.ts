import { createHash } from 'node:crypto';
import { InvalidInput } from '../../shared/contract/parse.ts';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { laneIdOf, laneIds } from '../../shared/plan/lane-ids.ts';
import { programStrategy } from '../../shared/plan/program-lane.ts';
import type { CodeOfLanes, LaneCode, ProgramModule } from '../engine/lane/lane-code.ts';

type PlanLane = PlanInput['lanes'][number];

/** A lane that is a function of the caller. */
export type FunctionLane = Omit<PlanLane, 'strategy' | 'client' | 'file' | 'hash'> &
  Omit<ProgramModule<never>, 'unit'> & { fn: ProgramModule<never>['unit'] };

/** A plan some of whose lanes are functions. */
export type PlanWithFunctions = Omit<PlanInput, 'lanes'> & { lanes: (PlanLane | FunctionLane)[] };

const parts = ['connect', 'setup', 'teardown'] as const;

/** The plan, and beside it the functions in it: no JSON holds one. Throws InvalidInput for what is no function. */
export function takeFunctions(input: PlanWithFunctions): { plan: PlanInput; code: CodeOfLanes | undefined } {
  const code = new Map<string, LaneCode>();
  // A program without types may give anything: the check of the plan says what is wrong.
  const given = (input as PlanWithFunctions | null | undefined)?.lanes;
  if (!Array.isArray(given)) return { plan: input as PlanInput, code: undefined };
  const named = laneIds(
    input.lanes.map((lane) =>
      isFunctionLane(lane) ? { ...lane, strategy: laneIdOf(lane.fn.name || programStrategy, []) } : lane,
    ),
  );
  const lanes = input.lanes.map((lane, index): PlanLane => {
    if (!isFunctionLane(lane)) return lane;
    const { fn, connect, setup, teardown, ...said } = lane;
    const wrong = parts.find((name) => lane[name] !== undefined && typeof lane[name] !== 'function');
    if (wrong !== undefined)
      throw new InvalidInput([{ field: `lanes[${index}].${wrong}`, message: 'must be a function' }]);
    const id = said.id ?? named[index] ?? programStrategy;
    code.set(id, { type: 'function', program: { unit: fn, connect, setup, teardown } as ProgramModule });
    const hash = createHash('sha256').update(String(fn)).digest('hex');
    return { ...said, id, strategy: programStrategy, file: (fn.name || id).slice(0, 80), hash };
  });
  return { plan: { ...input, lanes }, code: code.size > 0 ? code : undefined };
}

const isFunctionLane = (lane: PlanLane | FunctionLane): lane is FunctionLane =>
  typeof lane === 'object' && 'fn' in lane && typeof lane.fn === 'function';

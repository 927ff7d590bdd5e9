import { clusterTarget } from '../../contract/private-server.ts';
import { fillingsOf } from '../fillings.ts';
import { serverOfLane } from '../lane-servers.ts';
import { planDefaults, nonDefault } from '../defaults.ts';
import { laneWorkload } from '../lane-workload.ts';
import type { PlanInput } from '../../contract/plan.ts';
import type { Workload } from '../../contract/workload.ts';

/** What a tool cannot say of a lane, or says otherwise; the words for it are the page's. */
export type ToolNote =
  // Why there is no line at all.
  | 'strategy'
  | 'mix'
  | 'command'
  // In what the line is not the same.
  | 'private server'
  | 'address'
  | 'server settings'
  | 'network'
  | 'agents'
  | 'no duration'
  | 'whole seconds'
  | 'arrivals'
  | 'rate'
  | 'connections'
  | 'sizes'
  | 'keys'
  | 'empty keys'
  | 'members'
  | 'few members';

export interface ToolLine {
  /** `null`: the tool has no words for this lane; the notes say why. */
  line: string | null;
  notes: ToolNote[];
}

/** A lane with everything said that another tool would need to know. */
export interface LaneForTools {
  strategy: string;
  target: string;
  workload: Workload;
  /** Commands that are sent without waiting for a reply, as far as another tool does the same. */
  depth: number;
  notes: ToolNote[];
}

/** `null` for ways of sending that are a client library's, or need a program. */
export const depthOf = (strategy: string, { pipeline }: Workload): number | null =>
  strategy === 'one-by-one' ? 1 : strategy === 'pipeline' || strategy === 'wire' ? pipeline : null;

/** What is common to all tools; the notes alone where none can send like this lane. */
export function laneForTools(plan: PlanInput, index: number): LaneForTools | ToolNote[] {
  const lane = plan.lanes[index];
  if (!lane || plan.written !== undefined) return ['strategy'];
  const { target, server = {} } = serverOfLane(lane, { ...plan, target: plan.target ?? planDefaults.target });
  const workload = laneWorkload({ ...planDefaults.workload, ...plan.workload }, lane.workload) as Workload;
  const depth = depthOf(lane.strategy, workload);
  if (depth === null) return ['strategy'];
  return {
    strategy: lane.strategy,
    target,
    workload,
    depth,
    notes: [
      ...(target === planDefaults.target || target === clusterTarget
        ? (['private server'] as const)
        : (['address'] as const)),
      ...(nonDefault(server, planDefaults.server).length > 0 ? (['server settings'] as const) : []),
      ...((lane.network ?? plan.network) ? (['network'] as const) : []),
      ...(plan.agents === undefined ? [] : (['agents'] as const)),
      ...(fillingsOf(workload).length > 0 ? (['empty keys'] as const) : []),
    ],
  };
}

/** Of a target that has a name; nobody but the server knows its address. */
export const hasName = (target: string) => target !== planDefaults.target && target !== clusterTarget;

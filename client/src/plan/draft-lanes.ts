import { defaultClient, type ClientId, type ServerProgram } from '../../../shared/contract/enums.ts';
import { serverPlanTarget, defaultServer } from '../../../shared/contract/private-server.ts';
import { laneSettings } from '../../../shared/settings/plan.ts';
import { laneIds } from '../../../shared/plan/lane-ids.ts';
import { ownWorkload } from '../../../shared/plan/lane-differences.ts';
import type { LanePlan, NetworkPlan, PlanInput, ServerInput } from '../../../shared/contract/plan.ts';
import type { Workload } from '../../../shared/contract/workload.ts';
import { checkField, isNetworkField, planFields, type FieldName, type FieldWords } from './plan-fields.ts';

/** A lane of the plan that is being made. */
export interface DraftLane {
  /** The id that the server will give it, unless it had one. */
  id: string;
  strategy: string;
  /** Client library; absent: the default. */
  client?: ClientId | undefined;
  label?: string | undefined;
  /** In place of the target that the other lanes share. */
  target?: string | undefined;
  /** How its private server runs, in place of that of the other lanes. */
  server?: ServerInput | undefined;
  /** In place of the network that the other lanes share. */
  network?: NetworkPlan | undefined;
  /** What differs from the shared workload. */
  workload?: Record<string, unknown>;
}

export type DraftLanes = readonly DraftLane[];

/** Lanes that the page offers to have: more do not fit on a projector. */
export const lanesOnPage = 8;

/** The numbers in which a lane may differ on the page. */
export const laneFields = [
  'pipeline',
  'clients',
  'dataSize',
  'threads',
  'rttMs',
] as const satisfies FieldName[];
export type LaneField = (typeof laneFields)[number];

/** With the ids that the server will give them. */
export function withIds(lanes: readonly Omit<DraftLane, 'id'>[]): DraftLane[] {
  // Adding or removing a strategy may change the ids of the other lanes.
  const ids = laneIds(
    lanes.map(({ strategy, client, target, server }) => ({ strategy, client, target, server })),
  );
  return lanes.map((lane, index) => ({ ...lane, id: ids[index] ?? lane.strategy }));
}

/** The lane at `from` stands at `to`; the first is the baseline. */
export function moved(lanes: DraftLanes, from: number, to: number): DraftLanes {
  const lane = lanes[from];
  if (!lane || to < 0 || to >= lanes.length) return lanes;
  const others = lanes.filter((_, at) => at !== from);
  return withIds([...others.slice(0, to), lane, ...others.slice(to)]);
}

const changed = (lanes: DraftLanes, index: number, change: (lane: DraftLane) => DraftLane): DraftLanes =>
  lanes.map((lane, at) => (at === index ? change(lane) : lane));

/** Without a name of its own, a lane is called by its strategy. */
export const renamed = (lanes: DraftLanes, index: number, name: string): DraftLanes =>
  changed(lanes, index, ({ label: _label, ...lane }) => {
    const label = name.trim().slice(0, laneSettings.label.text.max);
    return label === '' ? lane : { ...lane, label };
  });

/** Another strategy, or another client library, is another lane: it keeps what was set for it, not its name. */
export const withStrategy = (
  lanes: DraftLanes,
  index: number,
  strategy: string,
  client: ClientId = defaultClient,
): DraftLanes =>
  withIds(
    changed(lanes, index, ({ label: _label, client: _client, ...lane }) => ({
      ...lane,
      strategy,
      ...(client === defaultClient ? {} : { client }),
    })),
  );

/** What is set for this lane; `undefined`: it is as the others. */
export function laneValue({ workload, network }: DraftLane, field: LaneField): number | undefined {
  const value = isNetworkField(field) ? network?.[field] : workload?.[field];
  return typeof value === 'number' ? value : undefined;
}

/** Sets a number for this lane alone; `null`: as the others. `shared`: what else its own network keeps. */
export const withLaneValue = (
  lanes: DraftLanes,
  index: number,
  field: LaneField,
  value: number | null,
  shared: NetworkPlan,
): DraftLanes =>
  changed(lanes, index, (lane) => {
    if (!isNetworkField(field)) return withOwn(lane, { [field]: value ?? undefined });
    const { network = shared, ...rest } = lane;
    return value === null ? rest : { ...rest, network: { ...network, [field]: value } };
  });

/** Another command for this lane alone, `custom` with its line; `null`: as the others. */
export const withLaneCommand = (
  lanes: DraftLanes,
  index: number,
  command: Workload['commands'][number] | null,
  line?: string,
): DraftLanes =>
  changed(lanes, index, (lane) =>
    withOwn(lane, {
      ...(command === null ? { commands: undefined, ratio: undefined } : { commands: [command], ratio: [1] }),
      customCommand: command === 'custom' ? line : undefined,
    }),
  );

/** As the others in everything. */
export const withoutDifferences = (lanes: DraftLanes, index: number): DraftLanes =>
  withIds(
    changed(
      lanes,
      index,
      ({ workload: _workload, network: _network, target: _target, server: _server, ...lane }) => lane,
    ),
  );

/** Another target for this lane alone; `null`: that of the others. Only the private server takes settings. */
export const withLaneTarget = (lanes: DraftLanes, index: number, target: string | null): DraftLanes =>
  withIds(
    changed(lanes, index, ({ target: _target, server, ...lane }) => ({
      ...lane,
      ...(target === null ? {} : { target }),
      ...(target === serverPlanTarget && server !== undefined ? { server } : {}),
    })),
  );

/** Another server program for this lane alone; `null`: the server of the others, which is `shared`. */
export const withLaneProgram = (
  lanes: DraftLanes,
  index: number,
  program: ServerProgram | null,
  shared: ServerInput = {},
): DraftLanes =>
  withIds(
    changed(lanes, index, ({ server, ...lane }) =>
      program === null ? lane : { ...lane, server: { ...(server ?? shared), program } },
    ),
  );

/** Servers of lanes follow that of the others from `was` to `is`, but for what they have of their own. */
export const followServer = (lanes: DraftLanes, was: ServerInput, is: ServerInput): DraftLanes =>
  withIds(
    lanes.map((lane) => {
      if (lane.server === undefined) return lane;
      const before: Record<string, unknown> = { ...defaultServer, ...was };
      const after: Record<string, unknown> = { ...defaultServer, ...is };
      const own = Object.entries({ ...defaultServer, ...lane.server }).filter(
        ([name, value]) => value !== before[name],
      );
      return { ...lane, server: { ...after, ...Object.fromEntries(own) } };
    }),
  );

function withOwn({ workload, ...lane }: DraftLane, change: Record<string, unknown>): DraftLane {
  const own = Object.entries({ ...workload, ...change }).filter(([, value]) => value !== undefined);
  return own.length === 0 ? lane : { ...lane, workload: Object.fromEntries(own) };
}

/** What is wrong, by field name as the server writes it. */
export function laneProblems(lanes: DraftLanes, messages: FieldWords): [string, string][] {
  return lanes.flatMap((lane, index) =>
    laneFields.flatMap((field): [string, string][] => {
      const value = laneValue(lane, field);
      const problem = value === undefined ? null : checkField(planFields[field], value, messages);
      return problem === null ? [] : [[lanePathOf(index, field), problem]];
    }),
  );
}

export const lanePathOf = (index: number, field: LaneField): string =>
  `lanes[${index}].${isNetworkField(field) ? 'network' : 'workload'}.${field}`;

/** `canBeSetUp`: whether that is so for the target of a lane without one of its own. */
export const laneInputs = (lanes: DraftLanes, canBeSetUp: boolean): PlanInput['lanes'] =>
  lanes.map(({ id: _id, server, ...lane }) => ({
    ...lane,
    ...(server && (canBeSetUp || lane.target === serverPlanTarget) ? { server } : {}),
  }));

export const adoptLane = ({ workload, ...lane }: LanePlan, shared: Workload): DraftLane =>
  withOwn(lane, ownWorkload({ workload }, shared));

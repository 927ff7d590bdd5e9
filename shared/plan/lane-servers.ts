import { serverPlanTarget, defaultServer } from '../contract/private-server.ts';

/** What a lane measures: a target and, of a private server, how it runs. */
interface NamedServer<Server> {
  target: string;
  server?: Server | undefined;
}

interface LaneWithServer<Server> {
  target?: string | undefined;
  server?: Server | undefined;
}

/** The target and the server settings of a lane: its own, else the plan's. */
export function serverOfLane<Server>(
  lane: LaneWithServer<Server>,
  plan: NamedServer<Server>,
): NamedServer<Server> {
  const target = lane.target ?? plan.target;
  const server = lane.server ?? (target === plan.target ? plan.server : undefined);
  return { target, ...(server === undefined ? {} : { server }) };
}

/** The same for lanes that share a server, whether or not the plan says what holds by default. */
export function serverKey<Server extends object>({ target, server }: NamedServer<Server>): string {
  if (target !== serverPlanTarget && server === undefined) return JSON.stringify([target]);
  const said = Object.entries(server ?? {}).filter(([, value]) => value !== undefined);
  const settings = Object.entries({ ...defaultServer, ...Object.fromEntries(said) });
  return JSON.stringify([target, settings.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

interface PlanWithServers<Server> extends NamedServer<Server> {
  lanes: readonly LaneWithServer<Server>[];
}

/** By lane, in the order of the plan. */
export const laneServerKeys = <Server extends object>(plan: PlanWithServers<Server>): string[] =>
  plan.lanes.map((lane) => serverKey(serverOfLane(lane, plan)));

/** Whether the lanes of a plan measure more than one server. */
export const hasSeveralServers = <Server extends object>(plan: PlanWithServers<Server>): boolean =>
  new Set(laneServerKeys(plan)).size > 1;

/** The server that a plan is about: its own, or where every lane has another, that of a lane. */
export function measuredServer<Server extends object>(plan: PlanWithServers<Server>): NamedServer<Server> {
  // A lane without a target has that of the plan, which then stays.
  const lane = plan.lanes.find(({ target }) => target === undefined) ?? plan.lanes[0];
  const own: NamedServer<Server> = { target: plan.target, server: plan.server };
  return lane && !laneServerKeys(plan).includes(serverKey(own)) ? serverOfLane(lane, plan) : own;
}

/** Ids of the targets that lanes name beside that of the plan and the private server, which is started for a run. */
export const otherTargets = ({
  target: ofPlan,
  lanes,
}: Omit<PlanWithServers<unknown>, 'server'>): string[] => [
  ...new Set(
    lanes.flatMap(({ target = ofPlan }) => (target === ofPlan || target === serverPlanTarget ? [] : target)),
  ),
];

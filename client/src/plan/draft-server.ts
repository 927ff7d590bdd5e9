import { serverPlanTarget, defaultServer } from '../../../shared/contract/private-server.ts';
import type { ServerPlan } from '../../../shared/contract/plan.ts';

/** What a draft says of the private server; Infinity: as much memory as it takes by default. */
export type DraftServer = Omit<ServerPlan, 'maxMemoryBytes'> & { maxMemoryBytes: number };

export const draftServer = ({
  maxMemoryBytes = Infinity,
  ...others
}: ServerPlan = defaultServer): DraftServer => ({
  ...others,
  maxMemoryBytes,
});

/** The plan's part; `undefined` for a server as it is by default. */
export function serverPlan({ maxMemoryBytes, ...others }: DraftServer): ServerPlan | undefined {
  const plan = { ...others, ...(maxMemoryBytes === Infinity ? {} : { maxMemoryBytes }) };
  const usual: ServerPlan = defaultServer;
  const isUsual = Object.entries(plan).every(([name, value]) => value === usual[name as keyof ServerPlan]);
  return isUsual ? undefined : plan;
}

/** Whether this is the target that a plan may set up. */
export const canBeSetUp = (target: string | undefined): boolean =>
  target === undefined || target === serverPlanTarget;

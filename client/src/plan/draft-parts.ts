import { serverPlanTarget } from '../../../shared/contract/private-server.ts';
import type { NetworkPlan, ServerPlan } from '../../../shared/contract/plan.ts';
import { nonDefault, planDefaults } from '../../../shared/plan/defaults.ts';
import { networkFields } from './plan-fields.ts';

/** A part of a plan as sliders hold it: Infinity where the plan says nothing. */
type Drafted<Part, Name extends keyof Part> = Omit<Part, Name> & Record<Name, number>;
export type DraftNetwork = Drafted<NetworkPlan, 'bandwidthMbit' | 'cutEveryMs'>;
export type DraftServer = Drafted<ServerPlan, 'maxMemoryBytes'>;

const said = (draft: object): object =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== Infinity));

export const draftNetwork = (
  { bandwidthMbit = Infinity, cutEveryMs = Infinity, ...network }: NetworkPlan = planDefaults.network,
): DraftNetwork => ({ ...network, bandwidthMbit, cutEveryMs });

/** Nothing in between. */
export const directNetwork = draftNetwork();

export const networkPlan = (draft: DraftNetwork): NetworkPlan => said(draft) as NetworkPlan;

export const isDirect = (network: DraftNetwork): boolean =>
  network.by !== 'kernel' && networkFields.every((name) => network[name] === directNetwork[name]);

export const draftServer = (
  { maxMemoryBytes = Infinity, ...server }: ServerPlan = planDefaults.server,
): DraftServer => ({ ...server, maxMemoryBytes });

/** The plan's part; `undefined` for a server as it is by default. */
export function serverPlan(draft: DraftServer): ServerPlan | undefined {
  const plan = said(draft) as ServerPlan;
  return nonDefault(plan, planDefaults.server).length > 0 ? plan : undefined;
}

/** Whether this is the target that a plan may set up. */
export const canBeSetUp = (target: string | undefined): boolean =>
  target === undefined || target === serverPlanTarget;

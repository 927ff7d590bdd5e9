import type { NetworkPlan } from '../../../shared/contract/plan.ts';
import { networkFields, type NetworkField } from './plan-fields.ts';

/** Infinity: no limit to the bandwidth. */
export type DraftNetwork = Record<NetworkField, number>;

/** Nothing in between. */
export const direct: DraftNetwork = { rttMs: 0, jitterMs: 0, bandwidthMbit: Infinity };

export const draftNetwork = ({ rttMs, jitterMs, bandwidthMbit }: NetworkPlan = direct): DraftNetwork => ({
  rttMs,
  jitterMs,
  bandwidthMbit: bandwidthMbit ?? direct.bandwidthMbit,
});

export const networkPlan = ({ rttMs, jitterMs, bandwidthMbit }: DraftNetwork): NetworkPlan => ({
  rttMs,
  jitterMs,
  ...(bandwidthMbit === Infinity ? {} : { bandwidthMbit }),
});

export const isDirect = (network: DraftNetwork): boolean =>
  networkFields.every((name) => network[name] === direct[name]);

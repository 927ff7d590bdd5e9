import type { NetworkPlan } from '../../../shared/contract/plan.ts';
import { networkFields, type NetworkField } from './plan-fields.ts';

/** Infinity: no limit to the bandwidth. */
export type DraftNetwork = Record<NetworkField, number> & Pick<NetworkPlan, 'by'>;

/** Nothing in between. */
export const direct: DraftNetwork = { rttMs: 0, jitterMs: 0, bandwidthMbit: Infinity };

export const draftNetwork = ({ rttMs, jitterMs, bandwidthMbit, by }: NetworkPlan = direct): DraftNetwork => ({
  rttMs,
  jitterMs,
  bandwidthMbit: bandwidthMbit ?? direct.bandwidthMbit,
  ...(by && { by }),
});

export const networkPlan = ({ rttMs, jitterMs, bandwidthMbit, by }: DraftNetwork): NetworkPlan => ({
  rttMs,
  jitterMs,
  ...(bandwidthMbit === Infinity ? {} : { bandwidthMbit }),
  ...(by && { by }),
});

export const isDirect = (network: DraftNetwork): boolean =>
  network.by !== 'kernel' && networkFields.every((name) => network[name] === direct[name]);

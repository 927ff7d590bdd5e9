import type { Result } from '../contract/result.ts';
import type { Plan } from '../contract/plan.ts';
import { ownWorkload } from '../plan/lane-differences.ts';
import { english } from './en/index.ts';
import { formatRate } from './format.ts';
import { settingsInWords } from './settings.ts';
import { counted, workloadInWords } from './workload.ts';

type Lane = Plan['lanes'][number];

const setting = {
  ...english.setting,
  pipeline: (count: number) => `batch size ${count}`,
  clients: (count: number) => counted(count, 'connection'),
  rps: (rate: number) => `${formatRate(rate)}/s asked for`,
};

/** In what a lane differs from what the plan says for all: `5 connections, batch size 64`; empty: in nothing. */
export const ownSettings = (lane: Lane, plan: Plan): string =>
  settingsInWords(
    { workload: ownWorkload(lane, plan.workload), network: lane.network },
    { words: { ...english, setting } },
    ':',
  );

/** Ids of the lanes that have settings of their own. */
export const overridingLanes = (plan: Plan): string[] =>
  plan.lanes.filter((lane) => ownSettings(lane, plan) !== '').map(({ id }) => id);

/** What a run sent, and which lanes had settings of their own. */
export function sentInWords(result: Pick<Result, 'plan' | 'tunings'>): string {
  const others = overridingLanes(result.plan);
  return workloadInWords(result) + (others.length === 0 ? '' : ` · other settings in ${others.join(', ')}`);
}

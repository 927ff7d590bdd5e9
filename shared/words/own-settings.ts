import type { Result } from '../contract/result.ts';
import type { Plan } from '../contract/plan.ts';
import type { Workload } from '../contract/workload.ts';
import { formatBytes, formatRate } from './format.ts';
import { describeNetwork } from './network.ts';
import { counted, workloadInWords, workloadName } from './workload.ts';

type Lane = Plan['lanes'][number];

/** Fields of a workload that other fields say as well. */
const said: readonly (keyof Workload)[] = ['ratio', 'customCommand'];

const inWords: { [Field in keyof Workload]?: (workload: Workload) => string } = {
  commands: workloadName,
  dataSize: ({ dataSize }) => formatBytes(dataSize),
  clients: ({ clients }) => counted(clients, 'connection'),
  threads: ({ threads }) => counted(threads, 'thread'),
  pipeline: ({ pipeline }) => `batch size ${pipeline}`,
  rps: ({ rps }) => (rps === undefined ? 'no rate asked for' : `${formatRate(rps)}/s asked for`),
};

/** In what a lane differs from what the plan says for all: `5 connections, batch size 64`; empty: in nothing. */
export function ownSettings({ workload, network }: Lane, plan: Plan): string {
  const fields = (Object.keys(workload) as (keyof Workload)[]).filter(
    (field) =>
      !said.includes(field) && JSON.stringify(workload[field]) !== JSON.stringify(plan.workload[field]),
  );
  return [
    ...fields.map((field) => inWords[field]?.(workload) ?? `${field} ${JSON.stringify(workload[field])}`),
    ...(network === undefined ? [] : [describeNetwork(network)]),
  ].join(', ');
}

/** Ids of the lanes that have settings of their own. */
export const overridingLanes = (plan: Plan): string[] =>
  plan.lanes.filter((lane) => ownSettings(lane, plan) !== '').map(({ id }) => id);

/** What a run sent, and which lanes had settings of their own. */
export function sentInWords(result: Pick<Result, 'plan' | 'tunings'>): string {
  const others = overridingLanes(result.plan);
  return workloadInWords(result) + (others.length === 0 ? '' : ` · other settings in ${others.join(', ')}`);
}

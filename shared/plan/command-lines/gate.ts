import { laneIds } from '../lane-ids.ts';
import type { PlanInput } from '../../contract/plan.ts';
import { shellLine } from './words.ts';

/** What makes a gate of the plan's `bench` line, as an example: a second lane is to be twice as fast as the first. */
export function gateOption({ lanes }: Pick<PlanInput, 'lanes'>): string {
  const [first = '', second] = laneIds(lanes);
  return shellLine('--assert', [
    second === undefined ? `${first}.p99 < 5ms` : `${second}.throughput / ${first}.throughput >= 2`,
  ]);
}

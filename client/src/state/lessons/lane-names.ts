import type { ToldLane } from '../../../../shared/told-lanes.ts';
import { describeDifferences } from '../describe-differences.ts';

/** Names that tell the lanes of a step apart: "Raw socket, batch 3". Where words do not, their ids do. */
export function laneNames(lanes: readonly ToldLane[], strategyName: (strategy: string) => string): string[] {
  const names = lanes.map(
    ({ strategy, label, own }) =>
      label ??
      [strategyName(strategy), describeDifferences({ workload: own })]
        .filter((part) => part !== '')
        .join(', '),
  );
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : (lanes[index]?.id.replaceAll('-', ' ') ?? name),
  );
}

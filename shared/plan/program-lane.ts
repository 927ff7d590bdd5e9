/** The strategy of a lane that is code of the user: a function, or a program. */
export const programStrategy = 'function';

/** Whether a lane is code of the user. Without a file it is nothing that could be run. */
export const isProgram = ({ strategy, file }: { strategy: string; file?: string | undefined }): boolean =>
  strategy === programStrategy && file !== undefined;

/** Whether what a lane counts are units: of code of the user, or written ones. */
export const countsUnits = (
  lane: { strategy: string; file?: string | undefined },
  { written }: { written?: unknown },
): boolean => written !== undefined || isProgram(lane);

/** What rates of a run count, as `FigureWords` call it; `mixedRate`: it differs by lane. */
export type RateName = 'rate' | 'unitRate' | 'mixedRate';

/** What the rate of a lane counts. */
export const rateOfLane = (...of: Parameters<typeof countsUnits>): Exclude<RateName, 'mixedRate'> =>
  countsUnits(...of) ? 'unitRate' : 'rate';

interface CountingPlan {
  lanes: readonly Parameters<typeof countsUnits>[0][];
  written?: unknown;
}

/** What the rates of all lanes count. */
export function rateOfLanes(plan: CountingPlan): RateName {
  const [first = 'rate', ...others] = new Set(plan.lanes.map((lane) => rateOfLane(lane, plan)));
  return others.length === 0 ? first : 'mixedRate';
}

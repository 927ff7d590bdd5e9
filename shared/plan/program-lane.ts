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

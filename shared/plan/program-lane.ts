/** The strategy of a lane that is code of the user: a function, or a program. */
export const programStrategy = 'function';

/** Whether a lane is code of the user. Without a file it is nothing that could be run. */
export const isProgram = ({ strategy, file }: { strategy: string; file?: string | undefined }): boolean =>
  strategy === programStrategy && file !== undefined;

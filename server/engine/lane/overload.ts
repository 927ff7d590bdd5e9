const begins = 'the backlog passed ';

/** Why a lane of an open loop gives up. */
export const overloaded = (most: number): string =>
  `${begins}${most} commands: the lane cannot keep up with the requested rate`;

/** Whether that is why it ended. */
export const isOverload = (fatal: string): boolean => fatal.startsWith(begins);

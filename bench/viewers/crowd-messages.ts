/** To the process of the viewers. */
export type ToCrowd =
  | { type: 'join'; viewers: number }
  | { type: 'leave' }
  /** What each has received since it joined. */
  | { type: 'report' };

export type FromCrowd =
  | { type: 'ready' }
  | { type: 'joined' }
  | { type: 'left' }
  /** For each viewer the ids of the runs whose start, and whose end, it received. */
  | { type: 'report'; received: { starts: string[]; ends: string[]; ticks: number }[] };

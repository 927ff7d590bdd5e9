import type { Doubt } from '../contract/doubt.ts';
import type { Numbers } from './numbers.ts';

type Failed = NonNullable<Extract<Doubt['finding'], { code: 'lane-failed' }>['lanes']>[number];
export type Refused = NonNullable<Failed['refused']>;

/** `ERR value is not an integer (3,054 times)`; several with commas. `times` says a count. */
export const repliesInWords = (
  { replies }: Refused,
  numbers: Numbers,
  times: (count: number) => string,
): string => numbers.list(replies.map((one) => `${one.text.replace(/\.$/, '')} (${times(one.times)})`));

/** Lanes of which the same is said, together: what it is, and their names. */
export function toldTogether(
  lanes: readonly Failed[],
  /** What most commands of a lane failed with, in the reader's language. */
  ofRefused: (refused: Refused) => string,
): { message: string; names: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const { lane, message, refused } of lanes) {
    const text = (refused ? ofRefused(refused) : message).replace(/\.$/, '');
    groups.set(text, [...(groups.get(text) ?? []), lane]);
  }
  return [...groups].map(([message, names]) => ({ message, names }));
}

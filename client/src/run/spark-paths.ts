import type { LaneTurn } from './turns.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/**
 * A line through the rates of turns, in a square of 100 from its top left corner, with 0 at its lower edge: all of it,
 * and the part of it that counts. `places`: turns for which there is room.
 */
export function sparkPaths(
  turns: readonly Pick<LaneTurn, 'rate' | 'notCounted'>[],
  places: number,
): { all: string; counted: string } {
  const most = largest(
    turns.map(({ rate }) => rate),
    Number.MIN_VALUE,
  );
  const points = turns.map(
    ({ rate }, place) => `${shortest((100 * place) / (places - 1))} ${shortest(100 - (96 * rate) / most)}`,
  );
  let counted = '';
  turns.forEach(({ notCounted }, place) => {
    if (notCounted !== null) return;
    const before = turns[place - 1];
    counted += `${before?.notCounted === null ? 'L' : 'M'}${points[place]}`;
  });
  // A line of no length is a dot.
  const [first] = points;
  return { all: first === undefined ? '' : `M${first}L${points.join('L')}`, counted };
}

const shortest = (value: number) => Number(value.toFixed(1));

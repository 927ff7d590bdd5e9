import { studentTail } from './student-t.ts';

/** Student's t that chance passes so often, in either direction; `freedom`: a whole number from 1. */
export function studentPoint(chance: number, freedom: number): number {
  const name = `${chance} ${freedom}`;
  const known = points.get(name) ?? findPoint(chance, freedom);
  points.set(name, known);
  return known;
}

/** They are asked for again and again. */
const points = new Map<string, number>();

function findPoint(chance: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (studentTail(high, freedom) > chance) high *= 2;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (studentTail(middle, freedom) > chance) low = middle;
    else high = middle;
  }
  return high;
}

import { types } from 'node:util';
import { countIn, visitInside } from './own-data.ts';

/** Beyond so many elements, their bytes are taken for as many as those before have. */
const mostLooked = 200;
/** The length of a name or a number tells it apart from others; a replay needs no such detail. */
const step = 16;

export const roughly = (bytes: number): number => Math.ceil(bytes / step) * step;

/** The number of values that a command takes or gives, and about how many bytes they have. `others`: values that are not here. */
export function sizeOf(value: unknown, others = 0): [count: number, bytes: number] {
  if (value === null || value === undefined) return [others, 0];
  if (typeof value !== 'object' || types.isUint8Array(value)) return [1 + others, roughly(bytesOf(value))];
  const count = countIn(value);
  let bytes = 0;
  visitInside(value, mostLooked, (one, isKey) => {
    if (!isKey) bytes += bytesOf(one);
  });
  return [count + others, count === 0 ? 0 : roughly((bytes * count) / Math.min(count, mostLooked))];
}

/** A nested value counts as nothing: it is none that a replay writes. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string' || types.isUint8Array(value)) return value.length;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value).length : 0;
}

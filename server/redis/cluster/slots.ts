export const slotCount = 16_384;

/** Of several masters: the first and last slot of each, as even as can be. */
export const slotRanges = (masters: number): [number, number][] =>
  Array.from({ length: masters }, (_, index) => [
    Math.floor((index * slotCount) / masters),
    Math.floor(((index + 1) * slotCount) / masters) - 1,
  ]);

export const slotsBetween = ([first, last]: readonly [number, number]): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

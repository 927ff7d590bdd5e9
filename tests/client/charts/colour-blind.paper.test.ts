import { describe, expect, test } from 'vitest';
import { tokenColour } from '../../support/tokens.ts';

type Triple = readonly [number, number, number];

/** Dichromacy as a matrix on linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.0. */
const eyes: Record<string, readonly [Triple, Triple, Triple]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const dot = (a: Triple, b: Triple) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** CIE L*a*b* under D65. */
function lab(colour: Triple): Triple {
  const curve = (share: number) => (share > 0.008856 ? Math.cbrt(share) : 7.787 * share + 16 / 116);
  const x = curve(dot([0.4124, 0.3576, 0.1805], colour) / 0.9505);
  const y = curve(dot([0.2126, 0.7152, 0.0722], colour));
  const z = curve(dot([0.0193, 0.1192, 0.9505], colour) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** The two lanes of the first six that look most alike, and how far apart they are (CIE 1976). */
function closest(theme: 'light' | 'dark', matrix: readonly [Triple, Triple, Triple]): number {
  const clamp = (share: number) => Math.min(1, Math.max(0, share));
  const seen = Array.from({ length: 6 }, (_, index) => {
    const colour = tokenColour(`lane-${index + 1}`, theme);
    return lab([clamp(dot(matrix[0], colour)), clamp(dot(matrix[1], colour)), clamp(dot(matrix[2], colour))]);
  });
  const distances = seen.flatMap((one, index) =>
    seen.slice(index + 1).map((other) => Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])),
  );
  return Math.min(...distances);
}

describe.each(['light', 'dark'] as const)('In the %s theme', (theme) => {
  test.each(Object.entries(eyes))('the first six lanes stay apart under %s', (_, matrix) => {
    // A difference of 2.3 is just noticed side by side; lines across a room want several times that.
    expect(closest(theme, matrix)).toBeGreaterThanOrEqual(10);
  });
});

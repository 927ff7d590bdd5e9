import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  add,
  bucketCount,
  bucketOf,
  emptyCounts,
  summarise,
} from '../../../server/engine/latency/histogram.ts';
import { fillFromSparse, packSparse, toSparse, unpackSparse } from '../../../server/engine/latency/sparse.ts';

const latenciesOfShares = fc.array(
  fc.array(fc.double({ min: 0, max: 1e8, noNaN: true }), { maxLength: 60 }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

function histogramOf(micros: readonly number[]): Uint32Array {
  const counts = new Uint32Array(bucketCount);
  for (const one of micros) counts[bucketOf(one)] = (counts[bucketOf(one)] ?? 0) + 1;
  return counts;
}

function received(counts: Uint32Array): Uint32Array {
  const arrived = new Uint32Array(bucketCount).fill(7);
  fillFromSparse(arrived, unpackSparse(packSparse(toSparse(counts))));
  return arrived;
}

test('histograms that travel and are merged equal the histogram of all, in whatever order they arrive', () => {
  fc.assert(
    fc.property(latenciesOfShares, fc.boolean(), (shares, turned) => {
      const merged = emptyCounts();
      for (const one of turned ? shares.toReversed() : shares) add(merged, received(histogramOf(one)));
      const ofAll = histogramOf(shares.flat());
      const differing = ofAll.findIndex((count, place) => count !== merged[place]);
      expect(differing).toBe(-1);
      expect(summarise(merged)).toEqual(summarise(ofAll));
    }),
    { numRuns: 50 },
  );
});

test('counts up to 32 bits arrive as they were', () => {
  const counts = new Uint32Array(bucketCount);
  counts[0] = 1;
  counts[130] = 0xffffffff;
  counts[bucketCount - 1] = 128;
  expect(received(counts)).toEqual(counts);
});

test('a text that is no histogram is refused', () => {
  expect(() => unpackSparse(Buffer.from([0x01]).toString('base64'))).toThrow('cut off');
  expect(() => unpackSparse(Buffer.from([0x01, 0x80]).toString('base64'))).toThrow('cut off');
  expect(() => unpackSparse(Buffer.from([1, 0xff, 0xff, 0xff, 0xff, 0xff, 1]).toString('base64'))).toThrow(
    '32 bits',
  );
});

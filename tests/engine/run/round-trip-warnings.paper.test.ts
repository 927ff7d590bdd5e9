import { describe, expect, test } from 'vitest';
import { roundTripRose, roundTripsDiffer } from '../../../server/engine/run/lane-warnings.ts';

/** PINGs that scatter by a tenth to both sides. */
const pings = (medianMs: number, count = 20) =>
  Array.from({ length: count }, (_, index) => medianMs * (0.9 + (0.2 * index) / (count - 1)));

describe('a lane whose round trip', () => {
  test('was longer while it ran than before has a warning with both medians', () => {
    const warning = roundTripRose(pings(1, 300), pings(2));
    expect(warning).toMatchObject({ code: 'round-trip-rose' });
    expect(warning?.beforeMs).toBeCloseTo(1, 5);
    expect(warning?.duringMs).toBeCloseTo(2, 5);
  });

  test.each([
    { what: 'was longer by less than 30 %', before: pings(1), during: pings(1.25) },
    { what: 'was longer by no more than it scatters', before: pings(1), during: pings(1.35) },
    { what: 'was timed too seldom', before: pings(1), during: pings(9, 5) },
    { what: 'was not timed', before: pings(1), during: [] },
    { what: 'was shorter', before: pings(9), during: pings(1) },
  ])('$what has none', ({ before, during }) => {
    expect(roundTripRose(before, during)).toBeNull();
  });
});

describe('lanes', () => {
  const lane = (id: string, medianMs: number, network = 'shared') => ({
    id,
    network,
    roundTripsMs: pings(medianMs),
  });

  test('that had different round trips are named: those furthest apart', () => {
    const warning = roundTripsDiffer([lane('a', 2), lane('b', 3), lane('c', 1), lane('d', 1.1)]);
    expect(warning).toMatchObject({ code: 'round-trips-differ', shortest: 'c', longest: 'b' });
    expect(warning?.shortestMs).toBeCloseTo(1, 5);
    expect(warning?.longestMs).toBeCloseTo(3, 5);
  });

  test('that were within 20 %, or have networks of their own, or were not timed, are not', () => {
    expect(roundTripsDiffer([lane('a', 1), lane('b', 1.15)])).toBeNull();
    expect(roundTripsDiffer([lane('a', 1, '1 ms'), lane('b', 5, '5 ms')])).toBeNull();
    expect(roundTripsDiffer([lane('a', 1), { ...lane('b', 5), roundTripsMs: [] }])).toBeNull();
  });
});

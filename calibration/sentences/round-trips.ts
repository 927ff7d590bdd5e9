import { roundTripRose, roundTripsDiffer } from '../../server/engine/run/lane-warnings.ts';
import type { Draw } from '../draw.ts';
import { falseCase, foundCase, type Sentence } from '../sentence.ts';

/** PINGs over a network, one after the other. */
interface Pings {
  medianMs: number;
  count: number;
  cv: number;
  /** Of a PING with the next: what slows one is often still there. */
  correlation?: number;
  heavyTails?: boolean;
}

function pingsOf({ medianMs, count, cv, correlation = 0, heavyTails = false }: Pings, draw: Draw): number[] {
  const normal = () => (heavyTails ? draw.heavyTailed() : draw.normal());
  let state = normal();
  return Array.from({ length: count }, () => {
    state = correlation * state + Math.sqrt(1 - correlation ** 2) * normal();
    return medianMs * Math.exp(cv * state);
  });
}

/** The PINGs of a run: those before it in a row, and one in each of 16 turns of a lane. */
const rises = (
  times: number,
  how: Omit<Pings, 'medianMs' | 'count'>,
  counts: [number, number] = [20, 16],
) => {
  const [before, during] = counts;
  return (draw: Draw) =>
    roundTripRose(
      pingsOf({ medianMs: 5, count: before, ...how }, draw),
      pingsOf({ medianMs: 5 * times, count: during, ...how }, draw),
    ) !== null;
};

const differ =
  (times: readonly number[], how: Omit<Pings, 'medianMs' | 'count'>, count = 20) =>
  (draw: Draw) =>
    roundTripsDiffer(
      times.map((one, lane) => ({
        id: `lane-${lane}`,
        network: 'shared',
        roundTripsMs: pingsOf({ medianMs: 5 * one, count, ...how }, draw),
      })),
    ) !== null;

const ways = [
  ['CV 10 %', { cv: 0.1 }],
  ['CV 50 %', { cv: 0.5 }],
  ['CV 30 %, correlated by 0.3', { cv: 0.3, correlation: 0.3 }],
  ['CV 30 %, heavy-tailed', { cv: 0.3, heavyTails: true }],
] as const;

export const roundTripLonger: Sentence = {
  name: 'the round trip was longer while a lane ran: over 1.3 times that before',
  falseWhen: 'the true median is at most 1.3 times that before',
  cases: [
    ...ways.map(([name, how]) => falseCase(`1.3 times, ${name}`, rises(1.3, how))),
    falseCase('1.3 times, 7 PINGs before and 16 during, CV 30 %', rises(1.3, { cv: 0.3 }, [7, 16])),
    falseCase('1.3 times, 10 PINGs before and 8 during, CV 30 %', rises(1.3, { cv: 0.3 }, [10, 8])),
    falseCase('1.3 times, 200 PINGs each, CV 30 %, correlated by 0.3', rises(1.3, ways[2][1], [200, 200])),
    foundCase('1.6 times, CV 10 %', 0.85, rises(1.6, { cv: 0.1 })),
    foundCase('twice as long, CV 30 %', 0.4, rises(2, { cv: 0.3 })),
    foundCase('three times as long, CV 30 %', 0.9, rises(3, { cv: 0.3 })),
    foundCase('five times, 10 PINGs before and 8 during, CV 30 %', 0.9, rises(5, { cv: 0.3 }, [10, 8])),
  ],
};

export const roundTripsApart: Sentence = {
  name: 'lanes had different round trips: over 20 % apart',
  falseWhen: 'the true medians of all lanes are within 20 %',
  cases: [
    ...ways.map(([name, how]) =>
      falseCase(`4 lanes, 2 of them 20 % apart, ${name}`, differ([1, 1, 1.2, 1.2], how)),
    ),
    falseCase('2 lanes, 20 % apart, CV 30 %', differ([1, 1.2], { cv: 0.3 })),
    falseCase('8 lanes, all alike, CV 50 %', differ([1, 1, 1, 1, 1, 1, 1, 1], { cv: 0.5 })),
    foundCase('4 lanes, one at 1.6 times, CV 10 %', 0.9, differ([1, 1, 1, 1.6], { cv: 0.1 })),
    foundCase('2 lanes, one at twice, CV 30 %', 0.9, differ([1, 2], { cv: 0.3 })),
  ],
};

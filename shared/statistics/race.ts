import { largest, smallest } from './extremes.ts';

/** Sizes of the job that a race may have, in commands or units. */
export const raceCounts = [1000, 10_000, 100_000, 1_000_000] as const;

/** Seconds on the screen for each second of the job; 1 is real time. */
export const raceStretches = [10, 1, 0.1] as const;

/** A job, and how much its time is stretched when it is drawn. */
export interface RaceSetting {
  count: number;
  stretch: number;
}

/** The time that each lane takes for one job. */
export interface Race {
  /** By lane; `null`: it has no rate. */
  timesMs: readonly (number | null)[];
  firstMs: number;
  lastMs: number;
}

/** A race of `count` commands at these rates, commands/s. Its times are 0 where no lane has a rate. */
export function raceOf(rates: readonly (number | null)[], count: number): Race {
  const timesMs = rates.map((rate) => (rate !== null && rate > 0 ? (1000 * count) / rate : null));
  const known = timesMs.filter((ms) => ms !== null);
  return known.length === 0
    ? { timesMs, firstMs: 0, lastMs: 0 }
    : { timesMs, firstMs: smallest(known), lastMs: largest(known) };
}

/** The part of its job that a lane has done at this moment, 0 to 1. */
export const raceShare = (timeMs: number, atMs: number): number => Math.min(1, Math.max(0, atMs / timeMs));

/** The slowest lane is to take about this long on the screen. */
const watchedMs = 4000;
/** Real time is kept as long as the slowest lane takes between these. */
const [leastMs, mostMs] = [1000, 20_000];

/** The job that is good to watch: the slowest lane takes a few seconds, in real time where a job of these sizes does. */
export function usualRace(rates: readonly (number | null)[]): RaceSetting {
  const shownMs = ({ count, stretch }: RaceSetting) => raceOf(rates, count).lastMs * stretch;
  const nearest = (settings: readonly RaceSetting[]): RaceSetting =>
    settings.reduce((best, one) => (farness(shownMs(one)) < farness(shownMs(best)) ? one : best));
  const inRealTime = nearest(raceCounts.map((count) => ({ count, stretch: 1 })));
  const takesMs = shownMs(inRealTime);
  if (takesMs >= leastMs && takesMs <= mostMs) return inRealTime;
  return nearest([inRealTime, ...raceStretches.map((stretch) => ({ ...inRealTime, stretch }))]);
}

const farness = (ms: number): number => Math.abs(Math.log(ms / watchedMs));

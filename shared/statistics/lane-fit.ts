import { locateMiddle } from './location.ts';
import { pairedLogs } from './paired-ratio.ts';
import { mean, median } from './statistics.ts';

/** What a lane measured, commands per second, by round; `starts`: how many rounds each of its starts has. */
export interface LaneSlices {
  slices: readonly number[];
  starts?: readonly number[] | undefined;
}

/**
 * The rate of each lane, commands per second, from one fit of lane and round effects over all of them: a round that
 * is slow for every lane does not move one against another, and a few odd slices hardly do. The contrast of two lanes
 * is the mean, over all lanes, of what Hodges and Lehmann's estimates of the paired rounds say of both; with two lanes
 * it is that estimate itself. So contrasts add up: ratios of rates multiply (Lehmann 1964, "Asymptotically
 * nonparametric inference in some linear models with one observation per cell"). The level of all rates is that of
 * the medians. A lane that did nothing in half of its rounds is left out of the fit and keeps its median; NaN for a
 * lane without slices.
 */
export function fitRates(lanes: readonly LaneSlices[]): number[] {
  const medians = lanes.map(({ slices }) => median(slices));
  const fitted = lanes.flatMap((_, lane) => ((medians[lane] ?? 0) > 0 ? [lane] : []));
  const contrast = (one: number, other: number): number => {
    const [ours, theirs] = [lanes[one], lanes[other]];
    const { middle } = locateMiddle(
      pairedLogs(ours?.slices ?? [], theirs?.slices ?? [], ours?.starts).values,
    );
    return Number.isNaN(middle) ? Math.log((medians[one] ?? NaN) / (medians[other] ?? NaN)) : middle;
  };
  const contrasts = new Map<string, number>();
  for (const one of fitted)
    for (const other of fitted) {
      if (one >= other) continue;
      const value = contrast(one, other);
      contrasts.set(`${one} ${other}`, value).set(`${other} ${one}`, -value);
    }
  const effects = new Map(
    fitted.map((one) => [one, mean(fitted.map((other) => contrasts.get(`${one} ${other}`) ?? 0))]),
  );
  const level = median(fitted.map((lane) => Math.log(medians[lane] ?? NaN) - (effects.get(lane) ?? 0)));
  return medians.map((own, lane) => {
    const effect = effects.get(lane);
    return effect === undefined ? own : Math.exp(level + effect);
  });
}

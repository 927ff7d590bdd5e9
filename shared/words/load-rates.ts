import { searchLimits } from '../settings/search.ts';
import { workloadSettings } from '../settings/workload.ts';
import { countUnits, readQuantity } from '../settings/units.ts';

/** What is wrong with rates that somebody has typed: what they must be, without the rates. */
export class LoadRatesInvalid extends Error {
  override readonly name = 'LoadRatesInvalid';
}

/** So many digits of a rate between both ends are kept. */
const digits = 2;

/**
 * Whole rates at equal ratios from one to the other, as far as whole ones go, commands per second; those between are
 * round numbers. Throws LoadRatesInvalid where there are not so many.
 */
export function spacedRates(low: number, high: number, points: number): number[] {
  if (high - low + 1 < points)
    throw new LoadRatesInvalid(`must have room for ${points} whole rates: ${low} to ${high} has less`);
  const rates: number[] = [];
  for (let place = 0; place < points; place++) {
    const exact = low * (high / low) ** (place / (points - 1));
    const round = place === 0 || place === points - 1 ? exact : Number(exact.toPrecision(digits));
    const least = (rates.at(-1) ?? low - 1) + 1;
    const most = high - (points - 1 - place);
    rates.push(Math.min(most, Math.max(least, Math.round(round))));
  }
  return rates;
}

/**
 * Rates in words, from low to high: `1k..100k`, `1k..100k:12` for another number of points, `1k,5k,20k`. Throws
 * LoadRatesInvalid.
 */
export function readLoadRates(text: string): number[] {
  const [, low, high, points] = /^(.*?)\.\.(.*?)(?::(.*))?$/.exec(text.trim()) ?? [];
  if (low === undefined || high === undefined) return readList(text);
  const [from, to] = [readRate(low), readRate(high)];
  if (from >= to)
    throw new LoadRatesInvalid(
      `must go from the lower rate to the higher one, as in ${high.trim()}..${low.trim()}`,
    );
  return spacedRates(
    from,
    to,
    points === undefined ? Math.min(searchLimits.loadPoints.default, to - from + 1) : readPoints(points),
  );
}

function readList(text: string): number[] {
  const rates = text.split(',').map(readRate);
  const twice = rates.find((rate, index) => rates.indexOf(rate) !== index);
  if (twice !== undefined) throw new LoadRatesInvalid(`must name each rate once, and has ${twice} twice`);
  if (rates.length < searchLimits.loadPoints.min)
    throw new LoadRatesInvalid(
      'must be a range such as 1k..100k, or several rates such as 1k,5k,20k; one rate is --rps',
    );
  if (rates.length > searchLimits.loadPoints.max)
    throw new LoadRatesInvalid(
      `must have at most ${searchLimits.loadPoints.max} rates, and has ${rates.length}`,
    );
  return rates.sort((a, b) => a - b);
}

function readRate(text: string): number {
  const rate = readQuantity(text, countUnits);
  if (rate === null)
    throw new LoadRatesInvalid(
      `must be a range such as 1k..100k or 1k..100k:12, or rates such as 1k,5k,20k: "${text.trim()}" is no rate`,
    );
  const { min, max } = workloadSettings.rps.whole;
  if (!Number.isInteger(rate) || rate < min || rate > max)
    throw new LoadRatesInvalid(
      `must have whole rates from ${min} to ${max} commands/s: ${text.trim()} is none`,
    );
  return rate;
}

function readPoints(text: string): number {
  const points = /^\d+$/.test(text.trim()) ? Number(text) : NaN;
  const { min, max } = searchLimits.loadPoints;
  if (!(points >= min && points <= max))
    throw new LoadRatesInvalid(`must have ${min} to ${max} rates behind the colon, not "${text.trim()}"`);
  return points;
}

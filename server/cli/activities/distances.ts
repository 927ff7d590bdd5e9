import { distanceCount } from '../../../shared/limits.ts';
import { readList } from '../../../shared/settings/notation.ts';
import { distanceSweep } from '../../../shared/sweep/distances.ts';
import { assertSeries } from '../../engine/sweep/assert-series.ts';
import { lastOf } from '../../terminal/options/option-words.ts';
import { UsageError } from '../exit-codes.ts';
import { optionAt } from '../options/bench.ts';
import type { GivenOptions } from '../options/config.ts';
import type { Terminal } from '../output/terminal.ts';
import { benchBy, seriesOf } from './bench.ts';

/** `bench --rtt 0,1ms,…`: resolves with the exit code. Throws UsageError, and what keeps the server from being opened. */
export function benchDistances(given: GivenOptions, terminal: Terminal): Promise<number> {
  const rtts = tripsIn(given);
  return benchBy(given, terminal, {
    apart: ['rtt'],
    // Jitter is checked against the longest way.
    sets: [['network', 'rttMs'], rtts.at(-1)],
    ready: (plan) => {
      assertSeries('several round trips', plan);
      return seriesOf((measured) => distanceSweep(measured, rtts, saysTimes(given) ? 'of plan' : 'short'));
    },
  });
}

/** True where the times of each distance were asked for. */
const saysTimes = ({ values }: GivenOptions): boolean =>
  ['duration', 'warmup', 'slice', 'precision', 'max-duration', 'starts'].some((name) => values.has(name));

/** The round trips, ms, from near to far. Throws UsageError. */
function tripsIn({ values, inFile }: GivenOptions): number[] {
  const name = inFile('rtt') ?? '--rtt';
  const option = optionAt('network.rttMs');
  const read = withUnits(readList(lastOf(values, 'rtt') ?? '')).map((word) =>
    Number(option?.plan?.read(word, name)),
  );
  const rtts = [...new Set(read)].sort((one, other) => one - other);
  if (rtts.length < distanceCount.min || rtts.length > distanceCount.max)
    throw new UsageError(
      `${name}: name ${distanceCount.min} to ${distanceCount.max} different round trips, as in 0,1ms,5ms,20ms,180ms`,
    );
  return rtts;
}

/** `0,1,5,20ms`: a bare number has the unit of the next word that names one. */
const withUnits = (words: readonly string[]): string[] =>
  words.map((word, place) => {
    const [unit = ''] = /[a-z]+$/.exec(words.slice(place).find((one) => /[a-z]$/.test(one)) ?? '') ?? [];
    return /^[\d.]+$/.test(word) ? word + unit : word;
  });

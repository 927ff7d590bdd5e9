import type { NoInterval } from '../../../../shared/statistics/figures.ts';
import { overStarts } from '../../../../shared/statistics/starts.ts';
import type { Asker } from '../../../../shared/words/asker.ts';

/** Longer than that, another bound is the better advice. */
const mostTimes = 30;

const askedBy = {
  command: { starts: '--starts 5', longer: '--duration or --precision', slices: '--slice' },
  library: {
    starts: 'schedule: { starts: 5 }',
    longer: 'workload.durationMs or schedule.precision',
    slices: 'schedule.sliceMs',
  },
} as const;

export const withoutInterval = (why: NoInterval, asker: Asker): string =>
  why === 'one-round'
    ? `a single slice has no interval: measure longer, or in shorter slices (${askedBy[asker].slices})`
    : `slices that differ too much have no interval: measure longer (${askedBy[asker].longer})`;

export const longerOrMoreStarts = (asker: Asker): string =>
  `a longer run, or one with ${askedBy[asker].starts}, can tell`;

/**
 * Why a value is neither above nor below 1, and what decides it; `null`: it is one of them. Slices scatter less the more
 * there are; how starts differ, only starts show.
 */
export function doubtBeside1(
  { value, ci95, startedOnce }: { value: number; ci95: readonly [number, number]; startedOnce: number },
  asker: Asker,
): string | null {
  const [low, high] = overStarts(value, ci95, startedOnce);
  if (low > 1 || high < 1) return null;
  const reaches = 'its interval reaches across the bound';
  const { starts, longer } = askedBy[asker];
  const distance = Math.abs(Math.log(value));
  const half = value < 1 ? Math.log(ci95[1] / value) : Math.log(value / ci95[0]);
  const times = Math.ceil((half / distance) ** 2);
  if (times <= 1) return `${reaches} by what another start may give: ${starts} would tell`;
  return times <= mostTimes
    ? `${reaches}: about ${times} times as long (${longer}) would tell`
    : `${reaches}, which is too near to be told: choose another bound`;
}

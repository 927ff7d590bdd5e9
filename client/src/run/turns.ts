import type { NotCounted } from '../../../shared/contract/enums.ts';
import type { LiveSample } from '../../../shared/contract/live.ts';
import type { Series } from '../charts/series.ts';

/** A slice of a lane, out of its samples. */
export interface LaneTurn {
  /** Commands per second. */
  rate: number;
  /** Time that its samples span, ms. */
  spanMs: number;
  first: LiveSample;
  last: LiveSample;
  /** Number of live changes that it was sent with. */
  revision: number;
  /** `null`: it counts. */
  notCounted: NotCounted | null;
}

/** Says if two samples are of one slice; a void slice is run again under the same number. */
const continues = (before: LiveSample | undefined, sample: LiveSample): boolean =>
  before?.slice === sample.slice && before.notCounted !== 'void';

/** The newest turns of a lane, at most so many, from the oldest to the newest; one in progress included. */
export function newestTurns(series: Series, most = Infinity): LaneTurn[] {
  const turns: LaneTurn[] = [];
  let parts: LiveSample[] = [];
  for (let number = series.total - 1; number >= series.first && turns.length < most; number--) {
    const sample = series.at(number);
    if (!sample) continue;
    parts.push(sample);
    if (continues(series.at(number - 1), sample)) continue;
    const turn = turnOf(parts.toReversed());
    if (turn) turns.push(turn);
    parts = [];
  }
  return turns.reverse();
}

/** Time that a rate of now spans at least, ms: the last sample of a turn may be shorter. */
const momentMs = 250;

/** The newest turn of a lane, of a long one its end. */
export function newestMoment(series: Series): LaneTurn | null {
  const parts: LiveSample[] = [];
  let spanMs = 0;
  for (let number = series.total - 1; number >= series.first; number--) {
    const sample = series.at(number);
    if (!sample) break;
    parts.push(sample);
    spanMs += sample.elapsedMs;
    if (spanMs >= momentMs || !continues(series.at(number - 1), sample)) break;
  }
  return turnOf(parts.toReversed());
}

/** A turn tells a rate unless its settings changed on the way, it broke off, or it is void. */
export const tellsRate = ({ notCounted }: LaneTurn): boolean =>
  notCounted === null || notCounted === 'warm-up';

/** `null` for samples that span no time. */
function turnOf(parts: readonly LiveSample[]): LaneTurn | null {
  const [first, last] = [parts[0], parts.at(-1)];
  const spanMs = parts.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0);
  if (!first || !last || !(spanMs > 0)) return null;
  const done = parts.reduce((sum, { throughput, elapsedMs }) => sum + throughput * elapsedMs, 0);
  return {
    rate: done / spanMs,
    spanMs,
    first,
    last,
    revision: last.settings.revision,
    notCounted: last.notCounted,
  };
}

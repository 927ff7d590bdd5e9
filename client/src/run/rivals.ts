import { isWayOfSending } from '../../../shared/statistics/best-lane.ts';
import { compareSlices } from '../../../shared/statistics/statistics.ts';
import type { Messages } from '../messages/en.ts';
import type { LiveRun } from './live-run.svelte.ts';
import type { RunLane } from './run-lane.svelte.ts';

/**
 * What of the other lanes belongs beside the name of the fastest: a larger figure whose turns scatter too much to be
 * told apart from the baseline, and lanes that cannot be told apart from the fastest itself. Empty where there are
 * none, and during the run.
 */
export function rivals(
  { lanes, baseline, running }: Pick<LiveRun, 'lanes' | 'baseline' | 'running'>,
  best: RunLane,
  nameOf: (lane: RunLane) => string,
  text: Pick<Messages['headline'], 'level' | 'scattered'>,
): string {
  if (running) return '';
  const others = lanes.filter(
    (lane) => lane !== best && lane !== baseline && isWayOfSending(lane.plan.strategy),
  );
  const scattered = others.filter((lane) => !isPlaced(lane) && looksFaster(lane, best));
  const level = others.filter((lane) => !scattered.includes(lane) && !isBeaten(lane, best));
  const say = ([first, ...more]: readonly RunLane[], words: (lane: string, more: number) => string) =>
    first ? ` ${words(nameOf(first), more.length)}` : '';
  return say(scattered, text.scattered) + say(level, text.level);
}

const isPlaced = ({ comparison }: RunLane) =>
  comparison?.ci95 == null || comparison.outcome !== 'inconclusive';

/** By either of the figures on its card. */
const looksFaster = (lane: RunLane, best: RunLane) =>
  (lane.standing?.median ?? 0) > (best.standing?.median ?? 0) ||
  (lane.comparison?.ratio ?? 0) > (best.comparison?.ratio ?? 0);

/** Also where there is nothing to compare: such a lane is named nowhere. */
function isBeaten({ result }: RunLane, best: RunLane): boolean {
  const [ours, theirs] = [best.result?.throughput?.slices ?? [], result?.throughput?.slices ?? []];
  const comparison = compareSlices(ours, theirs);
  return comparison === null || comparison.outcome === 'faster';
}

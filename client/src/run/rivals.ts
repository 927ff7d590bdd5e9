import { isWayOfSending } from '../../../shared/statistics/best-lane.ts';
import { indistinguishableFrom } from '../../../shared/statistics/leaders.ts';
import type { Messages } from '../messages/en.ts';
import type { LiveRun } from './live-run.svelte.ts';
import type { LaneView } from './lane-view.svelte.ts';

const mostNamed = 2;

/**
 * What of the other lanes belongs beside the name of the fastest: a larger figure whose turns scatter too much to be
 * told apart from the baseline, and lanes that cannot be told apart from the fastest itself. Empty where there are
 * none, and during the run.
 */
export function rivals(
  { lanes, baseline, running }: Pick<LiveRun, 'lanes' | 'baseline' | 'running'>,
  best: LaneView,
  nameOf: (lane: LaneView) => string,
  text: Pick<Messages['headline'], 'and' | 'level' | 'scattered'>,
): string {
  if (running) return '';
  const others = lanes.filter(
    (lane) => lane !== best && lane !== baseline && isWayOfSending(lane.plan.strategy),
  );
  const scattered = others.filter((lane) => !isPlaced(lane) && looksFaster(lane, best));
  const placed = others.filter((lane) => !scattered.includes(lane));
  const level = indistinguishableFrom(best, placed, ({ result }) => result);
  const say = (ones: readonly LaneView[], words: (names: string, more: number, count: number) => string) => {
    const names = ones.slice(0, mostNamed).map(nameOf);
    const more = ones.length - names.length;
    return ones.length === 0 ? '' : ` ${words(names.join(more === 0 ? text.and : ', '), more, ones.length)}`;
  };
  return say(scattered, text.scattered) + say(level, text.level);
}

const isPlaced = ({ comparison }: LaneView) =>
  comparison?.ci95 == null || comparison.outcome !== 'inconclusive';

/** By either of the figures on its card. */
const looksFaster = (lane: LaneView, best: LaneView) =>
  (lane.standing?.median ?? 0) > (best.standing?.median ?? 0) ||
  (lane.comparison?.ratio ?? 0) > (best.comparison?.ratio ?? 0);

import { bestLane, isWayOfSending } from '../statistics/best-lane.ts';
import type { Comparison, Result } from '../contract/result.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import { askedRate } from '../plan/sustained-rate.ts';
import { countedTunings } from '../plan/tuned-plan.ts';
import { indistinguishableFrom } from '../statistics/leaders.ts';
import { english } from '../words/en/index.ts';
import { formatTimes } from '../words/format.ts';
import { factorsInWords } from '../words/gain.ts';
import { sustainedRateInWords, missedRateInWords } from '../words/sustained-rate.ts';
import { praise } from '../words/praise.ts';
import { isWide } from '../statistics/wide-interval.ts';

/** The one sentence that a reader takes home, and what it rests on; in the words of the page. */
export function reportHeadline({ lanes, comparisons, state, plan, tunings }: Result): {
  text: string;
  more: string;
} {
  const [baseline] = lanes;
  const best = bestOf(comparisons, lanes);
  const missed = missedRateInWords({ plan, tunings, lanes }, ({ label }) => label, english);
  const more = [
    ...(missed === null ? [] : [missed]),
    ...(state === 'stopped' ? ['Stopped early: the figures cover what was measured until then.'] : []),
    ...(state === 'failed' ? ['A lane failed: its figures cover what was measured until then.'] : []),
    ...(plan.schedule.mode === 'race' ? ['A race is a demo: the lanes interfered with one another.'] : []),
    ...(countedTunings(tunings).length > 0 ? ['Counted since the settings were changed.'] : []),
  ];
  const say = (text: string, first: string) => ({ text, more: [first, ...more].join(' ') });
  if (!baseline) return say('Nothing was measured', '');
  if (!best) {
    const median = baseline.throughput?.median;
    return lanes.length === 1 && median !== undefined
      ? say(
          `${baseline.label}: ${Math.round(median).toLocaleString('en-US')} commands/s`,
          'One lane: there is nothing to compare it with.',
        )
      : say('No lane can be compared', 'Every comparison needs one full round of counted slices.');
  }
  const kept = sustainedRateInWords({ plan, tunings, lanes }, ({ label }) => label, english);
  if (kept) return say(kept.text, kept.more);
  const name = labelOf(lanes, best.lane);
  const level = best.outcome === 'faster' ? levelSentence(best, lanes) : '';
  const named = lanes.find(({ id }) => id === best.lane);
  const factors = named && factorsInWords(named, best, english.gain);
  if (!best.ci95)
    return say(
      askedRate({ plan, tunings }) === null
        ? `${name} was ${formatTimes(best.ratio)} times as fast in one round`
        : 'No lane can be compared',
      'One round has no interval. Run longer before you quote it.',
    );
  const interval = best.ci95.map(formatTimes).join(' to ');
  if (best.outcome === 'faster')
    return say(
      praise(name, best, baseline.label, english.praise),
      isWide(best.ci95)
        ? `95 % confidence interval. Noisy results: run longer or reduce background load.${level}`
        : `${factors ? `${factors} ` : ''}95 % confidence interval: ${interval} times, from slices paired by round.${level}`,
    );
  return best.outcome === 'slower'
    ? say(`Nothing beats ${baseline.label} here`, 'Every significant difference is a slowdown.')
    : say(
        `Inconclusive: no significant difference from ${baseline.label}`,
        'The intervals include 1×. This doesn’t prove equality: a longer run, or one with several starts, may show a difference.',
      );
}

/** Lanes that cannot be told apart from the fastest: it is not the only one to name. */
function levelSentence({ lane, baseline }: Comparison, lanes: readonly LaneResult[]): string {
  const best = lanes.find(({ id }) => id === lane);
  const others = lanes.filter(
    ({ id, strategy }) => id !== lane && id !== baseline && isWayOfSending(strategy),
  );
  const level = best ? indistinguishableFrom(best, others, (result) => result) : [];
  return level.length === 0
    ? ''
    : ` ${level.map(({ label }) => label).join(', ')} may be just as fast: the ${level.length === 1 ? 'difference is' : 'differences are'} inconclusive.`;
}

/** The lane that the page names, too. */
function bestOf(comparisons: readonly Comparison[], lanes: readonly LaneResult[]): Comparison | undefined {
  return bestLane(comparisons, (comparison) => ({
    strategy: lanes.find(({ id }) => id === comparison.lane)?.strategy ?? comparison.lane,
    comparison,
  }));
}

const labelOf = (lanes: readonly LaneResult[], id: string) =>
  lanes.find((lane) => lane.id === id)?.label ?? id;

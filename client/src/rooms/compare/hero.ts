import type { Messages } from '../../messages/en.ts';
import type { LaneView } from '../../run/lane-view.svelte.ts';
import type { LiveRun } from '../../run/live-run.svelte.ts';
import { laneRowFigures } from '../../run/lane-row.ts';

/** The largest figure of the page. */
export interface Hero {
  text: string;
  /** Whose it is; empty: nobody's yet. */
  name: string;
  /** Of its ratio; empty: there is none. */
  interval: string;
  /** Variable of its lane's colour; `null`: none. */
  colour: string | null;
  isFaster: boolean;
  isProven: boolean;
}

/** The placeholder until something is known. */
export const awaitedHero: Hero = {
  ...{ text: '…', name: '', interval: '', colour: null },
  ...{ isFaster: false, isProven: false },
};

/** The ratio of the best lane as its row has it; a dash where a run that has ended has none. */
export function heroOf(
  run: LiveRun,
  nameOf: (lane: LaneView) => string,
  colourOf: (lane: LaneView) => string | null,
  { words }: Messages,
): Hero {
  const { best } = run;
  const figures = best && laneRowFigures(run, best, words);
  if (!best || !figures?.ratio) return run.running ? awaitedHero : { ...awaitedHero, text: '–' };
  const { ratio, ci95 } = figures.ratio;
  return {
    text: figures.ratioInWords,
    name: nameOf(best),
    interval: ci95 ? words.numbers.interval(ci95) : '',
    colour: colourOf(best),
    isFaster: ratio > 1,
    isProven: !figures.isInconclusive,
  };
}

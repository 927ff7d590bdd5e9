import type { Messages } from '../../messages/en.ts';
import type { LaneView } from '../../run/lane-view.svelte.ts';
import type { LiveRun } from '../../run/live-run.svelte.ts';
import { laneRowFigures } from '../../run/lane-row.ts';

/** The largest figure of the page. */
export interface Hero {
  text: string;
  /** Whose it is; empty: nobody's yet. */
  name: string;
  /** Variable of its lane's colour; `null`: none. */
  colour: string | null;
  isProven: boolean;
}

/** The placeholder until something is known. */
export const awaitedHero: Hero = { text: '…', name: '', colour: null, isProven: false };

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
  return {
    text: figures.ratioInWords,
    name: nameOf(best),
    colour: colourOf(best),
    isProven: !figures.isInconclusive,
  };
}

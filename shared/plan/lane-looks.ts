import { traitsOf } from '../contract/strategies.ts';

/** How a lane looks, everywhere: the colour is that of its strategy, dashes and marker tell lanes of one strategy apart. */
export interface LaneLook {
  /** The CSS variable with its colour. */
  colour: `--lane-${number}`;
  /** Dash pattern in pixels; empty: a full line. */
  dash: readonly number[];
  /** By the names of Chart.js. */
  marker: 'circle' | 'triangle' | 'rect' | 'rectRot';
}

/** Dash and marker; the first is that of the first colour. */
const shapes: readonly (readonly [LaneLook['marker'], ...number[]])[] = [
  ['circle'],
  ['triangle'],
  ['rect'],
  ['rectRot', 9, 5],
  ['circle', 2, 4],
  ['triangle', 12, 4, 2, 4],
  ['rect', 5, 3],
  ['rectRot', 2, 6],
  ['triangle', 9, 5],
];

/** Of a strategy that has no colour, the look of the first. */
export function laneLook(strategy: string, before = 0): LaneLook {
  const place = (traitsOf(strategy)?.colour ?? 1) - 1;
  // Beyond the last colour, each shape moves on by one.
  const [marker, ...dash] = shapes[(Math.floor((place * 10) / 9) + before) % 9] ?? ['circle'];
  return { colour: `--lane-${(place % 9) + 1}`, dash, marker };
}

/** One for each lane, in their order: a strategy that occurs again keeps its colour, and takes other dashes and markers. */
export function laneLooks(lanes: readonly { strategy: string }[]): LaneLook[] {
  const seen = new Map<string, number>();
  return lanes.map(({ strategy }) => {
    const before = seen.get(strategy) ?? 0;
    seen.set(strategy, before + 1);
    return laneLook(strategy, before);
  });
}

/** How a lane looks, everywhere: the colour is that of its strategy, dashes and marker tell lanes of one strategy apart. */
export interface LaneLook {
  /** The CSS variable with its colour. */
  colour: `--lane-${number}`;
  /** Dash pattern in pixels; empty: a full line. */
  dash: readonly number[];
  marker: 'circle' | 'triangle' | 'square' | 'diamond';
}

/** Each has a colour, a dash pattern and a marker of its own. */
const strategies: readonly string[] = [
  'one-by-one',
  'concurrent',
  'auto-pipeline',
  'pipeline',
  'multi-key',
  'multi',
  'lua',
  'wire',
  'nagle',
];

const shapes: readonly Omit<LaneLook, 'colour'>[] = [
  { dash: [], marker: 'circle' },
  { dash: [], marker: 'triangle' },
  { dash: [], marker: 'square' },
  { dash: [9, 5], marker: 'diamond' },
  { dash: [2, 4], marker: 'circle' },
  { dash: [12, 4, 2, 4], marker: 'triangle' },
  { dash: [5, 3], marker: 'square' },
  { dash: [2, 6], marker: 'diamond' },
  { dash: [9, 5], marker: 'triangle' },
];

/** Of a strategy that is none of these, the look of the first. */
export function laneLook(strategy: string, before = 0): LaneLook {
  const place = Math.max(0, strategies.indexOf(strategy));
  const shape = shapes[(place + before) % shapes.length];
  return { colour: `--lane-${place + 1}`, dash: [], marker: 'circle', ...shape };
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

/** The looks of all strategies. */
export const strategyLooks = strategies.map((strategy) => laneLook(strategy));

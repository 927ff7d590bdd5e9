/** The type of a chart: as large as its canvas is told to be by CSS, which a drawing does not follow by itself. */
export interface ChartType {
  family: string;
  /** Of the axes, px. */
  size: number;
  /** What stands in the plot: a little smaller. */
  small: string;
}

/** At this size, px, the fixed distances of the drawings were chosen. */
const usualSize = 14;

export function typeOf(canvas: HTMLCanvasElement): ChartType {
  const { fontFamily: family, fontSize } = getComputedStyle(canvas);
  const size = Math.round(parseFloat(fontSize)) || usualSize;
  return { family, size, small: `${size - 1}px ${family}` };
}

/** A distance that holds type, px: as large as the type is against the usual one. */
export const scaled = (distance: number, { size }: ChartType): number =>
  Math.round((distance * size) / usualSize);

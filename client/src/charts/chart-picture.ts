import type { LaneMark } from '../controls/lane-marks.ts';
import type { Colours } from './colours.ts';
import { drawMark, markWidth } from './draw-mark.ts';

/** What stands around a chart in a picture of it. */
export interface PictureWords {
  title: string;
  unit: string;
  lanes: readonly { name: string; mark: LaneMark }[];
  /** Below the legend, such as what a thin line is; may be empty. */
  note: string;
  /** At the bottom: what was measured, where. */
  foot: string;
}

const edge = 20;
const line = 24;

/** The chart with its title and legend on the ground of the page, at the resolution of the chart's own canvas. */
export function chartPicture(
  chart: HTMLCanvasElement,
  { title, unit, lanes, note, foot }: PictureWords,
  colours: Colours,
): HTMLCanvasElement {
  const scale = chart.width / chart.clientWidth;
  const width = chart.clientWidth + 2 * edge;
  const picture = document.createElement('canvas');
  const context = picture.getContext('2d');
  if (!context) throw new Error('this browser has no canvas to draw a picture on');
  const family = getComputedStyle(chart).fontFamily;
  const font = (size: number, weight = 400) => `${weight} ${size}px ${family}`;
  context.font = font(14, 600);
  const legend = placeLegend(lanes, width, (text) => context.measureText(text).width);
  const rows = (legend.at(-1)?.row ?? -1) + 1;
  const chartTop = edge + 30 + rows * line + (note === '' ? 0 : line);
  const height = chartTop + chart.clientHeight + line + edge / 2;
  picture.width = Math.round(width * scale);
  picture.height = Math.round(height * scale);
  context.scale(scale, scale);
  context.fillStyle = colours('--board');
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';

  const write = (text: string, x: number, y: number, style: string, colour: string) => {
    context.font = style;
    context.fillStyle = colours(colour);
    context.fillText(text, x, y);
    return x + context.measureText(text).width;
  };
  const end = write(title, edge, edge + 8, font(20, 700), '--ink');
  write(unit, end + 10, edge + 9, font(16), '--ink-quiet');
  for (const { name, mark, x, row } of legend) {
    const y = edge + 38 + row * line;
    drawMark(context, mark, colours(mark.colour), x, y);
    write(name, x + markWidth, y, font(14, 600), '--ink');
  }
  if (note !== '') write(note, edge, edge + 38 + rows * line, font(13), '--ink-quiet');
  context.drawImage(chart, edge, chartTop, chart.clientWidth, chart.clientHeight);
  write(foot, edge, height - line / 2 - 4, font(12), '--ink-quiet');
  return picture;
}

/** From left to right, in as many rows as it takes. */
function placeLegend(
  lanes: PictureWords['lanes'],
  width: number,
  measure: (text: string) => number,
): { name: string; mark: LaneMark; x: number; row: number }[] {
  let [x, row] = [edge, 0];
  return lanes.map(({ name, mark }) => {
    const wide = markWidth + measure(name) + 20;
    if (x > edge && x + wide > width - edge + 20) [x, row] = [edge, row + 1];
    const placed = { name, mark, x, row };
    x += wide;
    return placed;
  });
}

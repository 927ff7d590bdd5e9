import type { Chart } from 'chart.js';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { Colours } from './colours.ts';
import { drawMark, drawMarker, markWidth } from './draw-mark.ts';
import { fitLabel, type Strip } from './strips.ts';
import type { ChartType } from './type.ts';

export interface StripLabel {
  mark: LaneMark;
  name: string;
  /** Its figures, at the right; in brief where they leave no room for the name. */
  value: string;
  brief: string;
}

/** Between a name and its figures, px. */
const between = 12;
/** Of a marker alone, with the space after it: where there is no room for its line. */
const markerWidth = 17;

/** What each strip is, above it and over everything else: mark and name at the left, figures at the right. */
export function drawStripLabels(
  { ctx: context, chartArea: area }: Chart,
  strips: readonly Strip[],
  labels: readonly StripLabel[],
  colours: Colours,
  type: ChartType,
): void {
  context.save();
  context.textBaseline = 'middle';
  labels.forEach(({ mark, name, value, brief }, index) => {
    const strip = strips[index];
    if (!strip) return;
    const middle = (strip.text + strip.top) / 2 - 2;
    const ground = (x: number, width: number) => {
      context.fillStyle = colours('--board');
      context.fillRect(x, strip.text, width, strip.top - strip.text - 1);
    };
    const measureIn = (font: string) => (text: string) => {
      context.font = font;
      return context.measureText(text).width;
    };
    const measureFigures = measureIn(type.small);
    const measure = measureIn(`600 ${type.small}`);
    const whole = area.right - area.left - between;
    const isWide = measure(name) <= whole - markerWidth - measureFigures(value);
    const said = isWide ? value : brief;
    const figures = measureFigures(said);
    const room = whole - figures;
    const hasLine = measure(name) <= room - markWidth;
    const beside = hasLine ? markWidth : markerWidth;
    const fitting = fitLabel(name, room - beside, measure);
    ground(area.left - 1, beside + measure(fitting) + 4);
    if (hasLine) drawMark(context, mark, colours(mark.colour), area.left, middle);
    else drawMarker(context, mark, colours(mark.colour), area.left + 6, middle);
    context.fillStyle = colours('--ink');
    context.font = `600 ${type.small}`;
    context.fillText(fitting, area.left + beside, middle);
    context.font = type.small;
    ground(area.right - figures - 4, figures + 5);
    context.fillStyle = colours('--ink');
    context.textAlign = 'right';
    context.fillText(said, area.right, middle);
    context.textAlign = 'left';
  });
  context.restore();
}

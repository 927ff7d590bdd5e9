import type { Chart } from 'chart.js';
import type { LaneMark } from '../controls/lane-marks.ts';
import type { Colours } from './colours.ts';
import { drawMark, drawMarker, markWidth } from './draw-mark.ts';
import { fitLabel, type Strip } from './strips.ts';
import type { ChartType } from './type.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

export interface StripLabel {
  mark: LaneMark;
  name: string;
  /** What says most of it, where there is no room for all. */
  short?: string | undefined;
  /** Its figures; in brief where they leave no room for the name. */
  value: string;
  brief: string;
}

/** Between a name and its figures, px. */
const between = 12;
/** Of a marker alone, with the space after it: where there is no room for its line. */
const markerWidth = 17;

/** What each strip is, above it and over everything else: mark, name, and its figures below one another if they fit. */
export function drawStripLabels(
  { ctx: context, chartArea: area }: Chart,
  strips: readonly Strip[],
  labels: readonly StripLabel[],
  colours: Colours,
  type: ChartType,
): void {
  const bold = `600 ${type.small}`;
  const widthIn = (font: string) => (text: string) => {
    context.font = font;
    return context.measureText(text).width;
  };
  const [ofFigures, ofName] = [widthIn(type.small), widthIn(bold)];
  const width = area.right - area.left;
  context.save();
  context.textBaseline = 'middle';
  const fitted = labels.map(({ mark, name, short = name, value, brief }) => {
    const isWide = ofName(name) + markerWidth + between + ofFigures(value) <= width;
    const figures = isWide ? value : brief;
    const room = width - between - ofFigures(figures);
    const called = ofName(name) <= room - markerWidth ? name : short;
    const hasLine = ofName(called) <= room - markWidth;
    const beside = hasLine ? markWidth : markerWidth;
    const fitting = fitLabel(called, room - beside, ofName);
    return { mark, hasLine, beside, name: fitting, end: beside + ofName(fitting), figures };
  });
  const column = largest(fitted.map(({ end }) => end)) + between;
  const inColumn = fitted.every(({ figures }) => column + ofFigures(figures) <= width);
  fitted.forEach(({ mark, hasLine, beside, name, end, figures }, index) => {
    const strip = strips[index];
    if (!strip) return;
    const middle = (strip.text + strip.top) / 2 - 2;
    const from = area.left + (inColumn ? column : width - ofFigures(figures));
    const ground = (x: number, wide: number) => {
      context.fillStyle = colours('--board');
      context.fillRect(x, strip.text, wide, strip.top - strip.text - 1);
    };
    ground(area.left - 1, end + 4);
    ground(from - 3, ofFigures(figures) + 6);
    if (hasLine) drawMark(context, mark, colours(mark.colour), area.left, middle);
    else drawMarker(context, mark, colours(mark.colour), area.left + 6, middle);
    context.fillStyle = colours('--ink');
    context.font = bold;
    context.fillText(name, area.left + beside, middle);
    context.font = type.small;
    context.fillText(figures, from, middle);
  });
  context.restore();
}

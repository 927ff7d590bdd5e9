import { drawPoint } from 'chart.js/helpers';
import type { LaneMark } from '../controls/lane-marks.ts';

/** With the space after it, px. */
export const markWidth = 44;

/** The line and the marker of a lane, from x on, around y. */
export function drawMark(
  context: CanvasRenderingContext2D,
  mark: LaneMark,
  colour: string,
  x: number,
  y: number,
): void {
  context.save();
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.setLineDash([...mark.dash]);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + 36, y);
  context.stroke();
  context.restore();
  drawMarker(context, mark, colour, x + 18, y);
}

/** The marker of a lane around this place. */
export function drawMarker(
  context: CanvasRenderingContext2D,
  { marker }: LaneMark,
  colour: string,
  x: number,
  y: number,
): void {
  context.save();
  context.fillStyle = colour;
  drawPoint(context, { pointStyle: marker, radius: 5, borderWidth: 0, rotation: 0 }, x, y);
  context.restore();
}

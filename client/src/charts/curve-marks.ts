import type { Chart, Plugin } from 'chart.js';
import { besidePoints } from './free-places.ts';

export interface CurveMark {
  x: number;
  y: number;
  /** Its batch size; empty where nobody chooses one. */
  label: string;
  /** Ends of the interval of y. */
  interval: readonly [number, number] | null;
  colour: string;
  /** What it is in the answer, said beside a ring. */
  role: string;
}

export interface CurveMarks {
  marks: readonly CurveMark[];
  /** A line across the plot; `null`: none. */
  bound: { axis: 'x' | 'y'; value: number; label: string } | null;
  ink: string;
  alarm: string;
  ground: string;
  font: string;
}

/** What a curve says beside its line: intervals, batch sizes, the bound, and which point is the answer. */
export function curveMarks(read: (chart: Chart) => CurveMarks): Plugin<'line'> {
  return {
    id: 'curve-marks',
    beforeDatasetsDraw(chart) {
      const { bound, alarm, font } = read(chart);
      const scale = bound && chart.scales[bound.axis];
      if (!bound || !scale || bound.value < scale.min || bound.value > scale.max) return;
      const { ctx: context, chartArea: area } = chart;
      const at = Math.round(scale.getPixelForValue(bound.value)) + 0.5;
      context.save();
      context.strokeStyle = alarm;
      context.fillStyle = alarm;
      context.lineWidth = 2;
      context.setLineDash([7, 4]);
      context.beginPath();
      context.moveTo(bound.axis === 'x' ? at : area.left, bound.axis === 'x' ? area.top : at);
      context.lineTo(bound.axis === 'x' ? at : area.right, bound.axis === 'x' ? area.bottom : at);
      context.stroke();
      context.font = font;
      context.textBaseline = 'bottom';
      context.textAlign = 'right';
      const right = bound.axis === 'x' ? Math.max(at, area.left + 90) : area.right;
      context.fillText(bound.label, right, bound.axis === 'x' ? area.top - 6 : at - 3);
      context.restore();
    },
    afterDatasetsDraw(chart) {
      const { marks, ink, ground, font } = read(chart);
      const [x, y] = [chart.scales['x'], chart.scales['y']];
      if (!x || !y) return;
      const { ctx: context, chartArea: area } = chart;
      context.save();
      context.font = font;
      context.lineJoin = 'round';
      const places = marks.map((mark) => ({
        mark,
        px: x.getPixelForValue(mark.x),
        py: y.getPixelForValue(mark.y),
        text: [mark.label, mark.role].filter((part) => part !== '').join(' '),
      }));
      for (const { mark, px, py } of places) {
        if (mark.interval) {
          context.strokeStyle = mark.colour;
          context.lineWidth = 1.5;
          context.beginPath();
          for (const end of mark.interval) {
            const pixel = y.getPixelForValue(Math.max(end, y.min));
            context.moveTo(px, py);
            context.lineTo(px, pixel);
            context.moveTo(px - 4, pixel);
            context.lineTo(px + 4, pixel);
          }
          context.stroke();
        }
        if (mark.role !== '') {
          context.strokeStyle = ink;
          context.lineWidth = 2.5;
          context.beginPath();
          context.arc(px, py, 11, 0, 2 * Math.PI);
          context.stroke();
        }
      }
      const said = places.filter(({ text }) => text !== '');
      const beside = besidePoints(
        said.map(({ mark, px, py, text }) => ({
          x: px,
          y: py,
          width: context.measureText(text).width,
          height: heightOf(context),
          away: mark.role === '' ? 8 : 14,
          needed: mark.role !== '',
        })),
        area,
      );
      context.textBaseline = 'bottom';
      context.strokeStyle = ground;
      context.lineWidth = 4;
      for (const [index, { mark, text }] of said.entries()) {
        const place = beside[index];
        if (!place) continue;
        context.strokeText(text, place.left, place.bottom);
        context.fillStyle = mark.role === '' ? mark.colour : ink;
        context.fillText(text, place.left, place.bottom);
      }
      context.restore();
    },
  };
}

/** Of a line of text. */
function heightOf(context: CanvasRenderingContext2D): number {
  const { fontBoundingBoxAscent, fontBoundingBoxDescent } = context.measureText('0');
  return fontBoundingBoxAscent + fontBoundingBoxDescent;
}

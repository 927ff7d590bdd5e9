import type { Chart, Plugin } from 'chart.js';
import { fillBands, shadeKnee, type CurveMarks } from './curve-shades.ts';
import { besidePoints, type StraightLine } from './free-places.ts';

/** What a curve says beside its line: intervals, batch sizes, the bound, and which point is the answer. */
export function curveMarks(read: (chart: Chart) => CurveMarks): Plugin<'line'> {
  return {
    id: 'curve-marks',
    beforeDatasetsDraw(chart) {
      const marks = read(chart);
      shadeKnee(chart, marks);
      fillBands(chart, marks);
      const { bound, alarm, ground, font } = marks;
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
      if (bound.grip) {
        const [gx, gy] =
          bound.axis === 'x' ? [at, (area.top + area.bottom) / 2] : [(area.left + area.right) / 2, at];
        context.setLineDash([]);
        context.beginPath();
        context.arc(gx, gy, 9, 0, 2 * Math.PI);
        context.fill();
        context.strokeStyle = ground;
        context.beginPath();
        for (const side of [-2.5, 2.5]) {
          const [dx, dy] = bound.axis === 'x' ? [side, 4] : [4, side];
          context.moveTo(gx + dx, gy + dy);
          context.lineTo(gx + (bound.axis === 'x' ? dx : -dx), gy + (bound.axis === 'x' ? -dy : dy));
        }
        context.stroke();
      }
      context.font = font;
      context.textBaseline = 'bottom';
      context.textAlign = 'right';
      const right = bound.axis === 'x' ? Math.max(at, area.left + 90) : area.right;
      context.fillText(bound.label, right, bound.axis === 'x' ? area.top - 6 : at - 3);
      context.restore();
    },
    afterDatasetsDraw(chart) {
      const drawn = read(chart);
      const { marks, ink, ground, font } = drawn;
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
        linesOf(chart, drawn),
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

/** Of a point as it is drawn, pixels. */
const halfPoint = 5;

/** What no text may cover: points, the lines between them, and the bound. */
function linesOf({ scales, chartArea: area }: Chart, { marks, curves, bound }: CurveMarks): StraightLine[] {
  const [x, y] = [scales['x'], scales['y']];
  if (!x || !y) return [];
  const segments = curves.flatMap(({ points }) => {
    const placed = points.map((point) => ({
      x: x.getPixelForValue(point.x),
      y: y.getPixelForValue(point.y),
    }));
    return placed.slice(1).flatMap((to, index) => {
      const from = placed[index];
      return from ? [{ from, to }] : [];
    });
  });
  for (const mark of marks) {
    const [px, py] = [x.getPixelForValue(mark.x), y.getPixelForValue(mark.y)];
    segments.push({ from: { x: px - halfPoint, y: py }, to: { x: px + halfPoint, y: py } });
  }
  if (!bound) return segments;
  const at = (bound.axis === 'x' ? x : y).getPixelForValue(bound.value);
  const across =
    bound.axis === 'x'
      ? { from: { x: at, y: area.top }, to: { x: at, y: area.bottom } }
      : { from: { x: area.left, y: at }, to: { x: area.right, y: at } };
  return [...segments, across];
}

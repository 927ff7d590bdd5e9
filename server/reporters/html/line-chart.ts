import { laneLooks, type LaneLook } from '../../../shared/plan/lane-looks.ts';
import { dashOf, laneClass, marker, round } from './lane-marks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

interface PlotPoint {
  /** 0 to 1 on each axis; y from the bottom. */
  x: number;
  y: number;
  /** For those who point at it; without words there is no marker. */
  words: string | null;
  /** Of its interval, on the same axis as y. */
  ends?: readonly [low: number, high: number] | null;
}

interface AxisTick {
  at: number;
  text: string;
  /** Where there is little room. */
  short?: string;
}

export interface SvgLineChart {
  /** One sentence for those who cannot see it. */
  description: string;
  xTitle: string;
  xTicks: readonly AxisTick[];
  yTicks: readonly AxisTick[];
  /** Lines across, with what they stand for. */
  levels?: readonly AxisTick[];
  /** Lanes, whose looks the lines have. */
  lanes: readonly { strategy: string }[];
  /** One for each lane, in their order. */
  lines: readonly (readonly PlotPoint[])[];
}

/** Drawn twice: for wide windows, and for narrow ones, so that its letters are never too small to read. */
export const lineChart = (chart: SvgLineChart): Markup =>
  markup`${drawn(chart, { name: 'wide', width: 1000, height: 340, letter: 15 })}${drawn(chart, { name: 'narrow', width: 420, height: 320, letter: 13 })}`;

interface Frame {
  name: string;
  width: number;
  height: number;
  letter: number;
}

function drawn(
  { description, xTitle, xTicks, yTicks, levels = [], lanes, lines }: SvgLineChart,
  frame: Frame,
): Markup {
  const { name, width, height, letter } = frame;
  const longest = largest(yTicks.map(({ text }) => text.length));
  const left = longest * letter * 0.6 + 12;
  const [right, top, bottom] = [width - 24, 12, height - letter * 3.2];
  const x = (share: number) => left + share * (right - left);
  const y = (share: number) => bottom - share * (bottom - top);
  const named = name === 'wide' ? xTicks : xTicks.map(({ at, text, short = text }) => ({ at, text: short }));
  return markup`<svg
    class="chart ${name}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="${description}"
    font-size="${letter}"
  >
    ${yTicks.map(
      ({ at, text }) =>
        markup`<line
            class="grid"
            x1="${round(left)}"
            x2="${right}"
            y1="${round(y(at))}"
            y2="${round(y(at))}"
          /><text class="axis" x="${round(left - 8)}" y="${round(y(at) + letter * 0.35)}" text-anchor="end"
            >${text}</text
          > `,
    )}${thinned(named, (right - left) / (letter * 3.6)).map(
      ({ at, text }) =>
        markup`<line
            class="grid"
            x1="${round(x(at))}"
            x2="${round(x(at))}"
            y1="${top}"
            y2="${round(bottom + 5)}"
          /><text class="axis" x="${round(x(at))}" y="${round(bottom + letter * 1.5)}" text-anchor="${endsAtEdge(at, text) ? 'end' : 'middle'}"
            >${text}</text
          > `,
    )}
    <line class="base" x1="${round(left)}" x2="${right}" y1="${round(bottom)}" y2="${round(bottom)}" />
    <text class="axis" x="${round((left + right) / 2)}" y="${round(height - 4)}" text-anchor="middle">
      ${xTitle}
    </text>
    ${levels.map(
      ({ at, text }) =>
        markup`<line class="level" x1="${round(left)}" x2="${right}" y1="${round(y(at))}" y2="${round(y(at))}" /><text
            class="axis"
            x="${round(left + 6)}"
            y="${round(y(at) - 5)}"
            >${text}</text
          > `,
    )}
    ${laneLooks(lanes).map((look, index) =>
      laneLine(
        (lines[index] ?? []).map((point) => ({
          ...point,
          x: x(point.x),
          y: y(point.y),
          ends: point.ends ? ([y(point.ends[0]), y(point.ends[1])] as const) : null,
        })),
        look,
      ),
    )}
  </svg>`;
}

const laneLine = (points: readonly PlotPoint[], look: LaneLook): Markup =>
  markup`<g class="${laneClass(look)}"
    ><polyline
      class="line"
      stroke-dasharray="${dashOf(look)}"
      points="${points.map((point) => `${round(point.x)},${round(point.y)}`).join(' ')}"
    />${points.map(({ x, ends }) => (ends ? markup`<line class="ends" x1="${round(x)}" x2="${round(x)}" y1="${round(ends[0])}" y2="${round(ends[1])}" />` : null))}${points.map((point) => (point.words === null ? null : marker(look, point.x, point.y, point.words)))}</g
  > `;

/** Long words under the last tick would be cut off. */
const endsAtEdge = (at: number, text: string) => at > 0.98 && text.length > 4;

/** At most so many ticks, evenly. */
function thinned(ticks: readonly AxisTick[], most: number): readonly AxisTick[] {
  const every = Math.ceil(ticks.length / Math.max(2, most));
  return ticks.filter((_, index) => index % every === 0);
}

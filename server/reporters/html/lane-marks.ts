import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { markup, type Markup } from './markup.ts';

/** How a lane is told from the others without colour; as on the page. */
const shapes = [
  { dash: '', marker: 'circle' },
  { dash: '', marker: 'triangle' },
  { dash: '', marker: 'square' },
  { dash: '9 5', marker: 'diamond' },
  { dash: '2 4', marker: 'circle' },
  { dash: '12 4 2 4', marker: 'triangle' },
  { dash: '5 3', marker: 'square' },
  { dash: '2 6', marker: 'diamond' },
] as const;

const shapeOf = (index: number) => shapes[index % shapes.length] ?? shapes[0];

/** The class that gives an element the colour of a lane, as `color`. */
export const laneClass = (index: number) => `lane-${(index % shapes.length) + 1}`;

export const dashOf = (index: number): string => shapeOf(index).dash;

/** A marker around a point, with words for those who point at it. */
export function marker(index: number, x: number, y: number, words: string | null = null): Markup {
  const at = (dx: number, dy: number) => `${round(x + dx)},${round(y + dy)}`;
  const title = words === null ? null : markup`<title>${words}</title>`;
  switch (shapeOf(index).marker) {
    case 'circle':
      return markup`<circle class="marker" cx="${round(x)}" cy="${round(y)}" r="4">${title}</circle>`;
    case 'triangle':
      return markup`<polygon class="marker" points="${at(0, -5)} ${at(5, 4)} ${at(-5, 4)}">${title}</polygon>`;
    case 'square':
      return markup`<polygon class="marker" points="${at(-4, -4)} ${at(4, -4)} ${at(4, 4)} ${at(-4, 4)}"
        >${title}</polygon
      >`;
    case 'diamond':
      return markup`<polygon class="marker" points="${at(0, -5)} ${at(5, 0)} ${at(0, 5)} ${at(-5, 0)}"
        >${title}</polygon
      >`;
  }
}

export const round = (value: number) => Math.round(value * 10) / 10;

/** Line and marker of a lane, for legends and headings. */
export const laneMarkSvg = (index: number): Markup =>
  markup`<svg class="mark ${laneClass(index)}" viewBox="0 0 36 14" width="36" height="14" aria-hidden="true">
    <line class="line" x1="1" x2="35" y1="7" y2="7" stroke-dasharray="${dashOf(index)}" />
    ${marker(index, 18, 7)}
  </svg>`;

export const legend = (lanes: readonly LaneResult[]): Markup =>
  markup`<ul class="legend">
    ${lanes.map(({ label }, index) => markup`<li>${laneMarkSvg(index)} ${label}</li>`)}
  </ul>`;

import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { laneLooks, type LaneLook } from '../../../shared/plan/lane-looks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';

/** Lanes with their looks; as on the page. */
export function withLooks<Lane extends { strategy: string }>(
  lanes: readonly Lane[],
): { lane: Lane; look: LaneLook }[] {
  const looks = laneLooks(lanes);
  return lanes.flatMap((lane, index) => {
    const look = looks[index];
    return look ? [{ lane, look }] : [];
  });
}

/** The class that gives an element the colour of a lane, as `color`. */
export const laneClass = ({ colour }: LaneLook) => colour.slice(2);

export const dashOf = ({ dash }: LaneLook): string => dash.join(' ');

/** A marker around a point, with words for those who point at it. */
export function marker(look: LaneLook, x: number, y: number, words: string | null = null): Markup {
  const at = (dx: number, dy: number) => `${round(x + dx)},${round(y + dy)}`;
  const title = words === null ? null : markup`<title>${words}</title>`;
  switch (look.marker) {
    case 'circle':
      return markup`<circle class="marker" cx="${round(x)}" cy="${round(y)}" r="4">${title}</circle>`;
    case 'triangle':
      return markup`<polygon class="marker" points="${at(0, -5)} ${at(5, 4)} ${at(-5, 4)}">${title}</polygon>`;
    case 'rect':
      return markup`<polygon class="marker" points="${at(-4, -4)} ${at(4, -4)} ${at(4, 4)} ${at(-4, 4)}"
        >${title}</polygon
      >`;
    case 'rectRot':
      return markup`<polygon class="marker" points="${at(0, -5)} ${at(5, 0)} ${at(0, 5)} ${at(-5, 0)}"
        >${title}</polygon
      >`;
  }
}

export const round = (value: number) => Math.round(value * 10) / 10;

/** Line and marker of a lane, for legends and headings. */
export const laneMarkSvg = (look: LaneLook): Markup =>
  markup`<svg class="mark ${laneClass(look)}" viewBox="0 0 36 14" width="36" height="14" aria-hidden="true">
    <line class="line" x1="1" x2="35" y1="7" y2="7" stroke-dasharray="${dashOf(look)}" />
    ${marker(look, 18, 7)}
  </svg>`;

export const legend = (lanes: readonly Pick<LaneResult, 'label' | 'strategy'>[]): Markup =>
  markup`<ul class="legend">
    ${withLooks(lanes).map(({ lane, look }) => markup`<li>${laneMarkSvg(look)} ${lane.label}</li>`)}
  </ul>`;

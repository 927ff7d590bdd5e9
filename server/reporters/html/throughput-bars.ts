import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { formatRate, formatShort } from '../../../shared/words/format.ts';
import { laneClass, laneMarkSvg, withLooks } from './lane-marks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';

/** A bar for each lane from 0, with its interval drawn across its end; as wide as the window. */
export function throughputBars({ lanes }: Result): Markup {
  const most =
    Math.max(...lanes.map(({ throughput }) => throughput?.ci95?.[1] ?? throughput?.median ?? 0)) || 1;
  const percent = (value: number) => `${Math.round((value / most) * 9900) / 100}%`;
  return markup`<ol class="bars">
    ${withLooks(lanes).map(
      ({ lane, look }) =>
        markup` <li class="${laneClass(look)}">
          <span class="name">${laneMarkSvg(look)} ${lane.label}</span>${figure(lane)}
          <svg class="bar" width="100%" height="26" role="img" aria-label="${words(lane)}">
            <rect class="track" width="100%" height="26" />
            ${barOf(lane, percent)}
          </svg>
        </li>`,
    )}
  </ol>`;
}

const figure = ({ throughput }: LaneResult) =>
  throughput
    ? markup`<span class="figure"
        ><b>${formatRate(throughput.median)}</b
        >${throughput.ci95 ? markup` <span class="quiet">${throughput.ci95.map(formatShort).join(' – ')}</span>` : null}</span
      >`
    : markup`<span class="figure quiet">not measured</span>`;

const words = ({ label, throughput }: LaneResult) =>
  throughput
    ? `${label}: ${formatRate(throughput.median)} commands per second${throughput.ci95 ? `, 95 % interval ${throughput.ci95.map((bound) => formatRate(bound)).join(' to ')}` : ''}`
    : `${label}: not measured`;

function barOf({ throughput }: LaneResult, percent: (value: number) => string): Markup | null {
  if (!throughput) return null;
  const { median, ci95 } = throughput;
  const whisker = (value: number) =>
    markup`<line class="whisker" x1="${percent(value)}" x2="${percent(value)}" y1="7" y2="19" />`;
  return markup`<rect
      class="fill"
      width="${percent(median)}"
      height="26"
    />${ci95 ? markup`<line class="halo" x1="${percent(ci95[0])}" x2="${percent(ci95[1])}" y1="13" y2="13" /><line class="whisker" x1="${percent(ci95[0])}" x2="${percent(ci95[1])}" y1="13" y2="13" />${ci95.map(whisker)}` : null}`;
}

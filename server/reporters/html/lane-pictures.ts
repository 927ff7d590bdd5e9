import {
  comparisonWithFirst,
  isInconclusive,
  rateIntervalOf,
  rateOf,
  shownLatency,
  whyNoInterval,
} from '../../../shared/statistics/figures.ts';
import type { Comparison, Result } from '../../../shared/contract/result.ts';
import type { DescribedStrategy } from '../../../shared/contract/strategy.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { formatMs, formatRate, formatRatio, formatShort } from '../../../shared/words/format.ts';
import { english } from '../../../shared/words/en/index.ts';
import { latencyInWords } from '../../../shared/words/latency.ts';
import { laneClass, laneMarkSvg, withLooks } from './lane-marks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** A bar for each lane from 0, with its interval drawn across its end; as wide as the window. */
export function throughputBars({ lanes }: Result): Markup {
  const most = largest(lanes.map((lane) => rateIntervalOf(lane)?.[1] ?? rateOf(lane) ?? 0)) || 1;
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

function figure(lane: LaneResult): Markup {
  const [rate, ci95] = [rateOf(lane), rateIntervalOf(lane)];
  if (rate === null) return markup`<span class="figure quiet">not measured</span>`;
  return markup`<span class="figure"
        ><b>${formatRate(rate)}</b
        >${ci95 ? markup` <span class="quiet">${ci95.map(formatShort).join(' – ')}</span>` : null}</span
      >`;
}

function words(lane: LaneResult): string {
  const [rate, ci95] = [rateOf(lane), rateIntervalOf(lane)];
  if (rate === null) return `${lane.label}: not measured`;
  const interval = ci95 ? `, 95 % interval ${ci95.map((end) => formatRate(end)).join(' to ')}` : '';
  return `${lane.label}: ${formatRate(rate)} commands per second${interval}`;
}

function barOf(lane: LaneResult, percent: (value: number) => string): Markup | null {
  const [rate, ci95] = [rateOf(lane), rateIntervalOf(lane)];
  if (rate === null) return null;
  const whisker = (value: number) =>
    markup`<line class="whisker" x1="${percent(value)}" x2="${percent(value)}" y1="7" y2="19" />`;
  return markup`<rect
      class="fill"
      width="${percent(rate)}"
      height="26"
    />${ci95 ? markup`<line class="halo" x1="${percent(ci95[0])}" x2="${percent(ci95[1])}" y1="13" y2="13" /><line class="whisker" x1="${percent(ci95[0])}" x2="${percent(ci95[1])}" y1="13" y2="13" />${ci95.map(whisker)}` : null}`;
}

/** What each way of sending does, in a sentence. */
const summaries = import.meta.glob<DescribedStrategy>('../../../shared/strategies/*.ts', {
  eager: true,
  import: 'description',
});

/** The lanes side by side, as on the page. */
export const boards = (result: Result): Markup =>
  markup`<ol class="boards of-${result.lanes.length}">
    ${withLooks(result.lanes).map(
      ({ lane, look }, index) =>
        markup` <li class="${laneClass(look)}">
          <span class="label">${laneMarkSvg(look)} ${lane.label}</span>
          <span class="small summary">${summaries[`../../../shared/strategies/${lane.strategy}.ts`]?.summary ?? null}</span>
          <span class="rate">${formatShort(rateOf(lane) ?? NaN)}</span>
          <span class="small">commands/s</span>
          <span class="small latency">p50 ${ms(lane, 'p50')} · <span class="whole">p99 ${ms(lane, 'p99')} ms</span></span>
          ${index === 0 ? markup`<span class="ratio quiet">Baseline</span><span class="small against baseline">the others are compared with it</span>` : ratioOf(comparisonWithFirst(lane, result))}
        </li>`,
    )}
  </ol>`;

const ms = ({ latencyMs }: LaneResult, key: 'p50' | 'p99') => {
  const shown = shownLatency(latencyMs);
  return shown ? formatMs(shown[key]) : '–';
};

function ratioOf(comparison: Comparison | undefined): Markup {
  if (!comparison)
    return markup`<span class="ratio quiet">–</span><span class="small against">not compared</span>`;
  const { ratio, ci95, pairs, latency } = comparison;
  const paid = latencyInWords(latency, english.latency);
  const interval = ci95 ? english.numbers.interval(ci95) : english.figures.noInterval[whyNoInterval(pairs)];
  return markup`<span class="ratio"><span class="whole">${formatRatio(ratio)}</span>${paid === null ? null : markup` <small>${paid}</small>`}</span
    ><span class="small against"
      >${interval}${isInconclusive(comparison) ? ' · inconclusive' : null}</span
    >`;
}

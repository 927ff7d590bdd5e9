import { shownLatency } from '../../../shared/statistics/shown-latency.ts';
import type { Comparison, Result } from '../../../shared/contract/result.ts';
import { comparisonWithFirst, rateOf } from '../../../shared/report/lane.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import { formatMs, formatRatio, formatTimes, formatShort } from '../../../shared/words/format.ts';
import { english } from '../../../shared/words/en/index.ts';
import { latencyInWords } from '../../../shared/words/latency.ts';
import { laneClass, laneMarkSvg, withLooks } from './lane-marks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';

/** The lanes side by side, as on the page. */
export const boards = (result: Result): Markup =>
  markup`<ol class="boards of-${result.lanes.length}">
    ${withLooks(result.lanes).map(
      ({ lane, look }, index) =>
        markup` <li class="${laneClass(look)}">
          <span class="label">${laneMarkSvg(look)} ${lane.label}</span>
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
  const { ratio, ci95, outcome, latency } = comparison;
  const paid = latencyInWords(latency, english.praise);
  const interval = ci95 ? `95 %: ${ci95.map(formatTimes).join(' – ')}` : 'one slice: no interval';
  return markup`<span class="ratio">${formatRatio(ratio)}${paid === null ? null : markup` <small>${paid}</small>`}</span
    ><span class="small against"
      >${interval}${outcome === 'inconclusive' && ci95 ? ' · inconclusive' : null}</span
    >`;
}

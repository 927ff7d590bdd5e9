import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { formatBytes, formatMs, formatRate, formatShare } from '../../../shared/words/format.ts';
import type { LatencySummary } from '../../../shared/contract/figures.ts';
import { comparisonInWords } from '../in-words.ts';
import type { GateCheck } from '../reporter.ts';
import type { LaneLook } from '../../../shared/plan/lane-looks.ts';
import { laneMarkSvg, withLooks } from './lane-marks.ts';
import { markup, type Markup } from '../../../shared/words/markup.ts';

/** Figures by lane: the first column names it, the others are numbers. */
const tableOf = (
  caption: string,
  head: readonly string[],
  rows: readonly (readonly [Markup, ...string[]])[],
) =>
  markup`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((name) => markup`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, ...cells]) =>
            markup`<tr>
              <th scope="row">${name}</th>
              ${cells.map((cell) => markup`<td>${cell}</td>`)}
            </tr> `,
        )}
      </tbody>
    </table>
  </div>`;

const nameOf = (lane: LaneResult, look: LaneLook) => markup`${laneMarkSvg(look)} ${lane.label}`;
const orDash = (value: number | null | undefined, format: (value: number) => string) =>
  value == null ? '–' : format(value);
const whole = (value: number) => value.toLocaleString('en-US');

export const throughputTable = ({ lanes, comparisons }: Result): Markup =>
  tableOf(
    'Throughput, commands per second',
    ['Lane', 'Median', '95 % interval', 'Mean', 'Deviation', 'Slices', 'Against the first'],
    withLooks(lanes).map(({ lane, look }) => [
      markup`${nameOf(lane, look)} <code>${lane.id}</code>`,
      orDash(lane.throughput?.median, formatRate),
      lane.throughput?.ci95?.map((bound) => formatRate(bound)).join(' – ') ?? '–',
      orDash(lane.throughput?.mean, formatRate),
      orDash(lane.throughput?.cv, formatShare),
      String(lane.throughput?.slices.length ?? 0),
      lane === lanes[0] ? 'baseline' : comparisonInWords(comparisons.find((one) => one.lane === lane.id)),
    ]),
  );

const kinds = [
  ['command', 'from call to reply'],
  ['response', 'from when due to reply'],
  ['batch', 'from flush to last reply'],
] as const;

export const latencyTable = ({ lanes }: Result): Markup =>
  tableOf(
    'Latency, ms',
    ['Lane', 'Min', 'Mean', 'p50', 'p95', 'p99', 'p99.9', 'Max'],
    withLooks(lanes).flatMap(({ lane, look }) =>
      [
        ...kinds.map(([kind, what]) => ({ what, latency: lane.latencyMs[kind] })),
        ...(lane.byCommand ?? []).map(({ command, latencyMs }) => ({ what: command, latency: latencyMs })),
      ].flatMap(({ what, latency }): [Markup, ...string[]][] =>
        latency
          ? [[markup`${nameOf(lane, look)} <span class="quiet">${what}</span>`, ...figures(latency)]]
          : [],
      ),
    ),
  );

const figures = (latency: LatencySummary) =>
  (['min', 'mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const).map((key) => formatMs(latency[key]));

export const resourceTable = ({ lanes }: Result): Markup =>
  tableOf(
    'Commands and resources; CPU as a share of one core',
    [
      'Lane',
      'Commands',
      'Failed',
      'Commands/write',
      'Sent',
      'Received',
      'Client CPU',
      'Event loop',
      'Server CPU',
      'Server µs each',
      'Of roofline',
    ],
    withLooks(lanes).map(({ lane, look }) => [
      nameOf(lane, look),
      whole(lane.commands),
      whole(lane.failed),
      orDash(lane.effectiveBatch, (value) => value.toFixed(1)),
      orDash(lane.bytesOut, formatBytes),
      orDash(lane.bytesIn, formatBytes),
      orDash(lane.client.cpu, formatShare),
      formatShare(lane.client.eventLoopUtilisation),
      orDash(lane.server.cpu, formatShare),
      orDash(lane.server.cpuMicrosPerCommand, (value) => value.toFixed(2)),
      orDash(lane.rooflineShare, formatShare),
    ]),
  );

export const checkList = (checks: readonly GateCheck[]): Markup =>
  markup`<ul class="checks">
    ${checks.map(
      ({ name, passed, message }) =>
        markup` <li class="${passed ? 'passed' : 'failed'}">
          <b>${passed ? 'Passed' : 'Failed'}</b> <code>${name}</code> <span>${message}</span>
        </li>`,
    )}
  </ul>`;

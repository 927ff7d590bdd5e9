import { clientLabels } from '../../../shared/contract/enums.ts';
import type { Recommendation, SearchPoint, SearchResult } from '../../../shared/contract/search.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { say } from '../../../shared/words/words.ts';
import { hasKnee } from '../../../shared/search/curve.ts';
import { p99Range, rangeInWords } from '../../../shared/search/names.ts';
import { curveOf } from '../../../shared/search/recommendation.ts';
import { isGathering, isOpenLoop } from '../../../shared/search/search-plan.ts';
import { formatDuration, formatMsShort, formatRate, formatShort } from '../../../shared/words/format.ts';
import { describeNetwork } from '../../../shared/words/network.ts';
import { barOf } from './bar.ts';
import { columns } from './columns.ts';
import { workloadFacts, workloadName } from '../../../shared/words/workload.ts';
import { wrap } from './wrap.ts';

const barWidth = 20;
const width = 98;
/** Measured once, to see where to look. */
const surveyMark = '~';

/** A search for a terminal of 100 columns: the curve, the answer in words, the code. */
export function searchText(result: SearchResult): string {
  const { judgement, order, snippet, warnings } = result;
  const described = judgement && describeAnswer(order, judgement, words);
  return [
    '\n',
    ...heading(result),
    '\n',
    chart(result),
    result.points.some(({ stage }) => stage === 'survey')
      ? `${surveyMark} one short slice, to see where to look; the others took turns and are compared\n`
      : '',
    '\n',
    ...(described
      ? paragraph(described.answer.join(' '), '▶ ')
      : ['Stopped before the batch sizes could be compared: no advice.\n']),
    ...(described?.more ?? []).flatMap((sentence) => paragraph(sentence, '  ')),
    ...warnings.flatMap((warning) => paragraph(say(warning, words.warning), '! ')),
    ...(snippet === null ? [] : ['\n', snippet]),
  ].join('');
}

function paragraph(text: string, mark: string): string[] {
  const [first = '', ...rest] = wrap(text, width - mark.length);
  return [`${mark}${first}\n`, ...rest.map((line) => `  ${line}\n`)];
}

function heading({ order, environment: { server }, elapsedMs }: SearchResult): string[] {
  const { workload, client, network, target, p99BoundMs } = order;
  const { size } = workloadFacts(workload);
  const rate = workload.rps === undefined ? '' : ` · ${formatRate(workload.rps)}/s asked for`;
  const bound = p99BoundMs === null ? '' : ` · p99 under ${p99BoundMs} ms asked for`;
  const library = client === undefined ? '' : ` · ${clientLabels[client]}`;
  const connections = `${workload.clients} ${workload.clients === 1 ? 'connection' : 'connections'}`;
  return [
    `${workloadName(workload)} · ${size} · ${connections}${library}${rate}${bound}\n`,
    `${server.name} ${server.version ?? ''} (${target}) · ${describeNetwork(network)} · searched for ${formatDuration(elapsedMs)}\n`,
  ];
}

function chart({ points, order, judgement }: SearchResult): string {
  const open = isOpenLoop(order.workload);
  const strategies = [...new Set(points.map(({ strategy }) => strategy))];
  const most = Math.max(...points.map((point) => lengthOf(point, open)));
  const rows = strategies.flatMap((strategy) =>
    curveOf(points, strategy).map((point, index) => [
      index === 0 ? words.names[strategy] : '',
      open && !isGathering(point.strategy) ? 'as due' : String(point.depth),
      point.stage === 'survey' ? surveyMark : '',
      barOf(lengthOf(point, open) / (most || 1), barWidth),
      point.unusable?.code === 'not-measured' ? '–' : formatRate(point.throughput),
      point.ci95 ? point.ci95.map((end) => formatShort(Math.max(0, end))).join(' – ') : '',
      p99Of(point, order.p99BoundMs),
      marksOf(point, judgement, order.p99BoundMs),
    ]),
  );
  const over = order.p99BoundMs === null ? 'p99, ms' : 'p99, ms (slices)';
  return columns(
    [['', 'batch', '', open ? 'p99' : 'throughput', 'commands/s', '95 % interval', over, ''], ...rows],
    ['left', 'right', 'left', 'left', 'right', 'right', 'right', 'left'],
  );
}

/** Under a bound with what it was from slice to slice. */
function p99Of(point: SearchPoint, p99BoundMs: number | null): string {
  if (point.p99Ms === null) return '–';
  const reach = p99BoundMs === null ? null : p99Range(point);
  return `${formatMsShort(point.p99Ms)}${reach ? ` (${rangeInWords(reach, words.numbers)})` : ''}`;
}

/** What the bar shows: the figure that is judged. */
const lengthOf = ({ p99Ms, throughput }: SearchPoint, open: boolean) => (open ? (p99Ms ?? 0) : throughput);

function overBound(point: SearchPoint, p99BoundMs: number | null): string[] {
  if (p99BoundMs === null) return [];
  if ((point.p99Ms ?? Infinity) >= p99BoundMs)
    return [
      point.p99Slices.some((ms) => ms < p99BoundMs) ? 'over the bound, not in every slice' : 'over the bound',
    ];
  return point.p99Slices.some((ms) => ms >= p99BoundMs) ? ['on the edge'] : [];
}

function marksOf(point: SearchPoint, judgement: Recommendation | null, p99BoundMs: number | null): string {
  if (point.unusable !== null)
    return point.unusable.code === 'not-measured' ? say(point.unusable, words.unusable) : 'not usable';
  const is = (other: SearchPoint | null | undefined) =>
    other?.strategy === point.strategy && other.depth === point.depth;
  const marks = [...(point.keepsRate ? [] : ['does not keep the rate']), ...overBound(point, p99BoundMs)];
  if (!judgement) return marks.join(', ');
  if (is(judgement.knee) && hasKnee(judgement)) marks.push('knee');
  if (is(judgement.best)) marks.push('best');
  if (is(judgement.bound?.best) && !is(judgement.best)) marks.push('best under the bound');
  if (is(judgement.advised))
    marks.unshift(judgement.worth === 'bound out of reach' ? '◀ least p99' : '◀ advised');
  return marks.join(', ');
}

import { waitedForCore } from '../../shared/statistics/too-busy.ts';
import { clusterInWords } from './cluster-in-words.ts';
import type { Comparison, Environment, Result } from '../../shared/contract/result.ts';
import type { LaneResult, LaneTarget } from '../../shared/contract/lane-result.ts';
import type { LatencySummary, RoundTripFigures } from '../../shared/contract/figures.ts';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatMs,
  formatRate,
  formatRatio,
  formatTimes,
  formatShare,
} from '../../shared/words/format.ts';
import { batchingEvidence, factorsInWords } from '../../shared/words/gain.ts';
import { withLatency } from '../../shared/words/latency.ts';
import { networkInWords } from '../../shared/words/network-conditions.ts';
import { serverName } from '../../shared/words/server-names.ts';
import { describeServer } from '../../shared/words/server.ts';
import { english } from '../../shared/words/en/index.ts';
import { say } from '../../shared/words/words.ts';
import { ownSettings } from '../../shared/words/own-settings.ts';
import { counted } from '../../shared/words/workload.ts';

/** `redis 7.0.15 (embedded, AOF always), ping 0.080 ms`; of several servers one after the other. */
export function serverInWords(result: Result): string {
  const { plan, environment, lanes } = result;
  const { server, pingMs } = environment;
  const several = lanes.flatMap(({ target }) => (target ? targetInWords(target) : []));
  if (several.length > 0) return [...new Set(several)].join(' · ');
  const kind = [plan.target, describeServer(plan.server, english.server)]
    .filter((part) => part !== '')
    .join(', ');
  const ping = pingMs === null ? '' : `, ping ${formatMs(pingMs)} ms`;
  return `${server.name} ${server.version ?? ''} (${kind})${ping}`;
}

function targetInWords({ id, ioThreads, persistence, pingMs, ...server }: LaneTarget): string {
  const words = [
    id,
    ...(ioThreads === null ? [] : [counted(ioThreads, 'I/O thread')]),
    ...(persistence === null || persistence === 'off' ? [] : [persistence]),
    ...(server.allocator === null ? [] : [server.allocator]),
    ...(pingMs === null ? [] : [`ping ${formatMs(pingMs)} ms`]),
  ];
  return `${serverName(server)} (${words.join(', ')})`;
}

/** `turns of 1 s`, or that a race is none. */
export function scheduleInWords({ plan, precision, environment: { schedule } }: Result): string {
  return schedule === 'race'
    ? 'race, all at once: a demo, not a fair comparison'
    : `turns of ${formatDuration(plan.schedule.sliceMs)}${precisionInWords(precision)}${startsInWords(plan)}`;
}

const startsInWords = ({ schedule: { starts = 1 } }: Result['plan']): string =>
  starts > 1 ? `, ${starts} starts` : '';

const precisionInWords = (precision: Result['precision']): string =>
  precision?.ended === 'precise' && precision.reached !== null
    ? `, until every ratio was known to ±${english.numbers.percent(precision.asked, 1)} (±${english.numbers.percent(precision.reached, 1)})`
    : '';

/** What sends: library, Node and protocol. */
export const clientInWords = ({ client, node, resp }: Environment): string =>
  `${client} · Node ${node} · RESP${resp}`;

/** What it runs on, and whether the server does too. */
export const machineInWords = (environment: Environment): string =>
  `${environment.cpuModel} · ${counted(environment.cores, 'core')} · ${formatBytes(environment.memoryBytes)} · ${environment.platform}${sharing(environment.sharedMachine)}`;

/** Where it was measured, a name and a value each. */
export function environmentInWords(result: Result): [name: string, value: string][] {
  const { environment, startedAt, finishedAt } = result;
  return [
    ['Server', serverInWords(result)],
    ['Client', clientInWords(environment)],
    ['Machine', machineInWords(environment)],
    ['Network', networkInWords(result)],
    ['Schedule', scheduleInWords(result)],
    ['Measured', `${startedAt} · ${formatDuration(Date.parse(finishedAt) - Date.parse(startedAt))}`],
    ['Roundtrip', `${environment.roundtrip} · run ${result.id}`],
  ];
}

const sharing = (shared: boolean | null) =>
  shared === null ? '' : shared ? ', shared with the server' : ', the server on another';

/** How the figures came about, in sentences for a reader who knows nothing of Roundtrip. */
export function methodInWords({ lanes, environment: { schedule } }: Result): string {
  const slices = Math.max(0, ...lanes.map(({ throughput }) => throughput?.slices.length ?? 0));
  const how =
    schedule === 'race'
      ? 'All lanes ran at once and shared the machine: their ratios are a demo only.'
      : 'Lanes took turns, so that each had the machine to itself.';
  return `${how} Throughput is the median of ${counted(slices, 'counted slice')}, with its 95 % interval; warm-up is not counted. Ratios compare slices of the same round; where the interval includes 1, the comparison is inconclusive. Latency is that of a command, from its call to its reply${lanes.some(({ latencyMs }) => latencyMs.response) ? '; the response time counts from the moment when it was due' : ''}.`;
}

/** What bounds a lane, and what would help. */
export function verdictInWords({ verdict }: Pick<LaneResult, 'verdict'>): string {
  const { sentence, advice } = say(verdict, english.verdict);
  return `${sentence} ${advice}`;
}

/** What there is to know of the whole run or of a lane. */
export const warningsInWords = ({ warnings }: Pick<Result, 'warnings'>): string[] =>
  warnings.map((warning) => say(warning, english.warning));

/** What comes before the figures of a run: first that its machine was too busy for them. */
export const doubtsInWords = (result: Pick<Result, 'warnings' | 'lanes'>): string[] => [
  ...(result.lanes.some(waitedForCore) ? [english.tooBusy] : []),
  ...warningsInWords(result),
];

/** `× 3.87 (3.70 – 4.02); p50 +12 %`, `× 1.01 (0.97 – 1.05), inconclusive`. */
export function comparisonInWords(comparison: Comparison | undefined): string {
  if (!comparison) return '–';
  const { ratio, ci95, outcome, latency } = comparison;
  if (!ci95) return `${formatRatio(ratio)} (one slice: no interval)`;
  const throughput = `${formatRatio(ratio)} (${intervalInWords(ci95)})${outcome === 'inconclusive' ? ', inconclusive' : ''}`;
  return withLatency(throughput, latency, english.praise);
}

const intervalInWords = (ci95: readonly [number, number]) => ci95.map(formatTimes).join(' – ');

/** What there is to know of a lane besides its figures. `warn`: something is not as it should be. */
export interface Remark {
  warn: boolean;
  text: string;
}

export function remarksOn(
  lane: LaneResult,
  { comparisons, lanes, plan }: Pick<Result, 'comparisons' | 'lanes' | 'plan'>,
): Remark[] {
  const remarks: Remark[] = [];
  const note = (text: string) => remarks.push({ warn: false, text });
  const warn = (text: string) => remarks.push({ warn: true, text });
  const planned = plan.lanes.find(({ id }) => id === lane.id);
  const own = planned ? ownSettings(planned, plan) : '';
  if (own !== '') note(`settings of its own: ${own}`);
  if (lane.error) warn(`${lane.state}: ${lane.error.message}`);
  else if (lane.state === 'stopped') warn('stopped before its end');
  if (lane.failed > 0) warn(`failures: ${failuresInWords(lane)}`);
  const against = comparisons.find((one) => one.lane === lane.id);
  const gain = factorsInWords(lane, against, english.gain);
  if (gain !== null) note(gain);
  const evidence = gain && batchingEvidence(lane, lanes, ({ label }) => label, english.gain);
  if (evidence !== null) note(evidence);
  if (lane.hitRate !== null) note(`hit rate ${formatShare(lane.hitRate)}`);
  if (lane.rate)
    note(`offered ${formatRate(lane.rate.offered)}/s, achieved ${formatRate(lane.rate.achieved)}/s`);
  if (lane.bystander?.latencyMs) {
    const { latencyMs, sendLagMs, waitMs } = lane.bystander;
    const parts =
      sendLagMs && waitMs ? ` (send lag ${middleAndP99(sendLagMs)}; wait ${middleAndP99(waitMs)})` : '';
    note(`bystander ${middleAndP99(latencyMs)}, max ${formatMs(latencyMs.max)} ms${parts}`);
  }
  if (lane.roundTrip) {
    const { before, during } = lane.roundTrip;
    note(`measured round trip ${roundTrip(before)} before${during ? `, ${roundTrip(during)} during` : ''}`);
  }
  if (lane.roundTrip && lane.perWrite)
    note(
      `${formatBytes(lane.perWrite.bytes)} a write: ${counted(lane.perWrite.segments, 'TCP segment')} at an MTU of 1500`,
    );
  if (lane.link) {
    const { packetsOutPerCommand, packetsInPerCommand } = lane.link;
    note(
      `packets for each command: ${formatCount(packetsOutPerCommand)} to the server, ${formatCount(packetsInPerCommand)} from it`,
    );
  }
  for (const text of clusterInWords(lane)) note(text);
  // Their classes stand above.
  for (const warning of lane.warnings)
    if (warning.code !== 'commands-failed') warn(say(warning, english.warning));
  return remarks;
}

const middleAndP99 = ({ p50, p99 }: LatencySummary) => `p50 ${formatMs(p50)}, p99 ${formatMs(p99)}`;

const roundTrip = ({ medianMs, p99Ms }: RoundTripFigures) =>
  `${formatMs(medianMs)} (p99 ${formatMs(p99Ms)}) ms`;

const failuresInWords = ({ failures }: LaneResult) =>
  Object.entries(failures)
    .map(([name, count]) => `${name} ${count.toLocaleString('en-US')}`)
    .join(', ');

/** Why a lane has not measured what it was to; `null` when it has. The exit code of `bench` is 1 for any. */
export function laneShortfall(lane: LaneResult): string | null {
  if (lane.state === 'failed') return lane.error?.message ?? 'failed';
  if (lane.state === 'stopped') return 'stopped before its end';
  if (lane.commands === 0) return `no command succeeded: ${failuresInWords(lane) || 'none was counted'}`;
  return null;
}

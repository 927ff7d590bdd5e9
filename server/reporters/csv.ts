import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { describeNetwork } from '../../shared/words/network.ts';
import type { NetworkPlan, Plan } from '../../shared/contract/plan.ts';
import type { Workload } from '../../shared/contract/workload.ts';
import type { LatencySummary } from '../../shared/contract/figures.ts';
import { tunedPlan } from '../../shared/plan/tuned-plan.ts';
import { serverName } from '../../shared/words/server-names.ts';
import { workloadName } from '../../shared/words/workload.ts';
import { csvLine, type CsvCell } from './csv-line.ts';
import type { Reporter } from './reporter.ts';

/** A line for each lane: the columns of `redis-benchmark --csv` under its names, then those it has not. */
export const csv: Reporter = {
  id: 'csv',
  help: 'a line for each lane, redis-benchmark’s columns first, as CSV',
  report({ result }, write) {
    write(csvLine(columns.map(([name]) => name)));
    const atEnd = tunedPlan(result.plan, result.tunings);
    for (const lane of result.lanes) {
      const sent = sentBy(lane, atEnd);
      write(csvLine(columns.map(([, cell]) => cell(lane, result, sent))));
    }
  },
};

const latency = (key: keyof LatencySummary) => (lane: LaneResult) => ms(lane.latencyMs.command?.[key]);

/** What the figures of a lane are of. */
interface Sent {
  workload: Workload;
  network: NetworkPlan | undefined;
}

const sentBy = ({ id }: LaneResult, { lanes, workload, network }: Plan): Sent => {
  const lane = lanes.find((one) => one.id === id);
  return { workload: lane?.workload ?? workload, network: lane?.network ?? network };
};

const columns: readonly (readonly [
  name: string,
  cell: (lane: LaneResult, result: Result, sent: Sent) => CsvCell,
])[] = [
  ['test', (_lane, _result, { workload }) => workloadName(workload)],
  ['rps', (lane) => rate(lane.throughput?.median)],
  ['avg_latency_ms', latency('mean')],
  ['min_latency_ms', latency('min')],
  ['p50_latency_ms', latency('p50')],
  ['p95_latency_ms', latency('p95')],
  ['p99_latency_ms', latency('p99')],
  ['max_latency_ms', latency('max')],
  ['p999_latency_ms', latency('p999')],
  ['lane', (lane) => lane.id],
  ['strategy', (lane) => lane.strategy],
  ['label', (lane) => lane.label],
  ['state', (lane) => lane.state],
  ['rps_ci95_low', (lane) => rate(lane.throughput?.ci95?.[0])],
  ['rps_ci95_high', (lane) => rate(lane.throughput?.ci95?.[1])],
  ['rps_cv', (lane) => share(lane.throughput?.cv)],
  ['slices', (lane) => lane.throughput?.slices.length ?? 0],
  ['baseline', (lane, result) => versus(lane, result)?.baseline],
  ['ratio', (lane, result) => share(versus(lane, result)?.ratio)],
  ['ratio_ci95_low', (lane, result) => share(versus(lane, result)?.ci95?.[0])],
  ['ratio_ci95_high', (lane, result) => share(versus(lane, result)?.ci95?.[1])],
  ['outcome', (lane, result) => versus(lane, result)?.outcome],
  ['p50_response_ms', (lane) => ms(lane.latencyMs.response?.p50)],
  ['p99_response_ms', (lane) => ms(lane.latencyMs.response?.p99)],
  ['p50_batch_ms', (lane) => ms(lane.latencyMs.batch?.p50)],
  ['p99_batch_ms', (lane) => ms(lane.latencyMs.batch?.p99)],
  ['commands', (lane) => lane.commands],
  ['failed', (lane) => lane.failed],
  ['counts_agree', (lane) => lane.countsAgree],
  ['effective_batch', (lane) => rate(lane.effectiveBatch)],
  ['writes', (lane) => lane.writes],
  ['bytes_out', (lane) => lane.bytesOut],
  ['bytes_in', (lane) => lane.bytesIn],
  ['client_cpu', (lane) => share(lane.client.cpu)],
  ['server_cpu', (lane) => share(lane.server.cpu)],
  ['bystander_p99_ms', (lane) => ms(lane.bystander?.latencyMs?.p99)],
  ['bystander_lag_p99_ms', (lane) => ms(lane.bystander?.sendLagMs?.p99)],
  ['bystander_wait_p99_ms', (lane) => ms(lane.bystander?.waitMs?.p99)],
  ['bound', (lane) => lane.verdict.bound],
  ['clients', (_lane, _result, { workload }) => workload.clients],
  ['threads', (_lane, _result, { workload }) => workload.threads],
  ['pipeline', (_lane, _result, { workload }) => workload.pipeline],
  [
    'data_size_bytes',
    (_lane, _result, { workload: { dataSizeRange, dataSize } }) => (dataSizeRange ?? [dataSize]).join('-'),
  ],
  ['network', (_lane, _result, { network }) => describeNetwork(network)],
  ['server', (lane, { environment }) => serverName(lane.target ?? environment.server)],
  ['run', (_lane, result) => result.id],
  ['started_at', (_lane, result) => result.startedAt],
  ['p50_ratio', (lane, result) => share(versus(lane, result)?.latency?.ratio)],
  ['p50_ratio_ci95_low', (lane, result) => share(versus(lane, result)?.latency?.ci95?.[0])],
  ['p50_ratio_ci95_high', (lane, result) => share(versus(lane, result)?.latency?.ci95?.[1])],
  ['p50_outcome', (lane, result) => versus(lane, result)?.latency?.outcome],
  ['p50_of', (lane, result) => versus(lane, result)?.latency?.kind],
];

const versus = (lane: LaneResult, { comparisons }: Result) => comparisons.find((one) => one.lane === lane.id);

/** Decimals as redis-benchmark writes them. */
const rate = (value: number | null | undefined) => value?.toFixed(2);
const ms = (value: number | null | undefined) => value?.toFixed(3);
const share = (value: number | null | undefined) => value?.toFixed(4);

import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import type { LanePlan, Plan } from '../../../../shared/contract/plan.ts';
import type { LatencySummary } from '../../../../shared/contract/figures.ts';

/** time: held in ms. Everything else is a plain number; a share of 50 % is 0.5. */
export type FigureUnit = 'time' | 'number' | 'share';

/** A figure of a lane that an assertion may name. */
export interface Figure {
  name: string;
  unit: FigureUnit;
  help: string;
  read: (lane: LaneResult) => number | null;
  /** Why a plan cannot give this figure, known before the run; `null` when it can. */
  lacking?: (lane: LanePlan, plan: Plan) => string | null;
}

const percentiles = ['mean', 'min', 'p50', 'p95', 'p99', 'p999', 'max'] as const;

const latencies = (
  prefix: string,
  of: string,
  read: (lane: LaneResult) => LatencySummary | null | undefined,
  lacking?: Figure['lacking'],
): Figure[] =>
  percentiles.map((percentile) => ({
    name: `${prefix}${percentile}`,
    unit: 'time',
    help: `${of}, ${percentile}`,
    read: (lane) => read(lane)?.[percentile] ?? null,
    ...(lacking ? { lacking } : {}),
  }));

const number = (name: string, help: string, read: Figure['read']): Figure => ({
  name,
  unit: 'number',
  help,
  read,
});
const share = (name: string, help: string, read: Figure['read']): Figure => ({
  name,
  unit: 'share',
  help,
  read,
});

/** Every figure but those of a single command, in the order of docs/ci.md. */
export const figures: readonly Figure[] = [
  number('throughput', 'commands per second, the median of the slices', ({ throughput }) =>
    throughput ? throughput.median : null,
  ),
  share('cv', 'how much slices scatter: their coefficient of variation', ({ throughput }) =>
    throughput ? throughput.cv : null,
  ),
  ...latencies('', 'command latency', ({ latencyMs }) => latencyMs.command),
  ...latencies('batch.', 'batch latency', ({ latencyMs }) => latencyMs.batch),
  ...latencies(
    'response.',
    'response time at a requested rate',
    ({ latencyMs }) => latencyMs.response,
    ({ workload }) => (workload.rps === undefined ? 'response times need a requested rate: --rps' : null),
  ),
  ...latencies(
    'bystander.',
    'GETs of a separate client, from when they were due',
    ({ bystander }) => bystander?.latencyMs,
    (_lane, { bystander }) => (bystander ? null : 'a bystander has to be asked for: --bystander 100'),
  ),
  number('commands', 'counted commands that succeeded', ({ commands }) => commands),
  number('failed', 'counted commands that failed', ({ failed }) => failed),
  number('effectiveBatch', 'commands per socket write, as measured', ({ effectiveBatch }) => effectiveBatch),
  number('writes', 'socket writes', ({ writes }) => writes),
  number('bytesOut', 'bytes sent', ({ bytesOut }) => bytesOut),
  number('bytesIn', 'bytes received', ({ bytesIn }) => bytesIn),
  share('cpu', 'CPU of the client, of one core', ({ client }) => client.cpu),
  share('serverCpu', 'CPU of the server, of one core', ({ server }) => server.cpu),
  share('eventLoop', 'how busy the event loop is', ({ client }) => client.eventLoopUtilisation),
  share('hitRate', 'reads that found something', ({ hitRate }) => hitRate),
  share('rooflineShare', 'throughput as a share of the wire lane’s', ({ rooflineShare }) => rooflineShare),
  {
    ...number('achieved', 'commands per second at a requested rate', ({ rate }) => rate?.achieved ?? null),
    lacking: ({ workload }) => (workload.rps === undefined ? 'a rate has to be asked for: --rps' : null),
  },
];

/** Of a lane of a load curve: no run has it. */
export const keptFigure: Figure = number(
  'kept',
  'highest rate that the lane keeps, commands per second',
  () => null,
);

/** A figure by its name, in any case: `p99`, `batch.p99`; `get.p99` is that of one command of a mix. */
export function figureNamed(name: string): Figure | undefined {
  const wanted = name.toLowerCase();
  return figures.find((figure) => figure.name.toLowerCase() === wanted) ?? figureOfCommand(wanted);
}

function figureOfCommand(name: string): Figure | undefined {
  const [command = '', percentile] = name.split('.');
  return latencies(
    `${command}.`,
    `command latency of ${command.toUpperCase()}`,
    ({ byCommand = [] }) => byCommand.find((one) => one.command.toLowerCase() === command)?.latencyMs,
    ({ workload }) => notInMix(command, workload),
  ).find((figure) => percentile !== undefined && figure.name === `${command}.${percentile}`);
}

/** Why a workload has no latencies of this command alone; `null`: it has. */
function notInMix(command: string, { commands, customCommand = '' }: LanePlan['workload']): string | null {
  const sent = commands.map((id) =>
    (id === 'custom' ? (customCommand.split(' ')[0] ?? id) : id).toLowerCase(),
  );
  if (!sent.includes(command)) return `this lane sends no "${command}"; it sends ${sent.join(', ')}`;
  return sent.length === 1 ? `this lane sends nothing but ${command}: leave "${command}." out` : null;
}

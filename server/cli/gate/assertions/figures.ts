import { rateOf } from '../../../../shared/statistics/figures.ts';
import type { LaneResult } from '../../../../shared/contract/lane-result.ts';
import { programStrategy } from '../../../../shared/plan/program-lane.ts';
import type { LanePlan, Plan } from '../../../../shared/contract/plan.ts';
import { lineAt, splitWords } from '../../../../shared/commands/custom-words.ts';
import type { LatencySummary } from '../../../../shared/contract/figures.ts';
import type { QuantityKind } from './quantity.ts';

/** A figure of a lane that an assertion may name. */
export interface Figure {
  name: string;
  unit: QuantityKind;
  read: (lane: LaneResult) => number | null;
  /** True for a count, in which chance has no part; it may grow with the run. */
  isCounted?: true;
  /** Why a plan cannot give this figure, known before the run; `null` when it can. */
  lacking?: (lane: LanePlan, plan: Plan) => string | null;
}

const percentiles = ['mean', 'min', 'p50', 'p95', 'p99', 'p999', 'max'] as const;

const latencies = (
  prefix: string,
  read: (lane: LaneResult) => LatencySummary | null | undefined,
  lacking?: Figure['lacking'],
): Figure[] =>
  percentiles.map((percentile) => ({
    name: `${prefix}${percentile}`,
    unit: 'time',
    read: (lane) => read(lane)?.[percentile] ?? null,
    ...(lacking ? { lacking } : {}),
  }));

const number = (name: string, read: Figure['read']): Figure => ({ name, unit: 'number', read });
const counted = (name: string, read: Figure['read']): Figure => ({ ...number(name, read), isCounted: true });
const share = (name: string, read: Figure['read']): Figure => ({ name, unit: 'share', read });

/** What a plan without a rate lacks. */
const lackingRate =
  (why: string): NonNullable<Figure['lacking']> =>
  ({ workload }) =>
    workload.rps === undefined ? why : null;

/** What lanes of strategies lack. */
const lackingUnits: NonNullable<Figure['lacking']> = ({ strategy }, { written }) =>
  strategy === programStrategy || written !== undefined
    ? null
    : 'only lanes of your own code and written workloads have units: --lane FILE, --workload FILE';

/** Every figure but those of a single command, in the order of docs/ci.md, which says what each is. */
export const figures: readonly Figure[] = [
  number('throughput', rateOf),
  share('cv', ({ throughput }) => throughput?.cv ?? null),
  ...latencies('', ({ latencyMs }) => latencyMs.command),
  ...latencies('batch.', ({ latencyMs }) => latencyMs.batch),
  ...latencies(
    'response.',
    ({ latencyMs }) => latencyMs.response,
    lackingRate('response times need a requested rate: --rps'),
  ),
  ...latencies(
    'bystander.',
    ({ bystander }) => bystander?.latencyMs,
    (_lane, { bystander }) => (bystander ? null : 'a bystander has to be asked for: --bystander 100'),
  ),
  counted('commands', ({ commands }) => commands),
  {
    ...counted('commandsPerUnit', ({ perUnit }) => perUnit?.commands ?? null),
    lacking: lackingUnits,
  },
  { ...counted('tripsPerUnit', ({ perUnit }) => perUnit?.trips ?? null), lacking: lackingUnits },
  counted('failed', ({ failed }) => failed),
  number('effectiveBatch', ({ effectiveBatch }) => effectiveBatch),
  counted('writes', ({ writes }) => writes),
  counted('bytesOut', ({ bytesOut }) => bytesOut),
  counted('bytesIn', ({ bytesIn }) => bytesIn),
  share('cpu', ({ client }) => client.cpu),
  share('serverCpu', ({ server }) => server.cpu),
  share('eventLoop', ({ client }) => client.eventLoopUtilisation),
  share('hitRate', ({ hitRate }) => hitRate),
  share('cacheHitRate', ({ cache }) => cache?.hitRate ?? null),
  counted('stale', ({ staleness }) => staleness?.stale ?? null),
  share('rooflineShare', ({ rooflineShare }) => rooflineShare),
  {
    ...number('achieved', ({ rate }) => rate?.achieved ?? null),
    lacking: lackingRate('a rate has to be asked for: --rps'),
  },
];

/** The highest rate that a lane of a load curve keeps, commands per second: no run has it. */
export const keptFigure: Figure = number('kept', () => null);

/** A figure by its name, in any case: `p99`, `batch.p99`; `get.p99` is that of one command of a mix. */
export function figureNamed(name: string): Figure | undefined {
  const wanted = name.toLowerCase();
  return figures.find((figure) => figure.name.toLowerCase() === wanted) ?? figureOfCommand(wanted);
}

function figureOfCommand(name: string): Figure | undefined {
  const [command = '', percentile] = name.split('.');
  return latencies(
    `${command}.`,
    ({ byCommand = [] }) => byCommand.find((one) => one.command.toLowerCase() === command)?.latencyMs,
    ({ workload }) => notInMix(command, workload),
  ).find((figure) => percentile !== undefined && figure.name === `${command}.${percentile}`);
}

/** Why a workload has no latencies of this command alone; `null`: it has. */
function notInMix(command: string, workload: LanePlan['workload']): string | null {
  const names = workload.commands.map((id, place) =>
    (id === 'custom' ? (splitWords(lineAt(workload, place) ?? '')[0] ?? id) : id).toLowerCase(),
  );
  const sent = [...new Set(names)];
  if (!sent.includes(command)) return `this lane sends no "${command}"; it sends ${sent.join(', ')}`;
  return sent.length === 1 ? `this lane sends nothing but ${command}: leave "${command}." out` : null;
}

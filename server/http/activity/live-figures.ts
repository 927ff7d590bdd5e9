import type { LiveLatency, LiveSample } from '../../../shared/contract/live.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import type { LatencySummary, ServerFigures } from '../../../shared/contract/figures.ts';

/** Whole from 1000 on; below, four digits that say something. */
export const shortNumber = (value: number): number =>
  Number.isInteger(value)
    ? value
    : Math.abs(value) >= 1000
      ? Math.round(value)
      : Number(value.toPrecision(4));

/** The same figures with short numbers: nobody reads longer ones live. */
export const withShortNumbers = <T extends object>(figures: T): T =>
  JSON.parse(
    JSON.stringify(figures, (_, value: unknown) => (typeof value === 'number' ? shortNumber(value) : value)),
  ) as T;

const liveLatency = ({ mean, p50, p99 }: LatencySummary): LiveLatency => ({ mean, p50, p99 });

const liveServer = ({ cpu, cpuMicrosPerCommand, cluster }: ServerFigures): LiveSample['server'] => ({
  cpu,
  cpuMicrosPerCommand,
  ...(cluster ? { cluster } : {}),
});

/** What pages draw of a sample. */
export function toLiveSample({
  endsSlice,
  failures,
  hits,
  misses,
  offered,
  backlog,
  latencyMs: { command, batch, response },
  client: { cpu, eventLoopUtilisation },
  server,
  settings: { revision, pipeline, rps },
  ...drawn
}: Sample): LiveSample {
  return withShortNumbers({
    ...drawn,
    latencyMs: {
      command: command && liveLatency(command),
      batch: batch && { mean: batch.mean },
      ...(response ? { response: liveLatency(response) } : {}),
    },
    client: { cpu, eventLoopUtilisation },
    server: server && liveServer(server),
    settings: { revision, pipeline, rps },
  });
}

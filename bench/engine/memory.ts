import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { formatBytes } from '../../shared/words/format.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { scriptOptions } from '../script-options.ts';

/** Whether the memory of a run is constant: the process while it sends many commands, after its warm-up. */
const values = scriptOptions({
  strategy: { type: 'string', default: 'wire' },
  requests: { type: 'string', default: '100000000' },
  pipeline: { type: 'string', default: '64' },
  clients: { type: 'string', default: '20' },
});

const server = await startEmbedded();
try {
  const plan = parsePlan({
    lanes: [{ strategy: values.strategy }],
    workload: {
      requests: Number(values.requests),
      pipeline: Number(values.pipeline),
      clients: Number(values.clients),
      warmupMs: 5000,
    },
  });
  const resident: number[] = [];
  const run = startRun(
    { plan, target: server.target },
    {
      onEvent: (event) => {
        if (event.type === 'sample' && event.sample.phase === 'counted')
          resident.push(process.memoryUsage.rss());
      },
    },
  );
  const { lanes } = await run.finished;
  const seconds = Math.max(1, Math.floor(resident.length / 10));
  const [start, end] = [median(resident.slice(0, seconds)), median(resident.slice(-seconds))];
  const commands = lanes[0]?.commands ?? 0;
  process.stdout.write(
    `${values.strategy}: ${commands.toLocaleString('en-US')} commands in ${((lanes[0]?.elapsedMs ?? 0) / 1000).toFixed(0)} s; ` +
      `resident, first and last tenth after warm-up: ${formatBytes(start)}, ${formatBytes(end)}; ` +
      `grown by ${((end - start) / 1e6).toFixed(1)} MB (at most ${formatBytes(Math.max(...resident))})\n`,
  );
} finally {
  await server.stop();
}

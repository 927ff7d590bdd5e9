import { parseArgs } from 'node:util';
import { parsePlan } from '../../../shared/schemas.ts';
import { formatBytes } from '../../../shared/format.ts';
import { startEmbedded } from '../../redis/embedded.ts';
import { startRun } from '../run.ts';

/** Whether the memory of a run is constant: the process, after its warm-up and at the end of many commands. */
const { values } = parseArgs({
  options: {
    strategy: { type: 'string', default: 'wire' },
    requests: { type: 'string', default: '100000000' },
    pipeline: { type: 'string', default: '64' },
    clients: { type: 'string', default: '20' },
  },
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
  let warm = NaN;
  let most = 0;
  const run = startRun(plan, server.target, {
    onEvent: (event) => {
      if (event.type === 'slice-started' && event.phase === 'counted' && Number.isNaN(warm))
        warm = process.memoryUsage.rss();
      if (event.type === 'sample') most = Math.max(most, process.memoryUsage.rss());
    },
  });
  const { lanes } = await run.finished;
  const end = process.memoryUsage.rss();
  const commands = lanes[0]?.commands ?? 0;
  process.stdout.write(
    `${values.strategy}: ${commands.toLocaleString('en-US')} commands in ${((lanes[0]?.elapsedMs ?? 0) / 1000).toFixed(0)} s; ` +
      `resident: warm ${formatBytes(warm)}, most ${formatBytes(most)}, end ${formatBytes(end)}; ` +
      `grown by ${((end - warm) / 1e6).toFixed(1)} MB\n`,
  );
} finally {
  await server.stop();
}

import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { parsePlan } from '../../../shared/schemas.ts';
import { compareSlices, median } from '../../../shared/statistics.ts';
import { startEmbedded } from '../../redis/embedded.ts';
import type { Target } from '../../redis/target.ts';
import { Lane } from '../lane.ts';
import { KeyNames, lanePrefix, newRunPrefix } from '../workload/key-names.ts';
import { makePayloads } from '../workload/payloads.ts';
import { bareLoops } from './bare-loops.ts';
import type { BareTask } from './bare-worker.ts';

/**
 * What measuring costs: each strategy's lane against a bare loop that sends the same without measuring, each in
 * a worker thread of its own, in turns (A B, B A, …), as the ratio of their throughputs.
 */
const { values } = parseArgs({
  options: {
    strategy: { type: 'string', default: Object.keys(bareLoops).join(',') },
    starts: { type: 'string', default: '4' },
    pairs: { type: 'string', default: '5' },
    slice: { type: 'string', default: '400' },
    clients: { type: 'string', default: '10' },
    pipeline: { type: 'string', default: '16' },
  },
});
const pairs = Number(values.pairs);
const sliceMs = Number(values.slice);
/** Throughput climbs for up to two seconds, of the longer code for longer. */
const warmups = Math.ceil(2400 / sliceMs);

const server = await startEmbedded();
try {
  process.stdout.write('strategy        engine/s     bare/s  engine / bare  95 % interval\n');
  for (const strategy of values.strategy.split(','))
    process.stdout.write(await compare(strategy, server.target));
} finally {
  await server.stop();
}

/** Threads are started anew several times: what one start makes of a program differs from the next by some per cent. */
async function compare(strategy: string, target: Target): Promise<string> {
  const engineSlices: number[] = [];
  const bareSlices: number[] = [];
  for (let start = 0; start < Number(values.starts); start++)
    await measureStart(strategy, target, engineSlices, bareSlices);
  const comparison = compareSlices(engineSlices, bareSlices);
  const figures = [median(engineSlices), median(bareSlices)].map((value) =>
    Math.round(value).toString().padStart(9),
  );
  const interval = comparison?.ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? '–';
  return `${strategy.padEnd(14)} ${figures.join('  ')}  ${(comparison?.ratio ?? NaN).toFixed(3).padStart(13)}  ${interval}\n`;
}

async function measureStart(
  strategy: string,
  target: Target,
  engineSlices: number[],
  bareSlices: number[],
): Promise<void> {
  const plan = parsePlan({
    workload: { clients: Number(values.clients), pipeline: Number(values.pipeline) },
    lanes: [{ strategy }],
  }).lanes[0];
  if (!plan) throw new Error('a plan has a lane');
  const { workload } = plan;
  const prefix = lanePrefix(newRunPrefix(), 0);
  const names = new KeyNames(prefix, 'string', workload.keyspace);
  const workerData: BareTask = {
    strategy,
    endpoint: target.endpoint,
    clients: workload.clients,
    keys: Array.from({ length: workload.keyspace }, (_, key) => names.name(key)),
    payload: String(makePayloads(workload)[0]),
    batchSize: workload.pipeline,
  };
  const bare = new Worker(new URL(import.meta.url.replace('overhead', 'bare-worker')), { workerData });
  const lane = new Lane({ plan, endpoint: target.endpoint, prefix });
  await Promise.all([lane.ready(), once(bare, 'message')]);

  const runBare = async () => {
    bare.postMessage(sliceMs);
    const [perSecond] = (await once(bare, 'message')) as [number];
    return perSecond;
  };
  const runEngine = async () => {
    let perSecond = 0;
    const turn = { lane: 0, durationMs: sliceMs, commands: null };
    await lane.run(0, turn, 0, ({ tally, elapsedMs }) => (perSecond = (tally.completed * 1000) / elapsedMs));
    // What a run reads after each slice belongs to the cost of measuring, but not to the lane's time.
    lane.latencies('command');
    return perSecond;
  };
  for (let pair = -warmups; pair < pairs; pair++) {
    const engineFirst = pair % 2 === 0;
    const first = engineFirst ? await runEngine() : await runBare();
    const second = engineFirst ? await runBare() : await runEngine();
    if (pair < 0) continue;
    engineSlices.push(engineFirst ? first : second);
    bareSlices.push(engineFirst ? second : first);
  }
  await Promise.all([lane.close(), bare.terminate()]);
}

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { clientIds, defaultClient } from '../../shared/contract/enums.ts';
import { findBinding } from '../../server/engine/clients/bindings.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import type { Target } from '../../server/redis/connection/target.ts';
import { startShareIn } from '../../server/engine/program/start-lane.ts';
import type { CodeOfLanes } from '../../server/engine/lane/lane-code.ts';
import { programStrategy } from '../../shared/plan/program-lane.ts';
import { Lane } from '../../server/engine/lane/lane.ts';
import { KeyNames, lanePrefix, newRunPrefix } from '../../server/engine/workload/key-names.ts';
import { makePayloads } from '../../server/engine/workload/payloads.ts';
import { bareStrategies } from './bare/loops.ts';
import type { BareSlice, BareTask } from './bare-worker.ts';
import { builtFile, projectFile } from '../../server/built.ts';
import { scriptOptions, wrongUsage } from '../script-options.ts';

/**
 * What measuring costs: each strategy's lane against a bare loop that sends the same without measuring, each in
 * a worker thread of its own, in turns (A B, B A, …), as the ratio of their throughputs. Beside it the ratio of
 * commands per CPU time of the thread: the same where the client's CPU is the limit, and steadier on a machine
 * that others use. `--strategy function`: a lane of one's own code, that sends what the loop for one-by-one does.
 */
const values = scriptOptions({
  client: { type: 'string', default: defaultClient },
  strategy: { type: 'string' },
  starts: { type: 'string', default: '4' },
  pairs: { type: 'string', default: '5' },
  slice: { type: 'string', default: '400' },
  clients: { type: 'string', default: '10' },
  pipeline: { type: 'string', default: '16' },
});
const client = clientIds.find((id) => id === values.client);
if (!client) wrongUsage(`--client is one of ${clientIds.join(', ')}, not "${values.client}"`);
const strategies = values.strategy?.split(',') ?? bareStrategies[client];
const runsIn = findBinding(client)?.runsIn ?? 'thread';
const pairs = Number(values.pairs);
const sliceMs = Number(values.slice);
/** Throughput climbs for up to two seconds, of the longer code for longer. */
const warmups = Math.ceil(2400 / sliceMs);

const server = await startEmbedded();
try {
  process.stdout.write(
    'strategy        engine/s     bare/s  engine / bare  95 % interval    per CPU time  95 % interval\n',
  );
  for (const strategy of strategies) process.stdout.write(await compare(strategy, server.target));
} finally {
  await server.stop();
}

interface Slices {
  engine: BareSlice[];
  bare: BareSlice[];
}

/** Threads are started anew several times: what one start makes of a program differs from the next by some per cent. */
async function compare(strategy: string, target: Target): Promise<string> {
  const slices: Slices = { engine: [], bare: [] };
  for (let start = 0; start < Number(values.starts); start++) await measureStart(strategy, target, slices);
  const figures = [slices.engine, slices.bare].map((side) =>
    Math.round(median(side.map(({ perSecond }) => perSecond)))
      .toString()
      .padStart(9),
  );
  const [perSecond, perCpuSecond] = [ratioOf(slices, 'perSecond'), ratioOf(slices, 'perCpuSecond')];
  return `${strategy.padEnd(14)} ${figures.join('  ')}  ${perSecond}  ${perCpuSecond}\n`;
}

function ratioOf({ engine, bare }: Slices, figure: keyof BareSlice): string {
  const [ours, theirs] = [engine, bare].map((side) => side.map((slice) => slice[figure]));
  const comparison = compareSlices(ours ?? [], theirs ?? []);
  const interval = comparison?.ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? '–';
  return `${(comparison?.ratio ?? NaN).toFixed(3).padStart(13)}  ${interval.padEnd(13)}`;
}

async function measureStart(strategy: string, target: Target, slices: Slices): Promise<void> {
  const isProgram = strategy === programStrategy;
  const own = isProgram ? { file: 'set-one.mjs' } : { client };
  const plan = parsePlan(
    {
      workload: { clients: Number(values.clients), pipeline: Number(values.pipeline) },
      lanes: [{ strategy, ...own }],
    },
    'caller',
  ).lanes[0];
  if (!plan) throw new Error('a plan has a lane');
  const { workload } = plan;
  const prefix = lanePrefix(newRunPrefix(), 0);
  const names = new KeyNames(prefix, 'string', workload.keyspace);
  const workerData: BareTask = {
    // One unit of it is one command.
    strategy: isProgram ? 'one-by-one' : strategy,
    client: client ?? defaultClient,
    endpoint: target.endpoint,
    clients: workload.clients,
    keys: Array.from({ length: workload.keyspace }, (_, key) => names.name(key)),
    payload: String(makePayloads(workload)[0]),
    batchSize: workload.pipeline,
  };
  const bare = startBare(workerData);
  const code: CodeOfLanes | undefined = isProgram
    ? new Map([[plan.id, { type: 'file', url: projectFile('bench/engine/set-one.mjs').href }]])
    : undefined;
  const lane = new Lane({
    ...{ plan, endpoint: target.endpoint, prefix, code: code?.get(plan.id) },
    start: startShareIn({ id: plan.id, client }, code),
  });
  await Promise.all([lane.ready(), bare.ready]);

  const runBare = () => bare.run(sliceMs);
  const runEngine = async () => {
    const slice: BareSlice = { perSecond: 0, perCpuSecond: 0 };
    const turn = { lane: 0, durationMs: sliceMs, commands: null };
    await lane.run(0, turn, 0, ({ tally, elapsedMs, cpuMs }) => {
      slice.perSecond = (tally.completed * 1000) / elapsedMs;
      slice.perCpuSecond = (tally.completed * 1000) / (cpuMs ?? NaN);
    });
    // What a run reads after each slice belongs to the cost of measuring, but not to the lane's time.
    lane.latencies('command');
    return slice;
  };
  for (let pair = -warmups; pair < pairs; pair++) {
    const engineFirst = pair % 2 === 0;
    const first = engineFirst ? await runEngine() : await runBare();
    const second = engineFirst ? await runBare() : await runEngine();
    if (pair < 0) continue;
    slices.engine.push(engineFirst ? first : second);
    slices.bare.push(engineFirst ? second : first);
  }
  await lane.close();
  bare.stop();
}

/** In a process where the lanes of the library have one too. */
function startBare(task: BareTask) {
  const entry = builtFile('bench/engine/bare-worker.js');
  if (runsIn === 'process') {
    const child = fork(fileURLToPath(entry), [], { execArgv: [] });
    child.send(task);
    return {
      ready: once(child, 'message'),
      run: async (durationMs: number) => {
        child.send(durationMs);
        return ((await once(child, 'message')) as [BareSlice])[0];
      },
      stop: () => {
        child.kill();
      },
    };
  }
  const worker = new Worker(entry, { workerData: task });
  return {
    ready: once(worker, 'message'),
    run: async (durationMs: number) => {
      worker.postMessage(durationMs);
      return ((await once(worker, 'message')) as [BareSlice])[0];
    },
    stop: () => {
      void worker.terminate();
    },
  };
}

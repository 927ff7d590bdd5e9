import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { formatBytes, formatRate } from '../../shared/words/format.ts';
import { published } from '../../shared/recipes/bulk-insert.ts';
import { keyPrefix } from '../../shared/recipes/threads.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import type { LanePlan } from '../../shared/contract/plan.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../server/redis/private/embedded.ts';
import type { Endpoint, Target } from '../../server/redis/connection/target.ts';
import { Lane } from '../../server/engine/lane/lane.ts';
import { lanePrefix, newRunPrefix } from '../../server/engine/workload/key-names.ts';
import { writeProtocolFile, type ProtocolFile } from './protocol-file.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * Fills an empty private server with keys: by `redis-cli --pipe` from a file that was written beforehand, and by lanes
 * that make the same commands as they go. All take turns, round by round, each on a server that has just been started.
 * The clock runs from the start of the process or of the threads to the last reply; each time all keys have to be there.
 */
const values = scriptOptions({
  keys: { type: 'string', default: String(published.commands) },
  rounds: { type: 'string', default: '5' },
  strategy: { type: 'string', default: 'wire,multi-key' },
  threads: { type: 'string', default: '1' },
  /** Of each thread. */
  connections: { type: 'string', default: '4' },
  pipeline: { type: 'string', default: '1000' },
});
const keys = Number(values.keys);
const prefix = lanePrefix(newRunPrefix(), 0);

interface Contender {
  label: string;
  /** Resolves with the moment at which the last reply had come. */
  fill: (target: Target) => Promise<number>;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

const laneFor = (strategy: string, threads = 1, connections = 1): LanePlan => {
  const { lanes } = parsePlan({
    workload: {
      ...{ requests: keys, keyspace: keys, keyPattern: 'S', keyPrefix },
      ...{ dataSize: String(keys).length, clients: threads * connections, threads, resp: 2, warmupMs: 0 },
      pipeline: Number(values.pipeline),
    },
    lanes: [{ strategy }],
  });
  if (!lanes[0]) throw new Error('a plan has a lane');
  return lanes[0];
};

const isInstalled = await promisify(execFile)('redis-cli', ['--version']).then(
  () => true,
  () => false,
);
const file = isInstalled ? writeProtocolFile(laneFor('wire'), prefix) : null;
if (file)
  say(
    `${formatRate(keys)} SETs, ${formatBytes(file.bytes)} on the wire; batches of ${values.pipeline}; threads × connections of each.`,
  );
else say('redis-cli is not installed: nothing to compare with.');

const contenders: Contender[] = [
  ...(file ? [{ label: 'redis-cli --pipe', fill: (target: Target) => byCli(target.endpoint, file) }] : []),
  ...values.strategy.split(',').flatMap((strategy) =>
    values.threads.split(',').flatMap((threads) =>
      values.connections.split(',').map((connections) => ({
        label: `${strategy}, ${threads} × ${connections}`,
        fill: (target: Target) =>
          byLane(target.endpoint, laneFor(strategy, Number(threads), Number(connections))),
      })),
    ),
  ),
];

const rates = new Map<Contender, number[]>(contenders.map((contender) => [contender, []]));
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    // There and back, so that what drifts steadily cancels.
    const order = round % 2 === 0 ? contenders : contenders.toReversed();
    for (const contender of order) rates.get(contender)?.push((keys * 1000) / (await timeOf(contender)));
  }
} finally {
  file?.remove();
}
report();

async function timeOf({ label, fill }: Contender): Promise<number> {
  const server = await startEmbedded();
  try {
    const startedAt = performance.now();
    const tookMs = (await fill(server.target)) - startedAt;
    const redis = await openAdmin(server.target);
    const there = await redis.dbsize().finally(() => {
      redis.disconnect();
    });
    if (there !== keys) throw new Error(`${label}: ${there} keys are there in place of ${keys}`);
    return tookMs;
  } finally {
    await server.stop();
  }
}

async function byCli({ host = '127.0.0.1', port = 6379 }: Endpoint, { path }: ProtocolFile): Promise<number> {
  const input = openSync(path, 'r');
  const child = spawn('redis-cli', ['-h', host, '-p', String(port), '--pipe'], {
    stdio: [input, 'pipe', 'inherit'],
  });
  closeSync(input);
  let output = '';
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const endedAt = performance.now();
  if (code !== 0 || !output.includes(`errors: 0, replies: ${keys}`))
    throw new Error(`redis-cli --pipe ended with ${String(code)}: ${output}`);
  return endedAt;
}

async function byLane(endpoint: Endpoint, plan: LanePlan): Promise<number> {
  const lane = new Lane({ plan, endpoint, prefix });
  try {
    await lane.ready();
    await lane.run(0, { lane: 0, durationMs: null, commands: keys }, 0, ({ tally, fatal }) => {
      if (fatal !== null || tally.failed > 0) throw new Error(fatal ?? `${tally.failed} commands failed`);
    });
    return performance.now();
  } finally {
    await lane.close();
  }
}

function report(): void {
  const [first] = contenders;
  const reference = first && file ? (rates.get(first) ?? []) : [];
  say(`${'by'.padEnd(22)}${'keys/s'.padStart(12)}${'seconds'.padStart(10)}   against redis-cli --pipe`);
  for (const [contender, ofRounds] of rates) {
    const rate = median(ofRounds);
    const ratio = contender === first || !file ? null : compareSlices(ofRounds, reference);
    const interval = ratio?.ci95 ? ` (${ratio.ci95.map((end) => end.toFixed(2)).join(' – ')})` : '';
    say(
      `${contender.label.padEnd(22)}${formatRate(rate).padStart(12)}${(keys / rate).toFixed(2).padStart(10)}   ${ratio ? `× ${ratio.ratio.toFixed(2)}${interval}` : ''}`,
    );
  }
}

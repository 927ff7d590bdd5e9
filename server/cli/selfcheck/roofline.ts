import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { formatRate } from '../../../shared/words/format.ts';
import { compareFitted } from '../../../shared/statistics/paired-ratio.ts';
import { fitRates } from '../../../shared/statistics/lane-fit.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { Lane } from '../../engine/lane/lane.ts';
import { lanePrefix, newRunPrefix } from '../../engine/workload/key-names.ts';
import type { EmbeddedServer } from '../../redis/private/embedded.ts';
import type { Selfcheck, SelfcheckFinding } from './check.ts';

const run = promisify(execFile);
const pairs = 6;
const sliceMs = 700;
const dataSize = 100;

/** The wire lane beside redis-benchmark with the same connections, depth and payload, in turns. */
export const roofline: Selfcheck = {
  question: 'wire against redis-benchmark',
  async run(server) {
    try {
      await run('redis-benchmark', ['--version']);
    } catch {
      return [{ what: 'redis-benchmark', figure: 'not installed', passed: null }];
    }
    const findings: SelfcheckFinding[] = [];
    for (const clients of [1, 20, 50])
      for (const pipeline of [1, 16, 64]) findings.push(await compare(server, clients, pipeline));
    return findings;
  },
};

async function compare(server: EmbeddedServer, clients: number, pipeline: number): Promise<SelfcheckFinding> {
  const [plan] = parsePlan({
    workload: { clients, pipeline, dataSize },
    lanes: [{ strategy: 'wire' }],
  }).lanes;
  if (!plan) throw new Error('a plan has a lane');
  const lane = new Lane({ plan, endpoint: server.target.endpoint, prefix: lanePrefix(newRunPrefix(), 0) });
  try {
    await lane.ready();
    const wire = () => wireSlice(lane);
    const rough = await wire();
    const requests = Math.round((rough * sliceMs) / 1000);
    const theirs = () => redisBenchmark(server, { clients, pipeline, requests });
    await wire();
    const ours: number[] = [];
    const reference: number[] = [];
    for (let pair = 0; pair < pairs; pair++) {
      if (pair % 2 === 0) ours.push(await wire());
      reference.push(await theirs());
      if (pair % 2 === 1) ours.push(await wire());
    }
    return describe(clients, pipeline, ours, reference);
  } finally {
    await lane.close();
  }
}

function describe(clients: number, pipeline: number, ours: number[], reference: number[]): SelfcheckFinding {
  const [own = NaN, other = NaN] = fitRates([{ slices: ours }, { slices: reference }]);
  const comparison = compareFitted({ estimate: own, slices: ours }, { estimate: other, slices: reference });
  const upper = comparison?.ci95?.[1] ?? NaN;
  const interval = comparison?.ci95?.map((bound) => bound.toFixed(2)).join(' – ') ?? '–';
  return {
    what: `c${clients} P${pipeline}`,
    figure: `${formatRate(own)} / ${formatRate(other)} = × ${(comparison?.ratio ?? NaN).toFixed(2)} (${interval})`,
    // Slower only if that can be told.
    passed: upper >= 1,
  };
}

async function wireSlice(lane: Lane): Promise<number> {
  let perSecond = NaN;
  await lane.run(0, { lane: 0, durationMs: sliceMs, commands: null }, 0, ({ tally, elapsedMs }) => {
    perSecond = (tally.completed * 1000) / elapsedMs;
  });
  return perSecond;
}

async function redisBenchmark(
  { target }: EmbeddedServer,
  { clients, pipeline, requests }: { clients: number; pipeline: number; requests: number },
): Promise<number> {
  const words = {
    p: target.endpoint.port,
    c: clients,
    P: pipeline,
    n: requests,
    d: dataSize,
    r: 10_000,
    t: 'set',
  };
  const { stdout } = await run('redis-benchmark', [
    ...Object.entries(words).flatMap(([name, value]) => [`-${name}`, String(value)]),
    '--csv',
  ]);
  const rate = /"SET","([\d.]+)"/.exec(stdout)?.[1];
  if (rate === undefined) throw new Error(`redis-benchmark printed no rate for SET: ${stdout}`);
  return Number(rate);
}

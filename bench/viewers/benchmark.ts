import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { rateOf } from '../../shared/statistics/figures.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { median } from '../../shared/statistics/statistics.ts';
import type { FromCrowd, ToCrowd } from './crowd-messages.ts';
import { MeasuredServer } from './measured-server.ts';
import { builtFile } from '../../server/built.ts';
import { scriptOptions } from '../script-options.ts';

/**
 * A real server under many viewers. First runs with and without viewers, in pairs (watched, alone, alone, watched):
 * whether each viewer received each start and end, what the server's main thread took of a core by the kernel, and
 * the run's throughput. Then connections on which nothing is asked, and the time until Stop acts. Ends with 1 where
 * a start or an end was lost, or Stop took longer than a second.
 */
const values = scriptOptions({
  viewers: { type: 'string', default: '1000' },
  idle: { type: 'string', default: '2000' },
  pairs: { type: 'string', default: '4' },
  duration: { type: 'string', default: '5000' },
});
const viewers = Number(values.viewers);
const longestStopMs = 1000;
const lanes = [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }];
const plan: PlanInput = { lanes, workload: { durationMs: Number(values.duration), warmupMs: 1000 } };

const server = await MeasuredServer.start();
const crowd = fork(builtFile('bench/viewers/crowd.js'), [server.url]);
await once(crowd, 'message');

async function ask(message: ToCrowd): Promise<FromCrowd> {
  crowd.send(message);
  const [answer] = (await once(crowd, 'message')) as [FromCrowd];
  return answer;
}

interface Round {
  id: string;
  throughput: number;
  /** Of one core. */
  cpu: number;
}

async function measure(): Promise<Round> {
  const before = { cpuMs: server.mainThreadMs(), ms: performance.now() };
  const id = await server.startRun(plan);
  const { lanes: measured } = await server.resultOf(id);
  const cpu = (server.mainThreadMs() - before.cpuMs) / (performance.now() - before.ms);
  return { id, cpu, throughput: measured.reduce((sum, lane) => sum + (rateOf(lane) ?? 0), 0) };
}

/** A run that everybody watches, with how many starts and ends were lost. */
async function measureWatched(): Promise<Round & { lost: number; ticks: number }> {
  await ask({ type: 'join', viewers });
  const round = await measure();
  await sleep(1000);
  const report = await ask({ type: 'report' });
  const received = report.type === 'report' ? report.received : [];
  await ask({ type: 'leave' });
  await sleep(500);
  const times = (ids: readonly string[]) => ids.filter((id) => id === round.id).length;
  const lost = received.filter(({ starts, ends }) => times(starts) !== 1 || times(ends) !== 1).length;
  return {
    ...round,
    lost: lost + viewers - received.length,
    ticks: Math.min(...received.map(({ ticks }) => ticks)),
  };
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

async function inPairs(): Promise<number> {
  const watched: Awaited<ReturnType<typeof measureWatched>>[] = [];
  const alone: Round[] = [];
  for (let pair = 0; pair < Number(values.pairs); pair++) {
    if (pair % 2 === 0) watched.push(await measureWatched());
    alone.push(await measure());
    if (pair % 2 === 1) watched.push(await measureWatched());
  }
  const ratio = compareSlices(
    watched.map(({ throughput }) => throughput),
    alone.map(({ throughput }) => throughput),
  );
  const lost = watched.reduce((sum, round) => sum + round.lost, 0);
  const busy = (rounds: readonly Round[]) => percent(median(rounds.map(({ cpu }) => cpu)));
  process.stdout.write(
    `${viewers} viewers, ${watched.length} pairs of runs\n` +
      `viewers without just one start and one end: ${lost} of ${viewers * watched.length}; ticks received by each: ${Math.min(...watched.map(({ ticks }) => ticks))} at least\n` +
      `the server’s main thread, of one core: ${busy(alone)} alone, ${busy(watched)} watched\n` +
      `throughput watched / alone: ${ratio?.ratio.toFixed(3) ?? '–'} (95 %: ${ratio?.ci95?.map((bound) => bound.toFixed(3)).join(' – ') ?? '–'})\n`,
  );
  return lost;
}

async function withIdleConnections(): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const idle: Socket[] = [];
  while (idle.length < Number(values.idle)) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    idle.push(socket);
  }
  const stops: number[] = [];
  for (let times = 0; times < 5; times++) {
    await server.startRun(plan);
    await sleep(1500);
    stops.push(await server.stop());
  }
  const open = idle.filter(({ readyState }) => readyState === 'open').length;
  for (const socket of idle) socket.destroy();
  const longest = Math.max(...stops);
  process.stdout.write(
    `${open} of ${idle.length} idle connections open; until Stop has acted: ${stops.map((ms) => ms.toFixed(0)).join(', ')} ms\n`,
  );
  return longest;
}

try {
  const lost = await inPairs();
  const longest = await withIdleConnections();
  if (lost > 0 || longest > longestStopMs) process.exitCode = 1;
} finally {
  crowd.kill();
  await server.close();
}

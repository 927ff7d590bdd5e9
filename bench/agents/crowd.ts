import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { builtFile } from '../../server/built.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { parseInfo } from '../../server/redis/info/info.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { LoadMachines, shop, urlOf } from './load-machines.ts';
import type { FromStandIns, ToStandIns } from './stand-in-messages.ts';

/** What control Redis and coordinator did. */
export interface Work {
  commands: number;
  bytesIn: number;
  bytesOut: number;
  /** Of the control Redis, ms. */
  controlCpuMs: number;
  /** Of the coordinator's process, until all agents have begun, ms. */
  startCpuMs: number;
  /** The same from then on. */
  endCpuMs: number;
}

export interface CrowdFigures {
  agents: number;
  /** From the start of the run until all agents have answered and their shares are ready, ms. */
  gatherMs: number;
  /** A second in which no slice runs. */
  idle: Work;
  /** A slice, without what runs in any second. */
  slice: Work;
  /** Of a slice beyond its time, median, ms. */
  overheadMs: number;
  /** How long before its moment the latest `go` came, ms; below 0: too late. */
  leastMarginMs: number;
  /** Of the coordinator's process, MB. */
  memoryMb: number;
}

const perProcess = 100;
const idleS = 3;
const sliceMs = 1000;
const slices = 6;
/** By then all agents have begun, and none has ended. */
const begunAfterMs = 700;

/** A run by so many agents that send no load: what they take of the control Redis and of the coordinator. */
export async function measureCrowd(agents: number): Promise<CrowdFigures> {
  const machines = await LoadMachines.start();
  const crowd = await join(machines, agents);
  const redis = await openAdmin(machines.control.target);
  const idle: Work[] = [];
  const work: Work[] = [];
  const overheadMs: number[] = [];
  const began = performance.now();
  let gatherMs = NaN;
  try {
    await startRun(
      {
        plan: parsePlan({
          target: shop,
          agents,
          workload: { clients: agents, rps: agents, warmupMs: 0, durationMs: slices * sliceMs },
          schedule: { sliceMs },
          lanes: [{ strategy: 'one-by-one' }],
        }),
        target: machines.shop,
        agents: { control: machines.control.target.endpoint },
        around: async (_slice, carryOut) => {
          if (idle.length === 0) idle.push(scaled(await during(redis, () => sleep(1000 * idleS)), 1 / idleS));
          const from = performance.now();
          let tookMs = 0;
          const all = await during(redis, async () => {
            await carryOut();
            tookMs = performance.now() - from;
          });
          overheadMs.push(tookMs - sliceMs);
          work.push(minus(all, beside(idle[0] ?? nothing, tookMs)));
        },
      },
      {
        onEvent: ({ type }) => {
          if (type === 'run-started') gatherMs = performance.now() - began;
        },
      },
    ).finished;
    const marginsMs = (await Promise.all(crowd.map(report))).flat();
    return {
      agents,
      gatherMs,
      idle: idle[0] ?? nothing,
      slice: medianOf(work),
      overheadMs: median(overheadMs),
      leastMarginMs: Math.min(...marginsMs),
      memoryMb: Math.round(process.memoryUsage().rss / 1e6),
    };
  } finally {
    redis.disconnect();
    for (const child of crowd) child.kill('SIGKILL');
    await machines.close();
  }
}

/** Starts the agents, some to a process; resolves when all wait for runs. */
async function join({ control, target }: LoadMachines, agents: number): Promise<ChildProcess[]> {
  const crowd: ChildProcess[] = [];
  for (let first = 0; first < agents; first += perProcess) {
    const words = [
      urlOf(control),
      urlOf(target),
      String(first),
      String(Math.min(perProcess, agents - first)),
    ];
    const child = fork(builtFile('bench/agents/stand-in.js'), words);
    crowd.push(child);
    await once(child, 'message');
  }
  return crowd;
}

async function report(child: ChildProcess): Promise<number[]> {
  const ask: ToStandIns = { type: 'ask' };
  child.send(ask);
  const [answer] = (await once(child, 'message')) as [FromStandIns];
  return answer.type === 'report' ? answer.marginsMs : [];
}

const nothing: Work = { commands: 0, bytesIn: 0, bytesOut: 0, controlCpuMs: 0, startCpuMs: 0, endCpuMs: 0 };
const fields = Object.keys(nothing) as (keyof Work)[];
const madeOf = (value: (field: keyof Work) => number) =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as unknown as Work;

const minus = (a: Work, b: Work) => madeOf((field) => a[field] - b[field]);
const scaled = (work: Work, factor: number) => madeOf((field) => work[field] * factor);
const medianOf = (works: readonly Work[]) => madeOf((field) => median(works.map((work) => work[field])));

/** What runs beside a slice that took so long; `idle`: in any second. */
function beside(idle: Work, tookMs: number): Work {
  const cpuPerMs = (idle.startCpuMs + idle.endCpuMs) / 1000;
  return {
    ...scaled(idle, tookMs / 1000),
    startCpuMs: cpuPerMs * begunAfterMs,
    endCpuMs: cpuPerMs * (tookMs - begunAfterMs),
  };
}

async function during(redis: Redis, work: () => Promise<unknown>): Promise<Work> {
  const before = await look(redis);
  const cpuBefore = cpuMs();
  let cpuBegun = cpuBefore;
  const begun = setTimeout(() => {
    cpuBegun = cpuMs();
  }, begunAfterMs);
  await work();
  clearTimeout(begun);
  const endCpuMs = cpuMs() - cpuBegun;
  return { ...nothing, ...minus(await look(redis), before), startCpuMs: cpuBegun - cpuBefore, endCpuMs };
}

/** Of this process, so far. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function look(redis: Redis): Promise<Work> {
  const info = parseInfo(await redis.info());
  const of = (name: string) => Number(info.get(name) ?? NaN);
  return {
    ...nothing,
    commands: of('total_commands_processed'),
    bytesIn: of('total_net_input_bytes'),
    bytesOut: of('total_net_output_bytes'),
    controlCpuMs: 1000 * (of('used_cpu_user') + of('used_cpu_sys')),
  };
}

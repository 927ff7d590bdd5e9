import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { PlanInput } from '../../shared/contract/plan.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';
import { parseInfo } from '../../server/redis/info/info.ts';
import { shop, type LoadMachines } from './load-machines.ts';
import { ranked } from './ranked.ts';
import { RunWatch, type WatchedSlice } from './run-watch.ts';
import { SentCommands } from './sent-commands.ts';

export interface OverheadOptions {
  agents: number;
  /** Commands per second of all; `null`: a closed loop. */
  rps: number | null;
  slices: number;
  sliceMs: number;
}

export interface Overhead {
  sent: number;
  /** SETs in slices, by the server's INFO. */
  counted: number;
  /** Slices that were void. */
  repeated: number;
  /** Of each slice: its time on the coordinator's clock, less the time in which it counted, ms. */
  overheadMs: number[];
  /** Of each slice: from the start of the first agent to that of the last, as agents say, ms. */
  skewMs: number[];
  /** The same by the moments at which the server received the first command of each; empty in a closed loop. */
  seenSkewMs: number[];
  /** The message by which an agent ends a slice, median, bytes. */
  sampleBytes: number;
}

/** A run by agents with one connection each, and what its slices cost. */
export async function measureOverhead(machines: LoadMachines, options: OverheadOptions): Promise<Overhead> {
  const { agents, rps, slices, sliceMs } = options;
  const { control, target } = machines;
  const workload = { warmupMs: 0, clients: agents, keyspace: 100, durationMs: slices * sliceMs };
  const plan: PlanInput = {
    target: shop,
    agents,
    workload: { ...workload, ...(rps === null ? {} : { rps }) },
    schedule: { sliceMs },
    lanes: [{ strategy: 'one-by-one' }],
  };
  const watch = await RunWatch.begin(control, agents);
  // The server would take as long to report a closed loop as to carry it out.
  const seen = rps === null ? null : await SentCommands.watch(target);
  const redis = await openAdmin(target.target);
  const tookMs: number[] = [];
  let counted = 0;
  const run = startRun({
    plan: parsePlan(plan),
    target: machines.shop,
    agents: { control: control.target.endpoint },
    around: async (_slice, carryOut) => {
      const before = await setsOn(redis);
      const began = performance.now();
      await carryOut();
      tookMs.push(performance.now() - began);
      counted += (await setsOn(redis)) - before;
    },
  });
  const { lanes } = await run.finished;
  // What the server has told by now may still be on its way.
  await sleep(100);
  redis.disconnect();
  watch.end();
  seen?.end();
  return {
    sent: lanes.reduce((sum, lane) => sum + lane.commands + lane.failed + lane.warmupCommands, 0),
    counted,
    repeated: lanes.reduce((sum, lane) => sum + (lane.agents?.repeated ?? 0), 0),
    overheadMs: ranked(watch.slices.map((slice, index) => (tookMs[index] ?? NaN) - countedMs(slice))),
    skewMs: ranked(watch.slices.map(({ ends }) => spread(ends.flatMap(({ sent }) => sent?.from ?? [])))),
    sampleBytes: median(watch.slices.flatMap(({ ends }) => ends.map((one) => JSON.stringify(one).length))),
    seenSkewMs: seen ? ranked(watch.slices.map((slice) => seenSkew(slice, seen, sliceMs))) : [],
  };
}

const countedMs = ({ ends }: WatchedSlice) => Math.max(...ends.map(({ elapsedMs }) => elapsedMs));

const spread = (moments: readonly number[]) => Math.max(...moments) - Math.min(...moments);

/** Each agent has one connection, and its first command is due as its slice begins. */
function seenSkew({ lane, goAt, saidAt }: WatchedSlice, seen: SentCommands, sliceMs: number): number {
  const first = new Map<string, number>();
  for (const { at, from } of seen.of(lane, saidAt, (goAt ?? saidAt) + sliceMs))
    if (!first.has(from)) first.set(from, at);
  return spread([...first.values()]);
}

async function setsOn(redis: Redis): Promise<number> {
  const info = parseInfo(await redis.info('commandstats'));
  return Number(/calls=(\d+)/.exec(info.get('cmdstat_set') ?? '')?.[1] ?? 0);
}

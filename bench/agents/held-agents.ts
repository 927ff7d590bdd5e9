import { parsePlan } from '../../shared/plan/parse-plan.ts';
import { rateOf } from '../../shared/statistics/figures.ts';
import { compareSlices } from '../../shared/statistics/paired-ratio.ts';
import { median } from '../../shared/statistics/statistics.ts';
import { startRun } from '../../server/engine/run/run.ts';
import { CpuGroup } from './cpu-group.ts';
import { LoadMachines, shop } from './load-machines.ts';

export interface HeldOptions {
  agents: number;
  /** Of each agent. */
  processors: number;
  /** Connections of each. */
  clients: number;
  rounds: number;
}

interface HeldRun {
  throughput: number;
  p99Ms: number;
  agree: boolean;
}

export interface HeldAgents {
  one: HeldRun[];
  all: HeldRun[];
}

/** The same closed loop on each agent, by one of them and by all, in turns (one, all, all, one, …). */
export async function measureHeld({ agents, processors, clients, rounds }: HeldOptions): Promise<HeldAgents> {
  const names = Array.from({ length: agents }, (_, agent) => `held-${agent + 1}`);
  const machines = await LoadMachines.start(...names);
  const groups = names.map((name) => new CpuGroup(name, processors));
  for (const [agent, group] of groups.entries()) {
    const pid = machines.agents.get(names[agent] ?? '')?.child.pid;
    if (pid !== undefined) group.hold(pid);
  }
  const measured: HeldAgents = { one: [], all: [] };
  const one = async () => measured.one.push(await measure(machines, 1, clients));
  const all = async () => measured.all.push(await measure(machines, agents, clients));
  try {
    // The first runs compile what they run, which takes long with so little of a processor.
    for (const run of [one, all]) await run();
    measured.one.length = measured.all.length = 0;
    for (let round = 0; round < rounds; round++) {
      if (round % 2 === 0) await one();
      await all();
      if (round % 2 === 1) await one();
    }
  } finally {
    await machines.close();
    await Promise.all(groups.map((group) => group.remove()));
  }
  return measured;
}

async function measure(machines: LoadMachines, agents: number, clients: number): Promise<HeldRun> {
  const plan = parsePlan({
    target: shop,
    agents,
    workload: { clients: agents * clients, warmupMs: 2000, durationMs: 5000 },
    schedule: { sliceMs: 1000 },
    lanes: [{ strategy: 'one-by-one' }],
  });
  const control = machines.control.target.endpoint;
  const { lanes } = await startRun({ plan, target: machines.shop, agents: { control } }).finished;
  const [lane] = lanes;
  if (!lane) throw new Error('a run has a lane');
  return {
    throughput: rateOf(lane) ?? NaN,
    p99Ms: lane.latencyMs.command?.p99 ?? NaN,
    agree: lane.countsAgree === true,
  };
}

/** What all deliver as a multiple of one, of this figure. */
export function timesOne({ one, all }: HeldAgents, figure: 'throughput' | 'p99Ms') {
  const [ofAll, ofOne] = [all, one].map((runs) => runs.map((run) => run[figure]));
  const comparison = compareSlices(ofAll ?? [], ofOne ?? []);
  return {
    one: median(ofOne ?? []),
    all: median(ofAll ?? []),
    ratio: comparison?.ratio ?? NaN,
    ci95: comparison?.ci95 ?? null,
  };
}

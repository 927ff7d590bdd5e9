import type { BystanderFigures } from '../../shared/events.ts';
import { limits } from '../../shared/limits.ts';
import type { LanePlan, Plan } from '../../shared/schemas.ts';
import type { Bookkeeping } from '../redis/bookkeeping.ts';
import type { Endpoint } from '../redis/target.ts';
import { fillKeys } from './fill.ts';
import { Lane } from './lane.ts';
import { add, emptyCounts, summarise } from './latency/histogram.ts';
import { bystanderAloneMs } from './schedule.ts';
import { lanePrefix } from './workload/key-names.ts';

/** Behind the letters of the lanes. */
const laneIndex = limits.lanes.max;
const keyspace = 1000;

/**
 * Another user of the server: a slow, steady rate of GETs on a connection and a thread of its own, while a lane
 * runs and once without any. Its latencies count from the moment each GET was due.
 */
export class Bystander {
  readonly #lane: Lane;
  readonly #plan: LanePlan;
  readonly #rps: number;
  readonly #seen = new Map<string, Float64Array>();
  #slice = 0;
  #calls = 0;

  constructor(plan: Plan, rps: number, endpoint: Endpoint, runPrefix: string) {
    this.#rps = rps;
    this.#plan = {
      id: 'bystander',
      strategy: 'concurrent',
      workload: {
        ...plan.workload,
        commands: ['get'],
        clients: 1,
        threads: 1,
        pipeline: 100,
        keyspace,
        rps,
        keepalive: true,
      },
    };
    delete this.#plan.workload.ratio;
    delete this.#plan.workload.customCommand;
    this.#lane = new Lane({ plan: this.#plan, endpoint, prefix: lanePrefix(runPrefix, laneIndex) });
  }

  async ready(target: Bookkeeping): Promise<void> {
    await Promise.all([
      this.#lane.ready(),
      fillKeys(target, this.#plan, this.#lane.prefix, new AbortController().signal),
    ]);
  }

  /** GETs that it has sent so far. */
  get calls(): number {
    return this.#calls;
  }

  /** Watches while `work` goes on; what it sees is kept under `lane`, or not at all. Never fails by itself. */
  async during<T>(lane: string | null, work: () => Promise<T>): Promise<T> {
    const turn = { lane: laneIndex, durationMs: null, commands: null };
    const watching = this.#lane.run(this.#slice++, turn, 0, ({ endsSlice, tally }) => {
      if (endsSlice) this.#calls += tally.calls;
    });
    const watched = watching.then(
      () => true,
      () => false,
    );
    try {
      return await work();
    } finally {
      this.#lane.pause();
      if ((await watched) && lane !== null) this.#keep(lane);
    }
  }

  #keep(lane: string): void {
    const seen = this.#seen.get(lane) ?? emptyCounts();
    add(seen, this.#lane.latencies('response'));
    this.#seen.set(lane, seen);
  }

  /** Watches for two seconds without load. */
  async alone(): Promise<void> {
    await this.during('', () => new Promise((resolve) => setTimeout(resolve, bystanderAloneMs)));
  }

  /** What it saw during a lane, or alone. */
  figures(lane = ''): BystanderFigures {
    const seen = this.#seen.get(lane);
    return { rps: this.#rps, latencyMs: seen ? summarise(seen) : null };
  }

  close(): Promise<void> {
    return this.#lane.close();
  }
}

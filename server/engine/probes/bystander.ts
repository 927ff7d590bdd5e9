import type { BystanderFigures } from '../../../shared/contract/figures.ts';
import { limits } from '../../../shared/limits.ts';
import { bystanderAloneMs } from '../../../shared/settings/plan.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { fillKeys } from '../resp/fill-keys.ts';
import { Lane } from '../lane/lane.ts';
import { add, emptyCounts, since, summarise } from '../latency/histogram.ts';
import { bystanderPrefix } from '../workload/key-names.ts';

/** Behind the letters of the lanes. */
const laneIndex = limits.lanes.max;
const keyspace = 1000;

/** Response: from when a GET was due to its reply. Lag: until it was written. Wait: from then on. */
const seenKinds = ['response', 'lag', 'wait'] as const;
export type BystanderSeen = Record<(typeof seenKinds)[number], Float64Array>;

export const nothingSeen = (): BystanderSeen => ({
  response: emptyCounts(),
  lag: emptyCounts(),
  wait: emptyCounts(),
});

export function addSeen(into: BystanderSeen, more: BystanderSeen): void {
  for (const kind of seenKinds) add(into[kind], more[kind]);
}

export const bystanderFigures = (seen: BystanderSeen | null): Omit<BystanderFigures, 'rps'> => ({
  latencyMs: seen && summarise(seen.response),
  sendLagMs: seen && summarise(seen.lag),
  waitMs: seen && summarise(seen.wait),
});

/**
 * Another user of the server: a slow, steady rate of GETs on a connection and a thread of its own, while a lane
 * runs and once without any. Its latencies count from the moment each GET was due; how late its own thread was in
 * writing it is told apart from what it then waited.
 */
export class Bystander {
  readonly #lane: Lane;
  readonly #plan: LanePlan;
  readonly rps: number;
  #alone: BystanderSeen | null = null;
  /** The lane that it watches or watched last, alone and while it can; and what it had seen of it at the last look. */
  #watched: string | null = null;
  #looked: Float64Array | null = null;
  #slice = 0;
  #calls = 0;

  constructor(plan: Plan, rps: number, endpoint: Endpoint, runPrefix: string) {
    this.rps = rps;
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
    delete this.#plan.workload.customCommands;
    this.#lane = new Lane({
      plan: this.#plan,
      endpoint,
      prefix: bystanderPrefix(runPrefix),
      watches: true,
    });
  }

  async ready(target: Bookkeeping): Promise<void> {
    await Promise.all([
      this.#lane.ready(),
      fillKeys(target, this.#plan, this.#lane.prefix, new AbortController().signal),
    ]);
  }

  /** Whose keys it reads. */
  get keyed(): { plan: LanePlan; prefix: string } {
    return { plan: this.#plan, prefix: this.#lane.prefix };
  }

  /** GETs that it has sent so far. */
  get calls(): number {
    return this.#calls;
  }

  /**
   * Watches during `work`: one lane, or several at once (`null`), of which nobody can say whose doing it is.
   * Never fails by itself.
   */
  async during<T>(lane: string | null, work: () => Promise<T>): Promise<T> {
    this.#watched = lane;
    this.#looked = null;
    const turn = { lane: laneIndex, durationMs: null, commands: null };
    const watching = this.#lane.run(this.#slice++, turn, 0, ({ endsSlice, tally }) => {
      if (endsSlice) this.#calls += tally.calls;
    });
    const watched = watching.catch(() => {
      this.#watched = null;
    });
    try {
      return await work();
    } finally {
      this.#lane.pause();
      await watched;
    }
  }

  /**
   * p99 of the GETs answered since the last look in this slice, ms; `null`: none was. `undefined` for a lane that it
   * does not watch.
   */
  look(lane: string): number | null | undefined {
    if (lane !== this.#watched) return undefined;
    const [seen, before] = [this.#lane.latencies('response'), this.#looked];
    this.#looked = seen;
    return summarise(before ? since(seen, before) : seen)?.p99 ?? null;
  }

  /** Of the whole slice that it watched last; `null` for a lane that it did not watch in it. */
  seen(lane: string): BystanderSeen | null {
    if (lane !== this.#watched) return null;
    const of = (kind: keyof BystanderSeen) => this.#lane.latencies(kind);
    return { response: of('response'), lag: of('lag'), wait: of('wait') };
  }

  /** Watches for two seconds without load. */
  async watchAlone(): Promise<void> {
    await this.during('', () => new Promise((resolve) => setTimeout(resolve, bystanderAloneMs)));
    this.#alone = this.seen('');
  }

  /** What it saw without load; `null`: nothing. */
  get alone(): BystanderFigures {
    return { rps: this.rps, ...bystanderFigures(this.#alone) };
  }

  close(): Promise<void> {
    return this.#lane.close();
  }
}

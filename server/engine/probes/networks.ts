import type { LinkCut, RoundTripFigures } from '../../../shared/contract/figures.ts';
import type { NetworkPlan, Plan } from '../../../shared/contract/plan.ts';
import { unloadedTrips } from '../../../shared/plan/duration.ts';
import { summariseRoundTrips, timeRoundTrips, Pinger } from '../../network/pinger.ts';
import { openNetworkTo, openPassage, type Network, type Traffic } from '../../network/network.ts';
import { openKernelNetwork } from '../../network/kernel-network.ts';
import { busiestThread, timesSince, type ThreadTimes } from '../../network/thread-times.ts';
import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import type { Endpoint, Target } from '../../redis/connection/target.ts';

const pingEveryMs = 200;
/** Until the load is there: a PING before it would be one more of those before the run. */
const firstPingMs = 5;

/** A way to the server: with a network in between, and what a PING takes on it. */
interface Way {
  plan: NetworkPlan;
  network: Network;
  /** Round trips before the run, ms. */
  beforeMs: readonly number[];
  before: RoundTripFigures;
  pinger: Pinger;
}

/**
 * The networks of a run: one that all lanes share, and one for each lane that asks for its own. Round trips are
 * measured on a connection beside the lane's: before the run, and now and then while the lane has its slice.
 */
export class LaneNetworks {
  readonly #ways: Map<string, Way>;
  /** Of lanes beside such as are counted at a port: one that they pass as well. */
  readonly #passages: ReadonlyMap<string, Network>;
  /** All lanes pass a port, of their own or of these. */
  readonly #passes: boolean;
  readonly #shared: Way | null;
  /** The newest round trip of each lane. */
  readonly #latest = new Map<string, number>();
  /** All of the slice in progress, or the last one. */
  readonly #inSlice = new Map<string, number[]>();
  /** What the busiest thread of each lane's proxy took in that slice. */
  readonly #proxies = new Map<string, ThreadTimes>();
  /** What passed each lane's link in that slice. */
  readonly #traffic = new Map<string, Traffic>();
  /** Of lanes whose link is cut: each moment, and the counted time of their slices so far. */
  readonly #cuts = new Map<string, LinkCut[]>();
  readonly #countedMs = new Map<string, number>();
  #pings = 0;

  private constructor(
    shared: Way | null,
    ways: Map<string, Way>,
    passages: ReadonlyMap<string, Network>,
    passes: boolean,
  ) {
    this.#shared = shared;
    this.#ways = ways;
    this.#passages = passages;
    this.#passes = passes;
  }

  /**
   * Opens them and measures their round trips. `counted`: lanes that pass a port of their own, and so the others are to
   * pass one. Rejects, with none left open, when one cannot be opened.
   */
  static async open(
    plan: Plan,
    target: Target,
    counted: ReadonlySet<string> = new Set(),
  ): Promise<LaneNetworks> {
    const passages = new Map<string, Network>();
    const opened: Way[] = [];
    const open = async (network: NetworkPlan) => {
      // Lanes whose links are cut have a proxy each: these are alike, and timed once.
      const alike = opened.find((way) => way.plan === network);
      const way = await openWay(network, target, alike);
      opened.push(way);
      return way;
    };
    try {
      // A cut is to meet the lane whose slice it is, and no other.
      const isCut = plan.network?.cutEveryMs !== undefined;
      const shared = plan.network && !isCut ? await open(plan.network) : null;
      const ways = new Map<string, Way>();
      for (const { id, network = isCut ? plan.network : undefined } of plan.lanes) {
        const way = network ? await open(network) : shared;
        if (way) ways.set(id, way);
      }
      const before = new Map<Way | null, Network>();
      for (const { id } of counted.size > 0 ? plan.lanes : []) {
        if (counted.has(id)) continue;
        const way = ways.get(id) ?? null;
        const passage = before.get(way) ?? (await openPassage(way?.network.endpoint ?? target.endpoint));
        before.set(way, passage);
        passages.set(id, passage);
      }
      return new LaneNetworks(shared, ways, passages, counted.size > 0);
    } catch (error) {
      await Promise.all(opened.map(closeWay));
      await closeAll(passages);
      throw error;
    }
  }

  /** Where a lane connects to; `direct` where nothing is in between. */
  endpointOf(lane: string, direct: Endpoint): Endpoint {
    return (this.#passages.get(lane) ?? this.#ways.get(lane)?.network)?.endpoint ?? direct;
  }

  /** The server as a lane's errors name it: behind a proxy of ours the server itself, else where the lane connects to. */
  serverOf(lane: string, direct: Endpoint): Endpoint {
    return this.isProxied(lane) ? direct : this.endpointOf(lane, direct);
  }

  /** Whether a proxy of ours is in between. What the server says of its reads and its CPU is then its doing. */
  isProxied(lane: string): boolean {
    if (this.#passes) return true;
    const way = this.#ways.get(lane);
    return way !== undefined && way.plan.by !== 'kernel';
  }

  /** The newest round trip that was measured on a lane's network, ms; `undefined` where nothing is in between. */
  latest(lane: string): number | undefined {
    return this.#latest.get(lane) ?? this.#ways.get(lane)?.before.medianMs;
  }

  /** PINGs sent while lanes ran. */
  get pings(): number {
    return this.#pings;
  }

  /** The cuts of a lane's link; `null`: it is not cut. */
  cutsOf(lane: string): readonly LinkCut[] | null {
    return this.#ways.get(lane)?.plan.cutEveryMs === undefined ? null : (this.#cuts.get(lane) ?? []);
  }

  /**
   * Measures round trips and proxies while lanes work, the former once they have settled. `countedMs`: how long they
   * are to send where that counts; links are cut in that time alone.
   */
  async during<T>(
    lanes: readonly string[],
    { settleMs, countedMs }: { settleMs: number; countedMs: number },
    work: () => Promise<T>,
  ): Promise<T> {
    this.#inSlice.clear();
    this.#proxies.clear();
    this.#traffic.clear();
    let over = false;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const pause = (ms: number) => Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms))]);
    const used = [...new Set(lanes.flatMap((lane) => this.#ways.get(lane) ?? []))];
    const usersOf = (way: Way) => lanes.filter((lane) => this.#ways.get(lane) === way);
    const passages = [...new Set(lanes.flatMap((lane) => this.#passages.get(lane) ?? []))];
    const [before, passed] = await Promise.all([
      Promise.all(used.map(lookAt)),
      Promise.all(passages.map(timesOf)),
    ]);
    const cutting = used.map(async (way) => {
      const { cutEveryMs } = way.plan;
      if (cutEveryMs === undefined || countedMs === 0) return;
      for (const [index, atMs] of cutsWithin(countedMs, cutEveryMs).entries()) {
        await pause(index === 0 ? settleMs + atMs : cutEveryMs);
        if (over) return;
        const cut = await way.network.cut?.().catch(() => null);
        if (!cut) return;
        for (const lane of usersOf(way)) {
          const moment = { atMs: (this.#countedMs.get(lane) ?? 0) + atMs, ...cut };
          this.#cuts.set(lane, [...(this.#cuts.get(lane) ?? []), moment]);
        }
      }
    });
    const watching = used.map(async (way) => {
      // A PING would be cut as well.
      if (way.plan.cutEveryMs !== undefined) return;
      const users = usersOf(way);
      await pause(settleMs + firstPingMs);
      while (!over) {
        this.#pings++;
        const roundTripMs = await pingOver(way).catch(() => null);
        if (roundTripMs === null) return;
        for (const lane of users) this.#keep(lane, roundTripMs);
        await pause(pingEveryMs);
      }
    });
    try {
      return await work();
    } finally {
      over = true;
      end();
      await Promise.all([...watching, ...cutting]);
      for (const lane of lanes) this.#countedMs.set(lane, (this.#countedMs.get(lane) ?? 0) + countedMs);
      for (const [index, way] of used.entries()) {
        const then = before[index];
        const now = await lookAt(way);
        const traffic = then?.traffic && now.traffic && trafficSince(then.traffic, now.traffic);
        for (const lane of usersOf(way)) {
          if (way.plan.by !== 'kernel') this.#noteProxy(lane, busiestOf(then?.times ?? [], now.times));
          if (traffic) this.#traffic.set(lane, traffic);
        }
      }
      for (const [index, passage] of passages.entries()) {
        const took = busiestOf(passed[index] ?? [], await timesOf(passage));
        for (const lane of lanes) if (this.#passages.get(lane) === passage) this.#noteProxy(lane, took);
      }
    }
  }

  /** The busier of a lane's proxies counts. */
  #noteProxy(lane: string, took: ThreadTimes): void {
    const other = this.#proxies.get(lane);
    this.#proxies.set(lane, busiestThread([took, ...(other ? [other] : [])]) ?? took);
  }

  /** What the busiest thread of a lane's proxy took in the slice that it had last; `null` where there is none. */
  proxyInSlice(lane: string): ThreadTimes | null {
    return this.#proxies.get(lane) ?? null;
  }

  /** What passed a lane's link in the slice that it had last; `null` where nobody counts it. */
  trafficInSlice(lane: string): Traffic | null {
    return this.#traffic.get(lane) ?? null;
  }

  #keep(lane: string, roundTripMs: number): void {
    this.#latest.set(lane, roundTripMs);
    this.#inSlice.set(lane, [...this.inSlice(lane), roundTripMs]);
  }

  /** Round trips that were measured in the slice that a lane had last, ms. */
  inSlice(lane: string): readonly number[] {
    return this.#inSlice.get(lane) ?? [];
  }

  /** What was measured for a lane before the run; `null` where nothing is in between. */
  before(lane: string): RoundTripFigures | null {
    return this.#ways.get(lane)?.before ?? null;
  }

  /** Each round trip of these, ms. */
  beforeMs(lane: string): readonly number[] {
    return this.#ways.get(lane)?.beforeMs ?? [];
  }

  async tune(network: NetworkPlan): Promise<void> {
    await this.#shared?.network.tune(settingsOf(network));
  }

  async close(): Promise<void> {
    await closeAll(this.#passages);
    await Promise.all(
      [...new Set([...this.#ways.values(), ...(this.#shared ? [this.#shared] : [])])].map(closeWay),
    );
  }
}

function networkTo({ endpoint, link }: Target, plan: NetworkPlan): Promise<Network> {
  if (plan.by !== 'kernel') return openNetworkTo(endpoint, settingsOf(plan));
  if (!link) throw new Error('the server has no link of the kernel');
  return openKernelNetwork(endpoint, link, settingsOf(plan));
}

async function openWay(plan: NetworkPlan, target: Target, alike?: Way): Promise<Way> {
  const network = await networkTo(target, plan);
  try {
    const beforeMs = alike?.beforeMs ?? (await timeRoundTrips(network.endpoint, unloadedTrips));
    const before = summariseRoundTrips(beforeMs);
    const pinger = await Pinger.open(network.endpoint);
    // It would be one more connection to cut.
    if (plan.cutEveryMs !== undefined) pinger.close();
    return { plan, network, beforeMs, before, pinger };
  } catch (error) {
    await network.close();
    throw error;
  }
}

/** Idle while other lanes had their turns, its connection may have been closed. */
async function pingOver(way: Way): Promise<number> {
  try {
    return await way.pinger.ping();
  } catch (error) {
    if (!(error instanceof TargetUnusable) || error.reason !== 'connection-lost') throw error;
    way.pinger = await Pinger.open(way.network.endpoint);
    return way.pinger.ping();
  }
}

/** In the middle of each stretch, so that no cut falls on the end of a slice. */
export const cutsWithin = (countedMs: number, everyMs: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.ceil(countedMs / everyMs - 0.5)) },
    (_, index) => (index + 0.5) * everyMs,
  );

const closeAll = (passages: ReadonlyMap<string, Network>) =>
  Promise.all([...new Set(passages.values())].map((passage) => passage.close()));

const timesOf = (network: Network) => network.times().catch((): readonly ThreadTimes[] => []);

/** Nothing of a network that has ended: its lanes say so themselves. */
async function lookAt({ network }: Way): Promise<{ times: readonly ThreadTimes[]; traffic: Traffic | null }> {
  const [times, traffic] = await Promise.all([
    timesOf(network),
    network.traffic?.().catch(() => null) ?? null,
  ]);
  return { times, traffic };
}

const trafficSince = (before: Traffic, now: Traffic): Traffic => ({
  packetsOut: now.packetsOut - before.packetsOut,
  packetsIn: now.packetsIn - before.packetsIn,
  bytesOut: now.bytesOut - before.bytesOut,
  bytesIn: now.bytesIn - before.bytesIn,
});

const busiestOf = (before: readonly ThreadTimes[], after: readonly ThreadTimes[]): ThreadTimes =>
  busiestThread(after.map((now, index) => timesSince(before[index], now))) ?? {
    cpuMs: null,
    coreWaitMs: null,
  };

async function closeWay({ network, pinger }: Way): Promise<void> {
  pinger.close();
  await network.close();
}

const settingsOf = ({ rttMs, jitterMs, bandwidthMbit }: NetworkPlan) => ({
  rttMs,
  jitterMs,
  bandwidthMbit: bandwidthMbit ?? null,
});

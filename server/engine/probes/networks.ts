import type { RoundTripFigures } from '../../../shared/contract/figures.ts';
import type { NetworkPlan, Plan } from '../../../shared/contract/plan.ts';
import { summariseRoundTrips, timeRoundTrips, Pinger } from '../../network/pinger.ts';
import { openNetworkTo, type Network, type Traffic } from '../../network/network.ts';
import { openKernelNetwork } from '../../network/kernel-network.ts';
import type { ThreadTimes } from '../../network/thread-times.ts';
import { TargetUnusable } from '../../redis/connection/target-unusable.ts';
import type { Endpoint, Target } from '../../redis/connection/target.ts';

const measureForMs = 1000;
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
  readonly #shared: Way | null;
  /** The newest round trip of each lane. */
  readonly #latest = new Map<string, number>();
  /** All of the slice in progress, or the last one. */
  readonly #inSlice = new Map<string, number[]>();
  /** What the busiest thread of each lane's proxy took in that slice. */
  readonly #proxies = new Map<string, ThreadTimes>();
  /** What passed each lane's link in that slice. */
  readonly #traffic = new Map<string, Traffic>();
  #pings = 0;

  private constructor(shared: Way | null, ways: Map<string, Way>) {
    this.#shared = shared;
    this.#ways = ways;
  }

  /** Opens them and measures their round trips. Rejects, with none left open, when one cannot be opened. */
  static async open(plan: Plan, target: Target): Promise<LaneNetworks> {
    const opened: Way[] = [];
    const open = async (network: NetworkPlan) => {
      const way = await openWay(network, target);
      opened.push(way);
      return way;
    };
    try {
      const shared = plan.network ? await open(plan.network) : null;
      const ways = new Map<string, Way>();
      for (const { id, network } of plan.lanes) {
        const way = network ? await open(network) : shared;
        if (way) ways.set(id, way);
      }
      return new LaneNetworks(shared, ways);
    } catch (error) {
      await Promise.all(opened.map(closeWay));
      throw error;
    }
  }

  /** Where a lane connects to; `direct` where nothing is in between. */
  endpointOf(lane: string, direct: Endpoint): Endpoint {
    return this.#ways.get(lane)?.network.endpoint ?? direct;
  }

  /** The server as a lane's errors name it: behind a proxy of ours the server itself, else where the lane connects to. */
  serverOf(lane: string, direct: Endpoint): Endpoint {
    return this.isProxied(lane) ? direct : this.endpointOf(lane, direct);
  }

  /** Whether a proxy of ours is in between. What the server says of its reads and its CPU is then its doing. */
  isProxied(lane: string): boolean {
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

  /** Measures round trips and proxies while lanes work, the former once they have settled. */
  async during<T>(lanes: readonly string[], settleMs: number, work: () => Promise<T>): Promise<T> {
    this.#inSlice.clear();
    this.#proxies.clear();
    this.#traffic.clear();
    let over = false;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const pause = (ms: number) => Promise.race([ended, new Promise((resolve) => setTimeout(resolve, ms))]);
    const used = [...new Set(lanes.flatMap((lane) => this.#ways.get(lane) ?? []))];
    const usersOf = (way: Way) => lanes.filter((lane) => this.#ways.get(lane) === way);
    const before = await Promise.all(used.map(lookAt));
    const watching = used.map(async (way) => {
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
      await Promise.all(watching);
      for (const [index, way] of used.entries()) {
        const then = before[index];
        const now = await lookAt(way);
        const passed = then?.traffic && now.traffic && trafficSince(then.traffic, now.traffic);
        for (const lane of usersOf(way)) {
          if (this.isProxied(lane)) this.#proxies.set(lane, busiestOf(then?.times ?? [], now.times));
          if (passed) this.#traffic.set(lane, passed);
        }
      }
    }
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

async function openWay(plan: NetworkPlan, target: Target): Promise<Way> {
  const network = await networkTo(target, plan);
  try {
    const beforeMs = await timeRoundTrips(network.endpoint, { forMs: measureForMs });
    const before = summariseRoundTrips(beforeMs);
    return { plan, network, beforeMs, before, pinger: await Pinger.open(network.endpoint) };
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

/** Nothing of a network that has ended: its lanes say so themselves. */
async function lookAt({ network }: Way): Promise<{ times: readonly ThreadTimes[]; traffic: Traffic | null }> {
  const [times, traffic] = await Promise.all([
    network.times().catch(() => []),
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

const since = (now: number | null, before: number | null) =>
  now === null || before === null ? null : now - before;

function busiestOf(before: readonly ThreadTimes[], after: readonly ThreadTimes[]): ThreadTimes {
  const unknown: ThreadTimes = { cpuMs: null, coreWaitMs: null };
  const took = after.map((now, index): ThreadTimes => {
    const { cpuMs, coreWaitMs } = before[index] ?? unknown;
    return { cpuMs: since(now.cpuMs, cpuMs), coreWaitMs: since(now.coreWaitMs, coreWaitMs) };
  });
  return took.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0))[0] ?? unknown;
}

async function closeWay({ network, pinger }: Way): Promise<void> {
  pinger.close();
  await network.close();
}

const settingsOf = ({ rttMs, jitterMs, bandwidthMbit }: NetworkPlan) => ({
  rttMs,
  jitterMs,
  bandwidthMbit: bandwidthMbit ?? null,
});

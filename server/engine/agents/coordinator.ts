import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Environment } from '../../../shared/contract/result.ts';
import { addressOf, type Endpoint } from '../../redis/connection/target.ts';
import { readRunIds } from '../../redis/targets/run-ids.ts';
import { systemClock } from '../lane/clock.ts';
import type { LaneAgents } from '../lane/lane.ts';
import type { StartShare } from '../lane/messages.ts';
import { loadBullMq, RunQueues } from './run-queues.ts';
import {
  assertGuarded,
  leaseMs,
  lockRenewedEveryMs,
  openControl,
  prolong,
  renewedEveryMs,
  streamsOf,
} from './control.ts';
import { readControlClock, type ControlClock } from './control-clock.ts';
import { AgentsUnavailable, type CoordinatorOptions, type CoordinatorOrder } from './agents-place.ts';
import { MessageWriter, readStreams } from './message-stream.ts';
import { readFromAgent, type AgentHello } from './from-agent.ts';
import type { ToAgent } from './messages.ts';
import { RemoteWorker } from './remote-worker.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

const gatherWithinMs = 10_000;
/** A start is agreed on at least so far ahead, and so many exchanges with the control Redis. */
const leastLeadMs = 20;
const exchangesAhead = 5;
/** The control Redis hands a start to one agent after the other: 18 µs each (npm run bench:agents). */
const leadPerAgentMs = 0.05;

/** Agents that carry out one run together, seen from its coordinator. */
export class Coordinator implements LaneAgents {
  readonly count: number;
  /** Messages on the control Redis that were for no agent of this run. */
  ignoredMessages = 0;
  readonly #order: CoordinatorOrder;
  readonly #control: Endpoint;
  readonly #redis: Redis;
  readonly #reader: Redis;
  readonly #queues: RunQueues;
  readonly #writer: MessageWriter;
  readonly #hellos: (AgentHello | null)[];
  readonly #shares: Map<string, RemoteWorker>[];
  readonly #lost = new Map<number, string>();
  readonly #ending = new AbortController();
  readonly #ended = new Set<number>();
  #clock: ControlClock;
  #reading: Promise<unknown> = Promise.resolve();
  #beat: NodeJS.Timeout | undefined;
  #newest = { lane: -1, at: 0 };
  #onHello: () => void = () => undefined;
  #refused: string | null = null;

  private constructor(
    { control, agents }: CoordinatorOptions,
    order: CoordinatorOrder,
    open: { redis: Redis; reader: Redis; queues: RunQueues; clock: ControlClock },
  ) {
    this.count = agents;
    this.#order = order;
    this.#control = control;
    this.#redis = open.redis;
    this.#reader = open.reader;
    this.#queues = open.queues;
    this.#clock = open.clock;
    this.#hellos = Array.from({ length: agents }, () => null);
    this.#shares = Array.from({ length: agents }, () => new Map<string, RemoteWorker>());
    this.#writer = new MessageWriter(open.redis, true, (error) => {
      this.#controlLost(error);
    });
  }

  /**
   * Calls agents together for a run; resolves when each has said who it is. Throws, with none called any more,
   * AgentsUnavailable, ControlUnusable, BullMqMissing and TargetUnusable.
   */
  static async gather(options: CoordinatorOptions, order: CoordinatorOrder): Promise<Coordinator> {
    const { control } = options;
    await loadBullMq();
    await assertGuarded(control);
    const runIds = await readRunIds(order.target);
    const [controlId] = await readRunIds(control);
    if (controlId !== undefined && runIds.includes(controlId))
      throw new AgentsUnavailable(
        `The control Redis at ${addressOf(control)} is the server that is measured: its own traffic would be in the figures. Take another.`,
      );
    const opened: Redis[] = [];
    const open = async () => {
      const redis = await openControl(control);
      opened.push(redis);
      return redis;
    };
    let queues: RunQueues | null = null;
    try {
      const redis = await open();
      queues = await openQueues(redis, options, order);
      const clock = await readControlClock(redis);
      const coordinator = new Coordinator(options, order, { redis, reader: await open(), queues, clock });
      await coordinator
        .#gather(runIds, options.gatherWithinMs ?? gatherWithinMs)
        .catch(async (error: unknown) => {
          await coordinator.close();
          throw error;
        });
      return coordinator;
    } catch (error) {
      await queues?.close();
      for (const redis of opened) redis.disconnect();
      throw error;
    }
  }

  /** In order of their shares. */
  get agents(): AgentHello[] {
    return this.#hellos.flatMap((hello) => hello ?? []);
  }

  /** The same as results say it. */
  get described(): NonNullable<Environment['agents']> {
    return this.agents.map(({ roundtrip: _, runIds: _runIds, ...described }) => described);
  }

  on(agent: number, laneId: string): StartShare {
    const lane = this.#order.plan.lanes.findIndex(({ id }) => id === laneId);
    return ({ thread }, listener) => {
      const share = new RemoteWorker({
        ...{ lane, thread, listener },
        leadMs: () =>
          Math.max(leastLeadMs, exchangesAhead * largest(this.#tripsMs, this.#clock.roundTripMs)) +
          leadPerAgentMs * this.count,
        say: (message) => {
          this.#say(agent, message);
        },
        go: (lane, at) => {
          this.#go(lane, at);
        },
      });
      this.#shares[agent]?.set(`${lane}/${thread}`, share);
      const lost = this.#lost.get(agent);
      // Its listener is not ready before the share is made.
      if (lost !== undefined) queueMicrotask(() => share.lose(lostError(lost)));
      return share;
    };
  }

  /** Lets the agents go, and removes what the run has on the control Redis. Never rejects. */
  async close(): Promise<void> {
    this.#queues.onStalled = () => undefined;
    this.#writer.add(streamsOf(this.#order.run).toAll, this.#sealed([{ type: 'end' }]));
    await this.#writer.flushed();
    const expected = () =>
      this.#hellos.filter((hello, agent) => hello && !this.#lost.has(agent) && !this.#ended.has(agent));
    const until = systemClock.now() + leaseMs;
    while (expected().length > 0 && systemClock.now() < until) await sleep(10);
    clearInterval(this.#beat);
    this.#ending.abort();
    const { toAll, to, back } = streamsOf(this.#order.run);
    const ours = [toAll, back, ...this.#hellos.map((_, agent) => to(agent))];
    await this.#redis.unlink(...ours).catch(() => undefined);
    await this.#queues.close();
    this.#redis.disconnect();
    this.#reader.disconnect();
    await this.#reading.catch(() => undefined);
  }

  get #tripsMs(): number[] {
    return this.agents.map(({ controlMs }) => controlMs);
  }

  async #gather(runIds: readonly string[], withinMs: number): Promise<void> {
    const { run, signal } = this.#order;
    const { back } = streamsOf(run);
    this.#reading = readStreams(
      this.#reader,
      [back],
      (message) => {
        if (message !== null) this.#onMessage(message);
      },
      this.#ending.signal,
    ).catch((error: unknown) => {
      this.#controlLost(error);
    });
    this.#beat = setInterval(() => {
      this.#beatNow();
    }, renewedEveryMs);
    // Agents write to it while it is there, and make none.
    this.#writer.add(back, null);
    this.#beatNow();
    await this.#writer.flushed();
    // One that has answered may be lost while another is waited for.
    this.#queues.onStalled = (share) => {
      const lose = () => {
        if (!this.#ending.signal.aborted) this.#lose(share, 'it gave no sign of life for 3 s');
      };
      // It may have heard of this run since its last sign, and send until its lease is over: a frozen one may wake up.
      setTimeout(lose, lockRenewedEveryMs);
    };
    const all = new Promise<void>((resolve) => {
      this.#onHello = () => {
        if (this.#refused !== null || this.agents.length === this.count) resolve();
      };
      this.#onHello();
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    this.#queues.offerShares().catch((error: unknown) => {
      this.#controlLost(error);
    });
    const late = new AbortController();
    const time = sleep(withinMs, null, { signal: late.signal }).catch(() => undefined);
    await Promise.race([all, time]);
    late.abort();
    if (signal.aborted) throw new AgentsUnavailable('The run was stopped before its agents had answered.');
    this.#assertComplete(withinMs);
    this.#assertAlike(runIds);
  }

  #assertComplete(withinMs: number): void {
    if (this.#refused !== null) throw new AgentsUnavailable(this.#refused);
    const missing = this.#hellos.flatMap((hello, share) => (hello === null ? share + 1 : []));
    if (missing.length === 0) return;
    const here = this.agents.map(({ name }) => name);
    throw new AgentsUnavailable(
      `${here.length} of ${this.count} agents answered within ${withinMs / 1000} s` +
        `${here.length === 0 ? '' : ` (${here.join(', ')})`}: ${missing.length} more have to join ${addressOf(this.#control)} ` +
        '(roundtrip agent --join URL --target NAME=URL), or are busy.',
    );
  }

  #assertAlike(runIds: readonly string[]): void {
    const other = this.agents.find(({ runIds: seen }) => String(seen) !== String(runIds));
    if (other)
      throw new AgentsUnavailable(
        `Agent ${other.name} reaches another server by the name of this target than this program does: all have to measure the same one.`,
      );
  }

  #onMessage(input: unknown): void {
    const read = readFromAgent(input, this.count);
    if (read === null) {
      this.ignoredMessages++;
      return;
    }
    const { share } = read;
    if ('fault' in read) {
      this.#lose(share, `it sent a message in another form than this version's (${read.fault})`);
      // It may be alive, and would send until the end of its slice.
      this.#say(share, { type: 'end' });
      return;
    }
    const { message } = read;
    switch (message.type) {
      case 'hello':
        this.#hellos[share] ??= message.hello;
        this.#onHello();
        break;
      case 'refused':
        this.#refuse(`Agent ${message.name} takes no part: ${message.reason}.`);
        break;
      case 'left':
        this.#ended.add(share);
        this.#lose(share, message.reason);
        break;
      default:
        this.#shares[share]?.get(`${message.lane}/${message.thread}`)?.onMessage(message);
    }
  }

  #lose(share: number, why: string): void {
    if (this.#shares[share] === undefined || this.#lost.has(share)) return;
    const { name = `${share + 1}`, host = '' } = this.#hellos[share] ?? {};
    const sentence = `Agent ${name}${host === '' || host === name ? '' : ` (on ${host})`} was lost: ${why}.`;
    this.#lost.set(share, sentence);
    this.#refuse(sentence);
    for (const one of this.#shares[share].values()) one.lose(lostError(sentence));
  }

  /** While agents are gathered: why the run cannot have them. */
  #refuse(sentence: string): void {
    this.#refused ??= sentence;
    this.#onHello();
  }

  #controlLost(error?: unknown): void {
    if (this.#ending.signal.aborted) return;
    const sentence = lostControl(this.#control, error);
    this.#refuse(sentence);
    for (const [share, open] of this.#shares.entries()) {
      if (!this.#lost.has(share)) this.#lost.set(share, sentence);
      for (const one of open.values()) one.lose(lostError(sentence));
    }
  }

  #beatNow(): void {
    const { toAll, to, back } = streamsOf(this.#order.run);
    this.#writer.add(toAll, this.#sealed([{ type: 'alive' }]));
    const kept = prolong(this.#redis, toAll, back, ...this.#hellos.map((_, agent) => to(agent)));
    Promise.all([...kept, this.#queues.renew()]).catch((error: unknown) => {
      this.#controlLost(error);
    });
  }

  #say(agent: number, message: ToAgent): void {
    this.#writer.add(streamsOf(this.#order.run).to(agent), this.#sealed([message]));
  }

  /** Each share says so; all agents hear it once. */
  #go(lane: number, at: number): void {
    if (this.#newest.lane === lane && this.#newest.at === at) return;
    this.#newest = { lane, at };
    const message: ToAgent = { type: 'go', lane, at: at + this.#clock.offsetMs };
    this.#writer.add(streamsOf(this.#order.run).toAll, this.#sealed([message]));
    readControlClock(this.#redis).then(
      (clock) => (this.#clock = clock),
      () => {
        this.#controlLost();
      },
    );
  }

  #sealed(messages: ToAgent[]) {
    return { at: systemClock.now() + this.#clock.offsetMs, messages };
  }
}

/** The queues come back by themselves when the control Redis does, which nobody waits for: `redis` does not. */
async function openQueues(redis: Redis, { control, agents }: CoordinatorOptions, order: CoordinatorOrder) {
  const lost = new AbortController();
  const onClose = () => {
    lost.abort();
  };
  redis.once('close', onClose);
  try {
    return await RunQueues.open(control, order, agents, lost.signal);
  } catch (error) {
    throw lost.signal.aborted ? new AgentsUnavailable(lostControl(control)) : error;
  } finally {
    redis.off('close', onClose);
  }
}

/** An error that Redis sent is no lost connection: another client may have replaced a key of the run. */
const lostControl = (control: Endpoint, error?: unknown) =>
  error instanceof Error && error.name === 'ReplyError'
    ? `The control Redis at ${addressOf(control)} refused a command of this run, and all agents were lost with it: ${error.message}.`
    : `The control Redis at ${addressOf(control)} was lost, and all agents with it.`;

const lostError = (message: string) => ({ name: 'AgentLost', code: null, message, stack: null });

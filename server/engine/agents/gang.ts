import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { Job, Queue, Worker } from 'bullmq';
import type { Environment } from '../../../shared/contract/result.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { addressOf } from '../../redis/connection/address.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { readRunIds } from '../../redis/targets/run-ids.ts';
import { systemClock } from '../lane/clock.ts';
import type { LaneAgents } from '../lane/lane.ts';
import type { StartShare } from '../lane/share-host.ts';
import { roundtripVersion } from '../../version.ts';
import { loadBullMq } from './bullmq.ts';
import { controlRoot } from './control-user.ts';
import {
  assertGuarded,
  leaseMs,
  openControl,
  openForQueue,
  prolong,
  renewedEveryMs,
  runsQueue,
  sharesQueue,
  streamsOf,
  within,
  type QueueConnection,
} from './control.ts';
import { readControlClock, type ControlClock } from './control-clock.ts';
import { MessageWriter, readStreams } from './message-stream.ts';
import type { AgentHello, FromAgent, ShareJob, ToAgent } from './messages.ts';
import { RemoteShare } from './remote-share.ts';

/** A run that cannot have the agents that it wants. The message says why, and of whom. */
export class AgentsUnavailable extends Error {
  override readonly name = 'AgentsUnavailable';
}

export interface GangOptions {
  control: Endpoint;
  /** Agents that the run wants. */
  agents: number;
  /** For tests. */
  gatherWithinMs?: number;
}

/** What a gang is gathered for. */
export interface GangOrder {
  run: string;
  plan: Plan;
  prefix: string;
  /** The server that is measured, as the coordinator reaches it; its masters are known. */
  target: Endpoint;
  signal: AbortSignal;
}

/** Time for all agents to answer. */
const gatherWithinMs = 10_000;
/** Another run, or what a crashed one has left, is waited for so long. */
const turnWithinMs = leaseMs + 1500;
/** A start is agreed on at least so far ahead, and so many exchanges with the control Redis. */
const leastLeadMs = 20;
const exchangesAhead = 5;

/** Agents that carry out one run together, seen from its coordinator. */
export class Gang implements LaneAgents {
  readonly count: number;
  readonly #order: GangOrder;
  readonly #control: Endpoint;
  readonly #redis: Redis;
  readonly #reader: Redis;
  readonly #queues: Queues;
  readonly #writer: MessageWriter;
  readonly #hellos: (AgentHello | null)[];
  readonly #shares: Map<string, RemoteShare>[];
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
    { control, agents }: GangOptions,
    order: GangOrder,
    open: { redis: Redis; reader: Redis; queues: Queues; clock: ControlClock },
  ) {
    this.count = agents;
    this.#order = order;
    this.#control = control;
    this.#redis = open.redis;
    this.#reader = open.reader;
    this.#queues = open.queues;
    this.#clock = open.clock;
    this.#hellos = Array.from({ length: agents }, () => null);
    this.#shares = Array.from({ length: agents }, () => new Map<string, RemoteShare>());
    this.#writer = new MessageWriter(open.redis, true, () => {
      this.#controlLost();
    });
  }

  /**
   * Calls agents together for a run; resolves when each has said who it is. Throws, with none called any more,
   * AgentsUnavailable, ControlUnusable, BullMqMissing and TargetUnusable.
   */
  static async gather(options: GangOptions, order: GangOrder): Promise<Gang> {
    const { control, agents } = options;
    await loadBullMq();
    await assertGuarded(control);
    const runIds = await readRunIds(order.target);
    const [controlId] = await readRunIds(control);
    if (controlId !== undefined && runIds.includes(controlId))
      throw new AgentsUnavailable(
        `The control Redis at ${addressOf(control)} is the server that is measured: its own traffic would be in the figures. Take another.`,
      );
    const queues = await Queues.open(control, order, agents);
    const opened: Redis[] = [];
    const open = async () => {
      const redis = await openControl(control);
      opened.push(redis);
      return redis;
    };
    try {
      const redis = await open();
      const clock = await readControlClock(redis);
      const gang = new Gang(options, order, { redis, reader: await open(), queues, clock });
      await gang.#gather(runIds, options.gatherWithinMs ?? gatherWithinMs).catch(async (error: unknown) => {
        await gang.close();
        throw error;
      });
      return gang;
    } catch (error) {
      for (const redis of opened) redis.disconnect();
      await queues.close();
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
      const share = new RemoteShare({
        ...{ lane, thread, listener },
        leadMs: () =>
          Math.max(leastLeadMs, exchangesAhead * Math.max(this.#clock.roundTripMs, ...this.#tripsMs)),
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
        if (message !== null) this.#hear(message as { share: number; message: FromAgent });
      },
      this.#ending.signal,
    ).catch(() => {
      this.#controlLost();
    });
    this.#beat = setInterval(() => {
      this.#beatNow();
    }, renewedEveryMs);
    // Agents write to it while it is there, and make none.
    this.#writer.add(back, null);
    this.#beatNow();
    await this.#writer.flushed();
    await this.#queues.offerShares();
    const all = new Promise<void>((resolve) => {
      this.#onHello = () => {
        if (this.#refused !== null || this.agents.length === this.count) resolve();
      };
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    const late = new AbortController();
    const time = sleep(withinMs, null, { signal: late.signal }).catch(() => undefined);
    await Promise.race([all, time]);
    late.abort();
    if (signal.aborted) throw new AgentsUnavailable('The run was stopped before its agents had answered.');
    this.#assertComplete(withinMs);
    this.#assertAlike(runIds);
    this.#queues.onStalled = (share) => {
      this.#lose(share, 'it gave no sign of life for 3 s');
    };
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

  #hear({ share, message }: { share: number; message: FromAgent }): void {
    switch (message.type) {
      case 'hello':
        this.#hellos[share] = message.hello;
        this.#onHello();
        break;
      case 'refused':
        this.#refused ??= `Agent ${message.name} takes no part: ${message.reason}.`;
        this.#onHello();
        break;
      case 'left':
        this.#ended.add(share);
        this.#lose(share, message.reason);
        break;
      default:
        this.#shares[share]?.get(`${message.lane}/${message.thread}`)?.hear(message);
    }
  }

  #lose(share: number, why: string): void {
    if (this.#lost.has(share)) return;
    const { name = `${share + 1}`, host = '' } = this.#hellos[share] ?? {};
    const sentence = `Agent ${name}${host === '' || host === name ? '' : ` (on ${host})`} was lost: ${why}.`;
    this.#lost.set(share, sentence);
    for (const one of this.#shares[share]?.values() ?? []) one.lose(lostError(sentence));
  }

  #controlLost(): void {
    if (this.#ending.signal.aborted) return;
    const sentence = `The control Redis at ${addressOf(this.#control)} was lost, and all agents with it.`;
    for (const [share, open] of this.#shares.entries()) {
      if (!this.#lost.has(share)) this.#lost.set(share, sentence);
      for (const one of open.values()) one.lose(lostError(sentence));
    }
  }

  #beatNow(): void {
    const { toAll, to, back } = streamsOf(this.#order.run);
    this.#writer.add(toAll, this.#sealed([{ type: 'alive' }]));
    const kept = prolong(this.#redis, toAll, back, ...this.#hellos.map((_, agent) => to(agent)));
    Promise.all([...kept, this.#queues.renew()]).catch(() => {
      this.#controlLost();
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

const lostError = (message: string) => ({ name: 'AgentLost', code: null, message, stack: null });

/** Who runs, and since when; the job that only one coordinator has at a time. */
interface RunJobData {
  run: string;
  by: string;
  startedAt: number;
}

const runJobId = 'run';
const closeWithinMs = 2000;
const options = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** The two queues of BullMQ, for one run: `runs` lets one run be in progress, `shares` holds its parts. */
class Queues {
  onStalled: (share: number) => void = () => undefined;
  readonly #order: GangOrder;
  readonly #agents: number;
  readonly #open: (Queue | Worker)[] = [];
  readonly #connection: QueueConnection;
  readonly #shares: Queue<ShareJob>;
  #turn: { job: Job; token: string } | null = null;

  private constructor(
    connection: QueueConnection,
    order: GangOrder,
    agents: number,
    shares: Queue<ShareJob>,
  ) {
    this.#connection = connection;
    this.#order = order;
    this.#agents = agents;
    this.#shares = shares;
  }

  /** Resolves when it is this run's turn. Throws AgentsUnavailable, TargetUnusable. */
  static async open(control: Endpoint, order: GangOrder, agents: number): Promise<Queues> {
    const { Queue, Worker } = await loadBullMq();
    const connection = await openForQueue(control);
    const common = { connection: connection.redis, prefix: controlRoot };
    const watching = {
      ...common,
      autorun: false,
      lockDuration: leaseMs,
      stalledInterval: renewedEveryMs,
      maxStalledCount: 0,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    };
    const queues = new Queues(connection, order, agents, new Queue<ShareJob>(sharesQueue, common));
    const runs = new Queue<RunJobData>(runsQueue, common);
    const turn = new Worker<RunJobData>(runsQueue, null, watching);
    const watch = new Worker(sharesQueue, null, watching);
    queues.#open.push(queues.#shares, runs, turn, watch);
    // What fails is seen where it is asked for.
    const ignore = () => undefined;
    queues.#shares.on('error', ignore);
    runs.on('error', ignore);
    turn.on('error', ignore);
    watch.on('error', ignore);
    watch.on('stalled', (id: string) => {
      const [run, share] = id.split('.');
      queues.#shares.remove(id).catch(() => undefined);
      if (run === order.run) queues.onStalled(Number(share));
    });
    try {
      await runs.setGlobalConcurrency(1);
      await turn.startStalledCheckTimer();
      await watch.startStalledCheckTimer();
      queues.#turn = await takeTurn(runs, turn, order);
      return queues;
    } catch (error) {
      await queues.close();
      throw error;
    }
  }

  async offerShares(): Promise<void> {
    const { run, plan, prefix } = this.#order;
    const jobs = Array.from({ length: this.#agents }, (_, share) => ({
      name: 'share',
      data: {
        ...{ run, plan, prefix, share },
        roundtrip: roundtripVersion,
        target: plan.target,
        of: this.#agents,
      },
      opts: { ...options, jobId: `${run}.${share}` },
    }));
    await this.#shares.addBulk(jobs);
  }

  async renew(): Promise<void> {
    if (this.#turn) await this.#turn.job.extendLock(this.#turn.token, leaseMs);
  }

  /** Never rejects. */
  async close(): Promise<void> {
    const { run } = this.#order;
    const turn = this.#turn;
    this.#turn = null;
    const letGo = async () => {
      const left = Array.from({ length: this.#agents }, (_, share) => `${run}.${share}`);
      // One that an agent has is not to be removed; it ends with its agent.
      await Promise.allSettled(left.map((id) => this.#shares.remove(id)));
      await turn?.job.moveToCompleted(null, turn.token, false).catch(() => undefined);
      await Promise.allSettled(this.#open.map((one) => one.close()));
    };
    await within(this.#connection.redis.status === 'ready' ? closeWithinMs : 0, letGo());
    this.#connection.close();
    for (const one of this.#open) void one.disconnect().catch(() => undefined);
  }
}

/** The one job of the queue `runs`: the coordinator that holds it may run. Throws AgentsUnavailable when another holds it. */
async function takeTurn(
  runs: Queue<RunJobData>,
  worker: Worker<RunJobData>,
  { run, signal }: GangOrder,
): Promise<{ job: Job; token: string }> {
  const data = { run, by: `${hostname()}, process ${process.pid}`, startedAt: Date.now() };
  const until = systemClock.now() + turnWithinMs;
  for (;;) {
    await runs.add('run', data, { ...options, jobId: runJobId });
    const job = (await worker.getNextJob(run, { block: false })) as Job<RunJobData> | undefined;
    if (job?.data.run === run && !job.deferredFailure) return { job, token: run };
    // One that a crashed coordinator has left.
    if (job) await job.moveToFailed(new Error('its coordinator is gone'), run, false).catch(() => undefined);
    if (signal.aborted) throw new AgentsUnavailable('The run was stopped before it was its turn.');
    if (systemClock.now() < until) {
      await sleep(100 + 200 * Math.random());
      continue;
    }
    const other = await runs.getJob(runJobId);
    const forS = other ? Math.round((Date.now() - other.data.startedAt) / 1000) : 0;
    throw new AgentsUnavailable(
      `Another run has the agents: that of ${other?.data.by ?? 'another program'}, for ${forS} s. One runs at a time.`,
    );
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { defined } from '../../../shared/contract/defined.ts';
import { defaultClient } from '../../../shared/contract/enums.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import { openBookkeeping } from '../../redis/keys/bookkeeping.ts';
import { hasLaneKeys, removeLaneKeys, removeRecord } from '../../redis/keys/remove-runs.ts';
import { recordKeyOf } from '../../redis/keys/run-id.ts';
import { isAbandoned } from '../../redis/keys/run-marker.ts';
import { readRecord, type RunRecord } from '../../redis/keys/run-record.ts';
import type { Endpoint, Target } from '../../redis/connection/target.ts';
import { systemClock } from '../lane/clock.ts';
import type { FromLane, WorkerTransport, StartShare } from '../lane/messages.ts';
import { allocateLatencies, sparseLatencies } from '../lane/recorder.ts';
import { serialiseError } from '../lane/failure-class.ts';
import { shares } from '../lane/turn.ts';
import { packSparse } from '../latency/sparse.ts';
import { startShareWith } from '../clients/start-worker.ts';
import { keyOwners, lanePrefix } from '../workload/key-names.ts';
import { commandsOfMix } from '../workload/prepared-command.ts';
import type { AgentLimits } from './agent-limits.ts';
import { openControl, leaseMs, prolong, renewedEveryMs, streamsOf } from './control.ts';
import { readControlClock, type ControlClock } from './control-clock.ts';
import { MessageWriter, readStreams } from './message-stream.ts';
import type { SentMessage } from './from-agent.ts';
import { toAgentsSchema, type ShareJob, type ToAgent } from './messages.ts';

interface SessionParts {
  job: ShareJob;
  control: Endpoint;
  /** Of the agent's own list, its masters known. */
  target: Target;
  limits: AgentLimits;
  /** What carries a share out in place of a thread or a process: for benchmarks. */
  startWorker?: StartShare | undefined;
  /** Ends it early: the share is somebody else's by now, or nobody's. */
  signal: AbortSignal;
}

interface OpenShare {
  host: WorkerTransport;
  clients: number;
  /** A slice is in progress. */
  busy: boolean;
  /** The rate of its newest slice, commands per second; `null`: it had none. */
  rps: number | null;
  memory: SharedArrayBuffer;
}

/** Why a session ended, and whether its coordinator said so. */
interface SessionEnd {
  reason: string;
  isOrderly: boolean;
}

const unheard = 'its coordinator was not heard of for 3 s';

/**
 * One share of one run, on the agent: carries out what the coordinator says, for as long as the coordinator is heard
 * of. What is sent stops at a deadline of this machine's own clock, which only a new sign of life moves.
 */
export class ShareSession {
  readonly #parts: SessionParts;
  readonly #redis: Redis;
  readonly #reader: Redis;
  readonly #writer: MessageWriter;
  readonly #open = new Map<string, OpenShare>();
  readonly #ending = new AbortController();
  /** Lane prefixes of the shares that it has opened. */
  readonly #written = new Set<string>();
  /** The record of the run on the target, read once. */
  #record: Promise<RunRecord> | null = null;
  /** Messages about shares are carried out in order, also while the record is read. */
  #inOrder: Promise<unknown> = Promise.resolve();
  #clock: ControlClock;
  #lease: number;
  #end: SessionEnd | null = null;

  private constructor(parts: SessionParts, redis: Redis, reader: Redis, clock: ControlClock) {
    this.#parts = parts;
    this.#redis = redis;
    this.#reader = reader;
    this.#clock = clock;
    this.#lease = systemClock.now() + leaseMs;
    this.#writer = new MessageWriter(redis, false, () => {
      this.#controlLost();
    });
  }

  /** Throws TargetUnusable when the control Redis cannot be reached. */
  static async open(parts: SessionParts): Promise<ShareSession> {
    const redis = await openControl(parts.control);
    try {
      const clock = await readControlClock(redis);
      return new ShareSession(parts, redis, await openControl(parts.control), clock);
    } catch (error) {
      redis.disconnect();
      throw error;
    }
  }

  get clock(): ControlClock {
    return this.#clock;
  }

  say(message: SentMessage): void {
    const { run, share } = this.#parts.job;
    this.#writer.add(streamsOf(run).back, { share, message });
  }

  /** Carries the share out; resolves when nothing of it is left. Never rejects. */
  async run(): Promise<SessionEnd> {
    const { job, signal } = this.#parts;
    const streams = streamsOf(job.run);
    const lost = () => {
      this.#finish({ reason: 'the control Redis gave its share up', isOrderly: false });
    };
    if (signal.aborted) lost();
    signal.addEventListener('abort', lost);
    const watch = setInterval(() => {
      if (systemClock.now() >= this.#lease) this.#finish({ reason: unheard, isOrderly: false });
      else prolong(this.#redis, streams.back).forEach((one) => void one.catch(() => undefined));
    }, renewedEveryMs / 2);
    const reading = readStreams(
      this.#reader,
      [streams.toAll, streams.to(job.share)],
      (message) => {
        this.#onMessage(message);
      },
      this.#ending.signal,
    ).catch(() => {
      this.#controlLost();
    });
    await new Promise<void>((resolve) => {
      if (this.#ending.signal.aborted) resolve();
      this.#ending.signal.addEventListener('abort', () => {
        resolve();
      });
    });
    clearInterval(watch);
    signal.removeEventListener('abort', lost);
    await this.#closeAll();
    const end = this.#end ?? { reason: 'it was ended', isOrderly: true };
    if (!end.isOrderly) await this.#cleanUp();
    this.say({ type: 'left', reason: end.reason });
    await this.#writer.flushed();
    this.#redis.disconnect();
    this.#reader.disconnect();
    await reading;
    return end;
  }

  #finish(end: SessionEnd): void {
    this.#end ??= end;
    this.#ending.abort();
  }

  /** The slice in progress ends by itself, at the latest with the lease. */
  #controlLost(): void {
    if (this.#ending.signal.aborted) return;
    const end = { reason: 'the control Redis was lost', isOrderly: false };
    const wait = async () => {
      while ([...this.#open.values()].some(({ busy }) => busy) && systemClock.now() < this.#lease)
        await sleep(20);
      this.#finish(end);
    };
    void wait();
  }

  #onMessage(input: unknown): void {
    const parsed = toAgentsSchema.safeParse(input);
    if (!parsed.success) {
      this.#finish({ reason: 'its coordinator said what it does not understand', isOrderly: false });
      return;
    }
    const { at, messages } = parsed.data;
    // Its coordinator has given it up by then: what was said meanwhile revives nothing.
    if (systemClock.now() >= this.#lease) {
      this.#finish({ reason: unheard, isOrderly: false });
      return;
    }
    // What was said long ago is no sign of life, however late it is read: this process may have been frozen.
    const until = Math.min(at - this.#clock.offsetMs, systemClock.now()) + leaseMs;
    if (until > this.#lease) {
      this.#lease = until;
      for (const { host } of this.#open.values()) host.post({ type: 'lease', until });
    }
    for (const message of messages) {
      if (message.type === 'end') this.#finish({ reason: 'the run is over', isOrderly: true });
      else if (message.type !== 'alive')
        this.#inOrder = this.#inOrder
          .then(() => this.#carryOut(message))
          .catch((error: unknown) => {
            this.#finish({ reason: serialiseError(error).message, isOrderly: false });
          });
    }
  }

  async #carryOut(message: Exclude<ToAgent, { type: 'alive' | 'end' }>): Promise<void> {
    if (this.#ending.signal.aborted) return;
    if (message.type === 'go') {
      const at = this.#parts.limits.startOf(message.at - this.#clock.offsetMs, systemClock.now());
      for (const [key, { host }] of this.#open)
        if (key.startsWith(`${message.lane}/`)) host.post({ type: 'go', at });
      return;
    }
    const { lane, thread } = message;
    if (message.type === 'open') {
      await this.#openShare(lane, thread).catch((error: unknown) => {
        this.#failed(lane, thread, error);
      });
      return;
    }
    const open = this.#open.get(keyOf(lane, thread));
    if (!open) return;
    switch (message.type) {
      case 'start':
        void this.#start(open, lane, thread, message.message);
        break;
      case 'terminate':
        open.host.terminate();
        break;
      default:
        open.host.post({ type: message.type });
    }
  }

  /** A clock drifts: it is asked for again before each slice. */
  async #start(open: OpenShare, lane: number, thread: number, start: StartMessage): Promise<void> {
    const { limits } = this.#parts;
    // A second slice beside the first would send at both rates, and both have the same connections.
    if (open.busy) {
      this.#failed(lane, thread, new Error('a slice was to begin while another is in progress'));
      return;
    }
    open.clients = start.settings.clients;
    open.rps = start.rps;
    const all = [...this.#open.values()];
    const refusal =
      limits.refusalOfClients(all.reduce((sum, { clients }) => sum + clients, 0)) ??
      limits.refusalOfRates(all.flatMap((one) => (one.busy || one === open ? [one.rps] : [])));
    if (refusal !== null) {
      this.#failed(lane, thread, new Error(refusal));
      return;
    }
    open.busy = true;
    try {
      this.#clock = await readControlClock(this.#redis);
    } catch {
      this.#controlLost();
    }
    open.host.post(defined(start));
  }

  /** Throws, with nothing opened, what keeps the share from being carried out. */
  async #openShare(lane: number, thread: number): Promise<void> {
    const { job, target, limits } = this.#parts;
    const plan = job.plan.lanes[lane];
    const key = keyOf(lane, thread);
    const own =
      plan && thread >= job.share * plan.workload.threads && thread < (job.share + 1) * plan.workload.threads;
    if (!plan || !own || this.#open.has(key)) throw new Error(`this agent has no share ${key}`);
    const prefix = prefixOf(job, lane, plan);
    const { lanes } = await (this.#record ??= recordOnTarget(target, job));
    if (!lanes.includes(prefix))
      throw new Error(`the record of the run on the server does not name the prefix ${prefix}`);
    if (this.#ending.signal.aborted) return;
    const threads = plan.workload.threads * job.of;
    const clients = shares(plan.workload.clients, threads)[thread] ?? 0;
    const refusal = limits.refusalOfClients(
      [...this.#open.values()].reduce((sum, open) => sum + open.clients, clients),
    );
    if (refusal !== null) throw new Error(refusal);
    this.#written.add(prefix);
    const memory = allocateLatencies(commandsOfMix(plan.workload).length);
    const start = this.#parts.startWorker ?? startShareWith(plan.client);
    const host = start(
      {
        strategy: plan.strategy,
        client: plan.client ?? defaultClient,
        workload: { ...plan.workload, clients },
        endpoint: target.endpoint,
        prefix,
        thread,
        threads,
        latencies: memory,
        watches: false,
      },
      {
        onMessage: (message) => {
          this.#relay(lane, thread, message);
        },
        failed: (error) => {
          this.say({ type: 'failed', lane, thread, error });
        },
        exited: () => {
          this.#open.delete(key);
          this.say({ type: 'exited', lane, thread });
        },
      },
    );
    this.#open.set(key, { host, clients, busy: false, rps: null, memory });
    host.post({ type: 'lease', until: this.#lease });
  }

  #failed(lane: number, thread: number, error: unknown): void {
    this.say({ type: 'failed', lane, thread, error: serialiseError(error) });
  }

  #relay(lane: number, thread: number, message: FromLane): void {
    switch (message.type) {
      case 'ready':
      case 'settled':
        this.say({ type: message.type, lane, thread });
        break;
      case 'failed':
        this.say({ type: 'failed', lane, thread, error: message.error });
        break;
      case 'sample': {
        const open = this.#open.get(keyOf(lane, thread));
        const { latencies, sent, ...figures } = message;
        if (message.endsSlice && open) open.busy = false;
        const sparse = latencies ?? (open ? sparseLatencies(open.memory) : new Uint32Array());
        const { offsetMs } = this.#clock;
        this.say({
          type: 'sample',
          lane,
          thread,
          sample: {
            ...figures,
            ...(sent ? { sent: { from: sent.from + offsetMs, until: sent.until + offsetMs } } : {}),
            latencies: packSparse(sparse),
          },
        });
        break;
      }
      case 'finished':
        break;
    }
  }

  /** Closes what is open, by force what does not close by itself. */
  async #closeAll(): Promise<void> {
    for (const { host } of this.#open.values()) host.post({ type: 'stop' });
    const forced = systemClock.now() + 500;
    while (this.#open.size > 0) {
      if (systemClock.now() > forced) for (const { host } of this.#open.values()) host.terminate();
      await sleep(10);
    }
  }

  /**
   * Cleans up after a run whose mark is no longer renewed: the coordinator is gone. Removes the keys below the lane prefixes that this
   * agent has written to. The record follows once it names no other keys.
   */
  async #cleanUp(): Promise<void> {
    const { job, target } = this.#parts;
    try {
      const admin = await openBookkeeping(target);
      try {
        const record = await (this.#record ?? readRecord(admin, job.prefix));
        if (typeof record === 'string' || !(await isAbandoned(admin, job.prefix))) return;
        await removeLaneKeys(admin, [{ ...record, lanes: [...this.#written] }]);
        if (!(await hasLaneKeys(admin, record))) await removeRecord(admin, record);
      } finally {
        admin.close();
      }
    } catch {
      // A target that cannot be reached keeps them until `roundtrip clean`.
    }
  }
}

/** The record by which a coordinator that reaches the target vouches for a job. Throws when there is none. */
async function recordOnTarget(target: Target, { prefix, of }: ShareJob): Promise<RunRecord> {
  const admin = await openBookkeeping(target);
  try {
    const record = await readRecord(admin, prefix);
    if (typeof record === 'string')
      throw new Error(
        `the server has no record of this run (${recordKeyOf(prefix)} is ${record}): its coordinator writes one before an agent may send`,
      );
    // The prefix of a run in progress can be read by all who use the server.
    if (record.agents !== of)
      throw new Error(
        `the record of this run (${recordKeyOf(prefix)}) is of a run with ${record.agents ?? 'no'} agents, not ${of}`,
      );
    return record;
  } finally {
    admin.close();
  }
}

type StartMessage = Extract<ToAgent, { type: 'start' }>['message'];

const keyOf = (lane: number, thread: number) => `${lane}/${thread}`;

const prefixOf = ({ plan, prefix }: ShareJob, lane: number, { workload }: LanePlan) =>
  lanePrefix(prefix, keyOwners(plan.lanes)[lane] ?? lane, workload.hashTag);

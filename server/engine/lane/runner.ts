import { performance } from 'node:perf_hooks';
import type { Settings } from '../../../shared/contract/run-events.ts';
import { EvenArrivals, PoissonArrivals, type Arrivals } from './arrivals.ts';
import type { Clock } from './clock.ts';
import { timedOut, serialiseError } from './failure-class.ts';
import { openClients } from './clients.ts';
import { LaneLoop, type SliceEnd, type SliceTask } from './loop.ts';
import type { FromLane, StartSlice, ThreadPlan, ThreadSample, ToLane } from './messages.ts';
import { poolOf } from './pool.ts';
import { Recorder, viewLatencies, type Tally } from './recorder.ts';
import { SharedCount } from './shared-count.ts';
import { KeyWriter } from './key-writer.ts';
import { cachedStrategy } from '../../../shared/contract/strategies.ts';
import { SocketMeter, type SocketFigures } from './socket-meter.ts';
import type { Strategy } from './strategy.ts';
import type { LaneClient } from './batch.ts';
import type { AloneUnits, UnitProgram } from './unit-program.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { UnexpectedReply } from '../workload/reply-kind.ts';
import {
  threadTimes,
  timesSince,
  withoutIdle,
  type CallerTimes,
  type ThreadTimes,
} from '../../network/thread-times.ts';
import { openAdmin } from '../../redis/connection/connect.ts';
import { KeyNames } from '../workload/key-names.ts';
import { noBooks, WriteLedger } from './write-ledger.ts';
import { ThreadMemory } from './thread-memory.ts';
import { CommandSource } from '../workload/command-source.ts';

/** A lane without a reply is given up within a twentieth of its limit. */
const looksPerTimeout = 20;

/** Of a lane whose link is cut: each write has a key of its own. */
const mostWrites = 1_000_000_000;
const firstWriteOf = ({ thread, threads }: ThreadPlan) => Math.floor((thread * mostWrites) / threads);

/** Settings that a thread follows: those of its lane, with its own share of the clients and the rate. */
type Share = Pick<Settings, 'pipeline' | 'dataSize' | 'clients'>;

/** The moment of load before a slice. */
interface Settled {
  tally: Tally;
  elapsedMs: number;
  fatal: string | null;
}

/** Of a lane that carries out code of the user. */
interface OwnProgram {
  program: UnitProgram;
  meter: SocketMeter;
  /** An error of that code. */
  describe: (error: unknown) => SerialisedError;
  /** Of this thread, where the code runs in processes and their bytes pass it. */
  portTimes?: (() => ThreadTimes) | undefined;
}

/** One worker thread's part of a lane: opens its connections, runs slices and reports them. */
export class LaneRunner {
  readonly #plan: ThreadPlan;
  readonly #strategy: Strategy;
  readonly #clock: Clock;
  readonly #post: (message: FromLane) => void;
  readonly #times: () => CallerTimes;
  readonly #activeMs: () => number;
  readonly #recorder: Recorder;
  readonly #meter: SocketMeter;
  readonly #program: UnitProgram | null;
  readonly #describe: (error: unknown) => SerialisedError;
  readonly #portTimes: (() => ThreadTimes) | null;
  readonly #count: SharedCount | null;
  readonly #ledger: WriteLedger | null;
  /** Another client, that writes what the lane reads. */
  readonly #writer: KeyWriter | null;
  /** Of the next command among those of all threads, where they share no count. */
  #place = 0;
  #clients: LaneClient[] = [];
  #loop: LaneLoop | null = null;
  #share: Share;
  #paused = false;
  #go: ((at: number) => void) | null = null;
  #lease = Infinity;
  /** Why nothing can be measured any more. */
  #broken: string | null = null;

  /**
   * `times`: what the CPU figures of the lane are of. `activeMs`: time in which its event loop had work, so far. `own`: of
   * a lane that carries out code of the user.
   */
  constructor(
    plan: ThreadPlan,
    strategy: Strategy,
    clock: Clock,
    post: (message: FromLane) => void,
    times = threadTimes,
    activeMs = () => performance.eventLoopUtilization().active,
    own: OwnProgram | null = null,
  ) {
    this.#plan = plan;
    this.#times = times;
    this.#activeMs = activeMs;
    this.#strategy = strategy;
    this.#clock = clock;
    this.#post = post;
    this.#program = own?.program ?? null;
    this.#meter = own?.meter ?? new SocketMeter();
    this.#describe = own?.describe ?? serialiseError;
    this.#portTimes = own?.portTimes ?? null;
    const { writesPerSecond = 0 } = plan.workload;
    const isWritten = writesPerSecond > 0 && own === null && !plan.watches;
    this.#recorder = new Recorder(
      viewLatencies(plan.latencies),
      isWritten || plan.strategy === cachedStrategy,
    );
    this.#writer = isWritten
      ? new KeyWriter({
          workload: { ...plan.workload, writesPerSecond },
          prefix: plan.prefix,
          clock,
          failed: (error) => {
            this.#writeFailed(error);
          },
        })
      : null;
    this.#count = plan.count ? new SharedCount(plan.count) : null;
    this.#ledger = plan.reconnects ? new WriteLedger(firstWriteOf(plan)) : null;
    const { pipeline, dataSize, clients } = plan.workload;
    this.#share = { pipeline, dataSize, clients };
  }

  /** Opens the connections. Rejects when one cannot be opened. */
  async prepare(): Promise<void> {
    await this.#follow(this.#share);
    await this.#program?.prepare();
    this.#post({ type: 'ready' });
  }

  /** As `prepare`, and posts why it failed. */
  begin(): Promise<void> {
    return this.prepare().catch(this.#fail);
  }

  /** Does what the engine says, and posts why it cannot. */
  handle(message: ToLane): void {
    switch (message.type) {
      case 'plan':
        break;
      case 'start':
        this.start(message).catch(this.#fail);
        break;
      case 'go':
        this.#go?.(message.at);
        break;
      case 'pause':
        this.pause();
        break;
      case 'check':
        this.#check().catch(this.#fail);
        break;
      case 'lease':
        this.#lease = message.until;
        if (this.#loop) this.#loop.lease = message.until;
        break;
      case 'stop':
        this.stop();
    }
  }

  readonly #fail = (error: unknown) => {
    this.#post({ type: 'failed', error: this.#describe(error) });
  };

  /** The code of the user has failed: the lane has, with it. */
  programFailed(error: unknown): void {
    if (this.#broken !== null) return;
    const described = this.#describe(error);
    this.#broken = described.message;
    this.#post({ type: 'failed', error: described });
    this.#loop?.abort(new Error(described.message));
  }

  /** Runs one slice and reports it, every `sampleEveryMs` and at its end. Rejects when new settings cannot be met. */
  async start(message: StartSlice): Promise<void> {
    this.#paused = false;
    if (this.#isNew(message.settings)) await this.#follow(message.settings);
    else await this.#replaceLost();
    const alone = (await this.#program?.alone()) ?? null;
    const portBefore = this.#portTimes?.();
    const settled = withAlone(await this.#settle(message), alone);
    this.#place = message.place ?? this.#place;
    const startsAt = await this.#together();
    this.#recorder.reset();
    this.#ledger?.begin(this.#clock.now());
    const memory = new ThreadMemory(this.#clock);
    const report = this.#reporter(message.slice, startsAt, settled, memory, alone);
    let index = 0;
    const { sampleEveryMs: everyMs } = message;
    const tell = () => {
      const endsSoon = message.durationMs !== null && (index + 1.2) * everyMs >= message.durationMs;
      if (!endsSoon) this.#post(report(index++, null));
      callOff = this.#clock.after(everyMs, tell);
    };
    let callOff = this.#clock.after(everyMs, tell);
    const from = this.#clock.now();
    const end = await this.#run({
      ...message,
      startsAt,
      commands: settled.fatal === null ? message.commands : 0,
    });
    callOff();
    memory.stop();
    const last = {
      ...report(index, { ...end, fatal: settled.fatal ?? end.fatal }),
      ...(portBefore && { port: timesSince(portBefore, this.#portTimes?.()) }),
    };
    const { durationMs } = message;
    const sendsMs = durationMs !== null && end.elapsedMs >= durationMs ? durationMs : end.sendingMs;
    const until = (startsAt ?? from) + sendsMs;
    // Threads that share a count end together.
    const isShared = this.#count !== null && message.commands !== null;
    this.#post(isShared ? last : { ...last, sent: { from, until } });
  }

  pause(): void {
    this.#paused = true;
    this.#loop?.pause();
  }

  /** As `stop`, once the code of the user has taken down what it set up. */
  async end(): Promise<void> {
    await this.#program?.end().catch(this.#fail);
    this.stop();
  }

  stop(): void {
    for (const client of this.#clients) client.close();
    this.#writer?.close();
    this.#post({ type: 'finished' });
  }

  /**
   * Waits until all threads of the lane have settled; resolves at the moment that they agree on, with it. Time that
   * counts for one thread and not yet for another would make their sum a rate that never was.
   */
  async #together(): Promise<number | null> {
    if (this.#plan.threads === 1) return null;
    const at = await new Promise<number>((resolve) => {
      this.#go = resolve;
      this.#post({ type: 'settled' });
    });
    this.#go = null;
    while (this.#clock.now() < at)
      await new Promise<void>((resolve) => {
        this.#clock.soon(resolve);
      });
    return at;
  }

  /** A moment of the same load that is not counted. */
  async #settle(message: StartSlice): Promise<Settled> {
    this.#recorder.reset();
    if (message.settleMs === 0) return { tally: this.#recorder.tally(), elapsedMs: 0, fatal: null };
    const load = () =>
      this.#run({
        ...message,
        startsAt: null,
        durationMs: message.settleMs,
        commands: null,
        rest: 'drop',
        withCarried: false,
        passedMs: 0,
      });
    const { elapsedMs, fatal } = await (this.#program ? this.#program.guarded(load) : load());
    return { tally: this.#recorder.tally(), elapsedMs, fatal };
  }

  async #run(task: SliceTask): Promise<SliceEnd> {
    const loop = this.#loop;
    if (!loop || this.#paused || task.commands === 0 || this.#broken !== null)
      return { elapsedMs: 0, offered: 0, offeringMs: 0, backlog: 0, sendingMs: 0, fatal: this.#broken };
    const callOff = this.#watch(loop);
    const rest = this.#writer?.begin(this.#recorder);
    const end = await loop.run(task);
    callOff();
    await rest?.();
    return end;
  }

  /** Without its writes the lane is not what it was to be. */
  #writeFailed(error: unknown): void {
    if (this.#broken !== null || this.#paused) return;
    const described = serialiseError(error);
    this.#broken = described.message;
    this.#loop?.abort(new Error(described.message));
  }

  /** What came cannot be the replies to what was sent: no connection of this thread is measured any further. */
  #fault(error: UnexpectedReply): void {
    // A hundred replies too many are one reason.
    if (this.#broken !== null) return;
    this.#broken = error.message;
    this.#loop?.abort(error);
    for (const client of this.#clients) client.close();
  }

  /** Gives a slice up that has commands in flight and no reply for too long; returns what ends the watch. */
  #watch(loop: LaneLoop): () => void {
    const { timeoutMs } = this.#plan.workload;
    const everyMs = timeoutMs / looksPerTimeout;
    let seen = -1;
    // Looks are counted, not time: a process that was frozen has not waited for a reply.
    let silent = 0;
    const look = () => {
      const answered = this.#recorder.completed + this.#recorder.failed;
      silent = answered === seen && loop.isWaiting ? silent + 1 : 0;
      if (silent === looksPerTimeout) {
        if (this.#program) this.programFailed(this.#program.stalled(timeoutMs));
        else loop.abort(new Error(`${timedOut}: no reply for ${timeoutMs} ms`));
        for (const client of this.#clients) client.close();
        return;
      }
      seen = answered;
      callOff = this.#clock.after(everyMs, look);
    };
    let callOff = this.#clock.after(everyMs, look);
    return () => {
      callOff();
    };
  }

  /** On a connection of its own, made for this: nothing of it may be cut. */
  async #check(): Promise<void> {
    const { endpoint, prefix, workload } = this.#plan;
    const names = new KeyNames(prefix, 'counter', mostWrites, workload.keyPrefix);
    const redis = await openAdmin({ endpoint });
    redis.on('error', () => undefined);
    try {
      const books = await this.#ledger?.check(async (places) => {
        const keys = places.map((place) => names.name(place));
        const [values] = await Promise.all([redis.mget(keys), redis.del(keys)]);
        return values.map(Number);
      });
      this.#post({ type: 'checked', books: books ?? noBooks });
    } finally {
      redis.disconnect();
    }
  }

  /** Whether connections have to be made for it: compiled code then climbs again, which others are spared. */
  #isNew({ pipeline, dataSize, clients }: Share): boolean {
    const now = this.#share;
    const batches = this.#strategy.batching !== 'none' && pipeline !== now.pipeline;
    return batches || dataSize !== now.dataSize || clients !== now.clients;
  }

  /** While other lanes had their turns, the server may have closed connections that were idle (`timeout`). */
  async #replaceLost(): Promise<void> {
    if (!this.#meter.hasLost || !this.#plan.workload.keepalive || this.#broken !== null) return;
    if (this.#ledger) return;
    // Code of the user opens and closes what it likes.
    if (this.#program) return;
    // A server that is gone fails the commands of the slice, which say so.
    await this.#follow(this.#share).catch(() => undefined);
  }

  async #follow(share: Share): Promise<void> {
    this.#meter.beginSet();
    for (const client of this.#clients) client.close();
    const { strategy, workload, endpoint } = { ...this.#plan, strategy: this.#strategy };
    const settings = {
      ...workload,
      resp: endpoint.resp ?? workload.resp,
      pipeline: share.pipeline,
      dataSize: share.dataSize,
      clients: share.clients,
      // Each write has a key of its own.
      ...(this.#ledger && { keyPattern: 'S' as const, keyspace: mostWrites }),
    };
    const [count, ledger] = [this.#count, this.#ledger];
    const commands = new CommandSource({
      ...this.#plan,
      workload: settings,
      ...(this.#plan.byPlace && { nextPlace: () => count?.nextPlace() ?? this.#place++ }),
      ...(ledger && { nextPlace: () => ledger.next() }),
    });
    const source = this.#program?.source ?? commands;
    const fault = (error: UnexpectedReply) => {
      this.#fault(error);
    };
    const invalidated = () => {
      this.#recorder.invalidations++;
    };
    const context = {
      ...{ endpoint, workload: settings, source: commands, meter: this.#meter, fault, invalidated },
      reconnects: ledger !== null,
    };
    const opened = await openClients(strategy, context, settings.clients);
    await this.#writer?.open(endpoint);
    const isPool = settings.callers !== undefined && strategy.batching === 'none';
    this.#clients = isPool ? [poolOf(opened)] : opened;
    this.#loop = new LaneLoop({
      clock: this.#clock,
      recorder: this.#recorder,
      source,
      ledger,
      clients: this.#clients,
      batchSize: strategy.batching === 'batch' ? settings.pipeline : 1,
      places:
        settings.callers ?? settings.clients * (strategy.batching === 'in-flight' ? settings.pipeline : 1),
      arrivals: this.#arrivals(),
      timesWrites: this.#plan.watches,
      count,
      judge: this.#writer,
    });
    this.#loop.lease = this.#lease;
    this.#share = share;
  }

  #arrivals(): Arrivals {
    const { workload, thread } = this.#plan;
    if (workload.arrivals !== 'poisson') return new EvenArrivals();
    // Neither the commands of this thread nor the arrivals of another.
    return new PoissonArrivals(~workload.seed + Math.imul(thread, 0x9e3779b9));
  }

  /** Makes samples of what has happened since this moment. */
  #reporter(
    slice: number,
    startsAt: number | null,
    settled: Settled,
    memory: ThreadMemory,
    alone: AloneUnits | null,
  ): (index: number, end: SliceEnd | null) => ThreadSample {
    const loop = this.#loop;
    const startedAt = startsAt ?? this.#clock.now();
    const wireBefore = this.#meter.figures();
    const before = this.#times();
    const activeBefore = this.#activeMs();
    const idleBefore = loop?.idleMs ?? 0;
    return (index, end) => {
      const now = this.#times();
      // Polling for the next due command is no work of the client.
      const idleMs = (loop?.idleMs ?? 0) - idleBefore;
      const activeMs = this.#activeMs() - activeBefore;
      const times = {
        cpuMs: since(now.cpuMs, before.cpuMs),
        ownCpuMs: since(now.ownCpuMs, before.ownCpuMs),
        coreWaitMs: since(now.coreWaitMs, before.coreWaitMs),
      };
      return {
        type: 'sample',
        slice,
        index,
        endsSlice: end !== null,
        elapsedMs: end?.elapsedMs ?? this.#clock.now() - startedAt,
        tally: withCalls(this.#recorder.tally(), alone),
        wire: subtract(this.#meter.figures(), wireBefore),
        cpuMs: withoutIdle(times, idleMs),
        coreWaitMs: times.coreWaitMs,
        busyMs: Math.max(0, activeMs - idleMs),
        memoryBytes: memory.largest(),
        offered: end?.offered ?? loop?.offered ?? 0,
        offeringMs: end?.offeringMs ?? 0,
        sendingMs: end?.sendingMs ?? 0,
        outstanding: end?.backlog ?? loop?.outstanding ?? 0,
        settled: settled.tally,
        settledMs: settled.elapsedMs,
        fatal: end?.fatal ?? null,
        ...(alone && { alone }),
      };
    };
  }
}

/** What a unit sends is known of those that were carried out alone: of the others the server is to have counted as much. */
const withCalls = (tally: Tally, alone: AloneUnits | null): Tally =>
  alone && alone.each !== 'counted' ? { ...tally, calls: tally.completed * (alone.each ?? NaN) } : tally;

/** Units that were carried out alone are not counted, as those of the settling moment are not. */
function withAlone({ tally, elapsedMs, fatal }: Settled, alone: AloneUnits | null): Settled {
  if (!alone) return { tally, elapsedMs, fatal };
  const { calls } = withCalls(tally, alone);
  return {
    tally: { ...tally, completed: tally.completed + alone.units, calls: calls + alone.commands },
    elapsedMs: elapsedMs + alone.tookMs,
    fatal,
  };
}

const since = (now: number | null, before: number | null) =>
  now === null || before === null ? null : Math.max(0, now - before);

const subtract = (later: SocketFigures, earlier: SocketFigures): SocketFigures => ({
  writes: later.writes - earlier.writes,
  bytesOut: later.bytesOut - earlier.bytesOut,
  bytesIn: later.bytesIn - earlier.bytesIn,
});

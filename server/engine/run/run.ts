import type { Result } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parseTuning } from '../../../shared/plan/parse-plan.ts';
import type { NetworkPlan, Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { Capabilities } from '../../../shared/plan/check/plan-faults.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { tuningFor } from '../../../shared/plan/lane-differences.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import type { Target } from '../../redis/connection/target.ts';
import type { Coordinator } from '../agents/coordinator.ts';
import { newActivityId, type StartOptions, NoRunToTune, type Run, type RunJob } from './run-job.ts';
import { openRunResources, type RunResources } from './resources.ts';
import { LiveChanges } from './live-changes.ts';
import { assertCode, assertPlan, capabilitiesOn } from './assert-plan.ts';
import { makeResult } from './result.ts';
import { expectedMs, makeSchedule, stepsMs, type Step } from './schedule.ts';
import { SlotMover } from './slot-mover.ts';
import { openRunServers, type RunServer } from './run-servers.ts';
import { RoundRunner } from './round-runner.ts';
import { commandLanes, withWritten, type CodeOfLanes } from '../lane/lane-code.ts';
import { runsHere, threadsOf } from '../program/start-lane.ts';
import { laneThreads } from '../lane/worker-thread.ts';
import type { Turn } from '../lane/turn.ts';
import { newRunRecord } from '../workload/key-names.ts';
import { runPrefixOf } from '../../redis/keys/run-id.ts';
import type { RunRecord } from '../../redis/keys/run-record.ts';

/** A run takes its threads soon after they have loaded. */
const keepThreadsMs = 10_000;

class RunInProgress implements Run {
  readonly id: string;
  readonly finished: Promise<Result>;
  readonly #job: RunJob;
  readonly #plan: Plan;
  readonly #code: CodeOfLanes | undefined;
  readonly #emit: (event: RunEvent) => void;
  readonly #record: RunRecord;
  readonly #startedAt = new Date();
  readonly #stopping = new AbortController();
  readonly #warnings: Warning[] = [];
  readonly #slots: SlotMover;
  #target: Target;
  #resources: RunResources | null = null;
  #startedMs = performance.now();
  /** While there are turns to come, so that a change still does something. */
  #changes: LiveChanges | null = null;
  /** Until a change of the network has taken effect. */
  #networkTuned: Promise<unknown> = Promise.resolve();
  #threads: Promise<void> = Promise.resolve();
  /** How long the run takes at most; `null` when it stops by count. */
  #totalMs: number | null = null;
  /** How long the steps take that are still to run when the round in progress begins again. */
  #againMs: () => number | null = () => null;

  constructor(job: RunJob, { signal, onEvent }: StartOptions<RunEvent>) {
    const { plan, target } = job;
    this.#job = job;
    this.#plan = plan;
    this.#code = withWritten(plan, job.code);
    this.#record = newRunRecord(plan);
    this.#target = 'prepare' in target ? target.target : target;
    this.#emit = (event) => {
      onEvent?.(event);
      // What others of these lanes would still measure is of no use then.
      if (event.type === 'lane-failed' && this.#code?.has(event.lane)) this.#stop();
    };
    this.#slots = new SlotMover({
      target: () => this.#target,
      now: () => this.#now(),
      onMoved: (moved) => {
        this.#emit({ type: 'slots-moved', moved });
      },
      warn: (warning) => this.#warnings.push(warning),
    });
    this.id = newActivityId(this.#startedAt, this.#record.id);
    this.finished = this.#stoppedBy(signal, this.#measure());
    this.finished.catch(() => undefined);
  }

  tune(input: Tuning): void {
    const tuning = parseTuning(input);
    const changes = this.#changes;
    if (!changes || this.#stopping.signal.aborted) throw new NoRunToTune();
    const openLoop = this.#plan.lanes.some(({ workload }) => workload.rps !== undefined);
    if (tuning.rps !== undefined && !openLoop)
      throw new InvalidInput([problemAt('rps', { code: 'no-rate-to-tune' }, { value: tuning.rps })]);
    if (tuning.network && !this.#plan.network)
      throw new InvalidInput([problemAt('network', { code: 'no-network-to-tune' })]);
    if (tuning.network) tuning.network = this.#networkTo(tuning.network);
    for (const { guard, admin, lanes } of this.#resources?.sessions ?? []) {
      const tuned = lanes.map(({ lane }) => lane.planWith(tuningFor(lane.plan, this.#plan.workload, tuning)));
      guard.checkTuned(admin, tuned);
    }
    const atMs = this.#now();
    const revision = changes.make(tuning, atMs);
    if (tuning.network) this.#networkTuned = this.#tuneNetworks(tuning.network);
    if (changes.voidsRound) {
      const againMs = this.#againMs();
      this.#totalMs = againMs === null ? null : atMs + againMs;
      this.#pauseLanes();
    }
    this.#emit({ type: 'tuned', atMs, tuning, revision, totalMs: this.#totalMs });
  }

  async #tuneNetworks(network: NetworkPlan): Promise<void> {
    const tuned = this.#resources?.sessions.map(({ networks }) => networks.tune(network)) ?? [];
    await Promise.allSettled(tuned);
  }

  /** A network stays whose it is. Throws InvalidInput for what that one cannot do. */
  #networkTo(network: NetworkPlan): NetworkPlan {
    const { by = 'proxy' } = this.#plan.network ?? {};
    if (network.by !== undefined && network.by !== by)
      throw new InvalidInput([
        problemAt('network.by', { code: 'not-one-of', known: [by] }, { value: network.by }),
      ]);
    const tuned = by === 'kernel' ? { ...network, by } : network;
    assertPlan({ ...this.#plan, network: tuned }, this.#capabilities);
    return tuned;
  }

  get #capabilities(): Capabilities {
    // The target is given: it is the one that the plan means, by whatever name.
    const meant = { ...this.#target.description, id: this.#plan.target };
    const others = (this.#job.others ?? []).map((one) => ('prepare' in one ? one.target : one).description);
    return {
      ...capabilitiesOn(meant, ...others),
      customCommands: this.#anyCommand ? 'any' : 'own-keys',
      hasControl: this.#job.agents !== undefined,
    };
  }

  get #anyCommand(): boolean {
    return this.#job.trusted === true && this.#target.isPrivate;
  }

  moveSlots(): void {
    this.#slots.move();
  }

  /** The same work, ended early when the signal says so. */
  async #stoppedBy<T>(signal: AbortSignal | undefined, work: Promise<T>): Promise<T> {
    const stop = () => {
      this.#stop();
    };
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop);
    try {
      return await work;
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  #stop(): void {
    this.#stopping.abort();
    this.#pauseLanes();
  }

  #stopFor(warning: Warning): void {
    if (!this.#stopping.signal.aborted) this.#warnings.push(warning);
    this.#stop();
  }

  /** What they have in flight is answered, and nothing more is sent. */
  #pauseLanes(): void {
    for (const { lane } of this.#resources?.lanes ?? []) lane.pause();
  }

  async #measure(): Promise<Result> {
    // Listeners get to know the run before its first event.
    await Promise.resolve();
    assertPlan(this.#plan, this.#capabilities);
    assertCode(this.#plan, this.#code);
    // The server starts meanwhile.
    this.#threads = laneThreads.prepare(threadsOf(this.#plan, this.#code), keepThreadsMs);
    const opened = await openRunServers(this.#job);
    this.#target = opened.ofPlan;
    for (const one of opened.warnings) this.#warnings.push(one);
    try {
      const { resources, changes } = await this.#measureOn(opened.servers);
      await opened.stop();
      const result = makeResult({
        id: this.id,
        name: this.#job.name,
        startedAt: this.#startedAt,
        plan: this.#plan,
        resources,
        stopped: this.#stopping.signal.aborted && !this.#isWhole(resources),
        warnings: this.#warnings,
        tunings: changes.told(),
        slotsMoved: this.#slots.moved,
        here: runsHere(this.#code),
        commandLanes: commandLanes(this.#code),
      });
      this.#emit({ type: 'run-finished', result });
      return result;
    } finally {
      await opened.stop();
    }
  }

  /** Returns true for a run without an end that has counted turns: Stop is its regular end. */
  #isWhole({ lanes }: RunResources): boolean {
    const isCounted = lanes.every(
      ({ lane, stats }) => lane.error !== null || stats.standing.slices.length > 0,
    );
    return this.#plan.schedule.untilStopped === true && isCounted;
  }

  async #measureOn(servers: readonly RunServer[]) {
    const coordinator = await this.#gather();
    try {
      return await this.#measureBy(coordinator, servers);
    } finally {
      await coordinator?.close();
    }
  }

  /** Agents, where they carry the lanes out; loaded for such a run alone. */
  async #gather(): Promise<Coordinator | null> {
    const { agents } = this.#plan;
    const place = this.#job.agents;
    if (agents === undefined || !place) return null;
    const { Coordinator } = await import('../agents/coordinator.ts');
    const { endpoint } = await findMasters(this.#target);
    return Coordinator.gather(
      { ...place, agents },
      {
        run: this.id,
        plan: this.#plan,
        prefix: runPrefixOf(this.#record),
        target: endpoint,
        signal: this.#stopping.signal,
      },
    );
  }

  async #measureBy(coordinator: Coordinator | null, servers: readonly RunServer[]) {
    const resources = await openRunResources({
      plan: this.#plan,
      servers,
      ...(coordinator ? { agents: coordinator } : {}),
      record: this.#record,
      code: this.#code,
      anyCommand: this.#anyCommand,
      quiet: this.#threads,
      signal: this.#stopping.signal,
      onFilling: this.#job.onFilling,
      warn: (warning) => this.#warnings.push(warning),
    });
    this.#resources = resources;
    const steps = makeSchedule(this.#plan);
    const changes = new LiveChanges(this.#plan, steps, resources.lanes);
    try {
      await this.#runSchedule(resources, steps, changes);
      for (const one of changes.warnings()) this.#warnings.push(one);
    } finally {
      this.#changes = null;
      await this.#slots.end();
      for (const one of await resources.close()) this.#warnings.push(one);
      const messages = coordinator?.ignoredMessages ?? 0;
      if (messages > 0) this.#warnings.push({ code: 'agent-messages-ignored', messages });
    }
    return { resources, changes };
  }

  async #runSchedule(resources: RunResources, steps: readonly Step[], changes: LiveChanges): Promise<void> {
    for (const session of resources.sessions) {
      await session.watch.calibrate();
      // Of keys that were written before the run.
      const warning = session.memoryWarning(null);
      if (warning) this.#stopFor(warning);
    }
    const refillsMs = resources.lanes.map((one) => resources.sessionOf(one).keys.refillMs(one.lane));
    const refillMs = ({ lane }: Turn) => refillsMs[lane] ?? 0;
    const plannedMs = (some: readonly Step[]) => stepsMs(this.#plan, some, refillMs);
    this.#totalMs = expectedMs(this.#plan, steps, refillMs);
    this.#startedMs = performance.now();
    this.#changes = changes;
    this.#emit({
      type: 'run-started',
      runId: this.id,
      startedAt: this.#startedAt.toISOString(),
      plan: this.#plan,
      environment: resources.environment,
      totalMs: this.#totalMs,
    });
    if (this.#plan.moveSlots) this.#slots.later(this.#plan.moveSlots.afterMs);
    await resources.sessions[0]?.bystander?.watchAlone();
    const runner = new RoundRunner({
      plan: this.#plan,
      resources,
      changes,
      around: this.#job.around ?? ((_slice, carryOut) => carryOut()),
      emit: (event) => {
        if (event.type === 'standing' && event.totalMs !== undefined) this.#totalMs = event.totalMs;
        this.#emit(event);
      },
      plannedMs,
      now: () => this.#now(),
      signal: this.#stopping.signal,
      pause: () => {
        this.#pauseLanes();
      },
      networkTuned: () => this.#networkTuned,
      onMemory: (warning) => {
        this.#stopFor(warning);
      },
      warn: (warning) => this.#warnings.push(warning),
    });
    this.#againMs = () => (this.#plan.schedule.untilStopped ? null : plannedMs(runner.stepsAgain));
    await runner.run(steps);
  }

  #now(): number {
    return performance.now() - this.#startedMs;
  }
}

/** Whether a run was stopped because its server evicted keys, so that no other should follow. */
export const endedByEviction = ({ warnings }: Pick<Result, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === 'keys-evicted');

/**
 * Runs a plan on a target. Nothing is sent before every lane is ready. The first event is `run-started`, the last
 * `run-finished`; there are none when the set-up fails: then `finished` rejects with the reason (InvalidInput for a
 * plan that cannot be met, TargetUnusable, or the error of the lane that got no connection).
 */
export const startRun = (job: RunJob, options: StartOptions<RunEvent> = {}): Run =>
  new RunInProgress(job, options);

import type { Comparison, Result } from '../../../shared/contract/result.ts';
import type { Warning } from '../../../shared/contract/warning.ts';
import type { RunEvent } from '../../../shared/contract/run-events.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parseTuning } from '../../../shared/plan/parse-plan.ts';
import type { NetworkPlan, Plan, Tuning } from '../../../shared/contract/plan.ts';
import type { Capabilities } from '../../../shared/plan/check/plan-faults.ts';
import { problemAt } from '../../../shared/contract/problem-at.ts';
import { isLevel } from '../../../shared/statistics/trend.ts';
import { prepareTarget } from '../../redis/connection/opened-target.ts';
import type { Target } from '../../redis/connection/target.ts';
import { newActivityId, type StartOptions } from './in-progress.ts';
import { compareLanes } from './comparisons.ts';
import { openRunResources, type RunResources } from './resources.ts';
import { LiveChanges } from './live-changes.ts';
import { NoRunToTune } from './no-run-to-tune.ts';
import type { RunningLane } from './running-lane.ts';
import { assertPlan, capabilitiesOn } from './assert-plan.ts';
import { widestInterval } from './precision.ts';
import { makeResult } from './result.ts';
import type { AroundSlice } from '../probes/around-slice.ts';
import type { Run, RunJob } from './run.ts';
import { expectedMs, makeSchedule, settleMsOf, type Step } from './schedule.ts';
import { throughProxy, type ServerWindow } from '../probes/server-figures.ts';
import { SlotMover } from './slot-mover.ts';
import type { Beside } from './segment.ts';
import { newRunPrefix } from '../workload/key-names.ts';

/** A run from its set-up to its result; `startRun` is the way in. */
export class RunInProgress implements Run {
  readonly id: string;
  readonly finished: Promise<Result>;
  readonly #job: RunJob;
  readonly #plan: Plan;
  readonly #emit: (event: RunEvent) => void;
  readonly #around: AroundSlice;
  readonly #prefix = newRunPrefix();
  readonly #startedAt = new Date();
  readonly #stopping = new AbortController();
  readonly #warnings: Warning[] = [];
  readonly #slots: SlotMover;
  #target: Target;
  #resources: RunResources | null = null;
  #startedMs = performance.now();
  /** While there are turns to come, so that a change still does something. */
  #changes: LiveChanges | null = null;
  /** The round in progress, and the lanes that have their turn. */
  #slice = -1;
  #running: readonly RunningLane[] = [];
  #voidRounds = 0;
  /** Of what stands after the newest round. */
  #comparisons: readonly Comparison[] = [];

  constructor(job: RunJob, { signal, onEvent }: StartOptions<RunEvent>) {
    const { plan, target, around } = job;
    this.#job = job;
    this.#plan = plan;
    this.#target = 'prepare' in target ? target.target : target;
    this.#emit = onEvent ?? (() => undefined);
    this.#slots = new SlotMover({
      target: () => this.#target,
      now: () => this.#now(),
      onMoved: (moved) => {
        this.#emit({ type: 'slots-moved', moved });
      },
      warn: (warning) => this.#warnings.push(warning),
    });
    this.#around = around ?? ((_slice, carryOut) => carryOut());
    this.id = newActivityId(this.#startedAt, this.#prefix.split(':')[1]);
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
    const atMs = this.#now();
    const revision = changes.make(tuning, { atMs, slice: this.#slice, running: this.#running });
    if (tuning.network) void this.#resources?.networks.tune(tuning.network).catch(() => undefined);
    this.#emit({ type: 'tuned', atMs, tuning, revision });
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
    const { trusted = false } = this.#job;
    // The target is given: it is the one that the plan means, by whatever name.
    const meant = { ...this.#target.description, id: this.#plan.target };
    const customCommands = trusted && this.#target.isPrivate ? 'any' : 'own-keys';
    return { ...capabilitiesOn(meant), customCommands };
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
    for (const { lane } of this.#resources?.lanes ?? []) lane.pause();
  }

  async #measure(): Promise<Result> {
    // Listeners get to know the run before its first event.
    await Promise.resolve();
    const { target, serverEnds = false, onFilling } = this.#job;
    assertPlan(this.#plan, this.#capabilities);
    const ready = await prepareTarget(target, this.#plan);
    this.#target = ready.target;
    this.#warnings.push(...ready.warnings);
    const resources = await openRunResources({
      plan: this.#plan,
      target: this.#target,
      prefix: this.#prefix,
      keepsKeys: serverEnds && this.#target.isPrivate,
      signal: this.#stopping.signal,
      onFilling,
      warn: (warning) => this.#warnings.push(warning),
    });
    this.#resources = resources;
    const steps = makeSchedule(this.#plan);
    const changes = new LiveChanges(this.#plan, steps, resources.lanes);
    try {
      await this.#runSchedule(resources, steps, changes);
      this.#warnings.push(...changes.warnings());
      if (this.#voidRounds > 0) this.#warnings.push({ code: 'rounds-void', rounds: this.#voidRounds });
    } finally {
      this.#changes = null;
      await this.#slots.end();
      this.#warnings.push(...(await resources.close()));
    }
    const result = makeResult({
      id: this.id,
      startedAt: this.#startedAt,
      plan: this.#plan,
      environment: resources.environment,
      lanes: resources.lanes,
      networks: resources.networks,
      bystander: resources.bystander,
      isPrivate: this.#target.isPrivate,
      stopped: this.#stopping.signal.aborted,
      warnings: this.#warnings,
      tunings: changes.told(),
      slotsMoved: this.#slots.moved,
    });
    this.#emit({ type: 'run-finished', result });
    return result;
  }

  async #runSchedule(resources: RunResources, steps: readonly Step[], changes: LiveChanges): Promise<void> {
    await resources.watch.calibrate();
    const refillsMs = resources.lanes.map(({ lane }) => resources.keys.refillMs(lane));
    this.#startedMs = performance.now();
    this.#changes = changes;
    this.#emit({
      type: 'run-started',
      runId: this.id,
      startedAt: this.#startedAt.toISOString(),
      plan: this.#plan,
      environment: resources.environment,
      totalMs: expectedMs(this.#plan, steps, ({ lane }) => refillsMs[lane] ?? 0),
    });
    if (this.#plan.moveSlots) this.#slots.later(this.#plan.moveSlots.afterMs);
    await resources.bystander?.watchAlone();
    let level = false;
    for (const [index, step] of steps.entries()) {
      if (step.start !== (steps[index - 1]?.start ?? 0) && !this.#stopping.signal.aborted) {
        level = false;
        await this.#restart(resources.lanes);
      }
      if (step.phase === 'warmup' && level) continue;
      if (step.ifNotPrecise && steps[index - 1]?.slice !== step.slice && !this.#needsMore(resources.lanes))
        break;
      const running = step.turns
        .flatMap(({ lane }) => resources.lanes[lane] ?? [])
        .filter(({ lane }) => !lane.error);
      if (this.#stopping.signal.aborted) break;
      if (running.length > 0) {
        await resources.keys.refill(
          resources.admin,
          running.map(({ lane }) => lane),
        );
        await this.#runStep(step, running, resources);
      }
      if (steps[index + 1]?.slice === step.slice) continue;
      if (step.phase === 'counted') this.#endRound(resources.lanes);
      else if (this.#plan.schedule.untilLevel) {
        level = resources.lanes.every(({ lane, account }) => lane.error || isLevel(account.warmupSlices));
        const isLast = steps[index + 1]?.phase === 'counted';
        if (!level && isLast) this.#warnings.push({ code: 'warm-up-not-level' });
      }
    }
  }

  /** Threads and connections are made anew; a lane that gets none takes no further part. */
  async #restart(lanes: readonly RunningLane[]): Promise<void> {
    const running = lanes.filter(({ lane }) => !lane.error);
    await Promise.all(running.map((one) => one.restart()));
    for (const one of running) this.#reportFailure(one);
  }

  #reportFailure(one: RunningLane): void {
    if (!one.lane.error || one.failureReported) return;
    one.failureReported = true;
    this.#emit({ type: 'lane-failed', lane: one.lane.plan.id, error: one.lane.error });
  }

  async #runStep(
    step: Step,
    running: RunningLane[],
    { watch, networks, bystander, guard, marks }: RunResources,
  ): Promise<void> {
    const { slice, phase, start } = step;
    this.#slice = slice;
    this.#running = running;
    this.#emit({ type: 'slice-started', slice, phase, lanes: running.map(({ lane }) => lane.plan.id) });
    const settleMs = settleMsOf(this.#plan);
    await watch.begin().catch(() => undefined);
    const before = { gets: bystander?.calls ?? 0, pings: networks.pings, marks: marks() };
    const ids = running.map(({ lane }) => lane.plan.id);
    const work = async () => {
      const slices = running.map(async (one) => {
        const turn = step.turns.find(({ lane }) => this.#plan.lanes[lane] === one.lane.plan);
        if (turn) await one.run({ slice, phase, start, turn, settleMs }, this.#emit, () => this.#now());
      });
      // A pause that came while the lanes were between two slices has to be said again.
      if (this.#stopping.signal.aborted) for (const { lane } of running) lane.pause();
      await Promise.all(slices);
    };
    const measured = () => networks.during(ids, settleMs, work);
    const watched = () => this.#around({ lanes: ids, phase }, measured);
    const only = ids.length === 1 ? ids[0] : null;
    await (bystander ? bystander.during(only ?? null, watched) : watched());
    const names = [...new Set(running.flatMap((one) => one.serverCommands))];
    const commands = running.reduce((sum, one) => sum + one.commandsInSlice, 0);
    const loadMs = Math.max(...running.map((one) => one.loadMsInSlice));
    const window = await watch.end(names, { commands, loadMs }).catch(() => null);
    if (window?.calls != null) {
      if (names.includes('get')) window.calls -= (bystander?.calls ?? 0) - before.gets;
      if (names.includes('ping')) window.calls -= networks.pings - before.pings;
      if (names.includes('set')) window.calls -= marks() - before.marks;
    }
    if (guard.isFull(window?.usedMemoryBytes ?? null)) {
      this.#warnings.push({ code: 'memory-nearly-full' });
      this.#stop();
    }
    this.#closeSlices(
      running,
      window && ids.some((id) => networks.isProxied(id)) ? throughProxy(window) : window,
    );
  }

  #closeSlices(running: RunningLane[], window: ServerWindow | null): void {
    for (const one of running) one.noteFailure();
    for (const one of running) one.countTogether(running, window);
    for (const one of running) {
      // In a race nobody can say whose share of the server's work was whose.
      const server = running.length === 1 ? window : null;
      one.closeSlice({ server, beside: this.#besideOf(one.id) }, this.#emit, this.#now());
      this.#reportFailure(one);
    }
  }

  #besideOf(lane: string): Beside {
    return {
      roundTripsMs: this.#resources?.networks.inSlice(lane) ?? [],
      proxy: this.#resources?.networks.proxyInSlice(lane) ?? null,
      traffic: this.#resources?.networks.trafficInSlice(lane) ?? null,
      bystander: this.#resources?.bystander?.seen(lane) ?? null,
    };
  }

  #endRound(lanes: RunningLane[]): void {
    if (!this.#stopping.signal.aborted) {
      const accounts = lanes.flatMap(({ lane, account }) => (lane.error ? [] : account));
      const isVoid = accounts.some(({ contradicts }) => contradicts);
      if (isVoid) this.#voidRounds++;
      for (const account of accounts) account.endRound(this.#slice, isVoid);
    }
    // What there is now is of settings that no longer hold.
    if (lanes.some(({ lane, account }) => !lane.error && account.isBetween)) return;
    if (this.#changes?.areIn(this.#slice) === false) return;
    this.#comparisons = compareLanes(lanes);
    this.#emit({
      type: 'standing',
      standings: lanes.map((one) => ({ lane: one.lane.plan.id, throughput: one.throughput })),
      comparisons: [...this.#comparisons],
    });
  }

  /** Whether another round can make the ratios as precise as was asked, and they are not. */
  #needsMore(lanes: readonly RunningLane[]): boolean {
    const { precision = Infinity } = this.#plan.schedule;
    const [baseline, ...others] = lanes.map(({ lane }) => lane.error === null);
    const widest = widestInterval(this.#comparisons);
    return baseline === true && others.includes(true) && (widest === null || widest > precision);
  }

  #now(): number {
    return performance.now() - this.#startedMs;
  }
}

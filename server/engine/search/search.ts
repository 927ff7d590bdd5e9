import type {
  SearchResult,
  SearchEvent,
  SearchOrder,
  SearchPoint,
  Recommendation,
  Candidate,
  SearchStage,
  SearchWarning,
} from '../../../shared/contract/search.ts';
import { checkOrder } from '../../../shared/search/check-order.ts';
import { askedTripMs } from '../../../shared/search/budget.ts';
import { recommend } from '../../../shared/search/recommendation.ts';
import {
  baselineOf,
  baselineCandidate,
  cutShort,
  longestSearch,
  pipelineOf,
} from '../../../shared/search/search-plan.ts';
import { finalists, nextCandidates } from '../../../shared/search/next-candidates.ts';
import { snippetFor } from '../../../shared/snippets/snippet.ts';
import { finalTimes, runMs, surveyTimes, type LaneTimes } from '../../../shared/search/time-plan.ts';
import type { Environment } from '../../../shared/contract/result.ts';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { Plan } from '../../../shared/contract/plan.ts';
import { prepareTarget, type OpenedTarget, type Target } from '../../redis/connection/target.ts';
import { newActivityId, type InProgress, type StartOptions } from '../run/run-job.ts';
import { NothingUsable } from './nothing-usable.ts';
import { PointCollector } from './points.ts';
import { capabilitiesOn } from '../run/assert-plan.ts';
import { TooLittleMemory } from '../probes/memory-guard.ts';
import { drainMs } from '../run/draining.ts';
import { planMs } from '../run/estimate.ts';
import { endedByEviction, startRun } from '../run/run.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** Of the budget: later than this, the survey does not go deeper. */
const surveyEnds = 0.55;

export interface SearchJob {
  order: SearchOrder;
  /** One that was opened is made ready first. */
  target: Target | OpenedTarget;
}

/** A search from its first run to its advice; `startSearch` is the way in. */
class SearchInProgress implements InProgress<SearchResult> {
  readonly id: string;
  readonly finished: Promise<SearchResult>;
  readonly #order: SearchOrder;
  readonly #job: SearchJob;
  #target: Target;
  readonly #emit: (event: SearchEvent) => void;
  readonly #signal: AbortSignal | undefined;
  readonly #points: SearchPoint[] = [];
  readonly #warnings: SearchWarning[] = [];
  readonly #startedAt = new Date();
  #startedMs = performance.now();
  #environment: Environment | null = null;
  /** A server has evicted keys, and nothing more is measured on it. */
  #evicted = false;
  /** What is searched: no deeper than a server that evicts has room for. */
  #scope: SearchOrder;
  /** Ways that there was no time to take deeper in the survey. */
  #cut: readonly string[] = [];
  /** What a trip takes, as far as is known. */
  #tripMs: number;
  /** The most that a run took besides its slices. */
  #setUpMs = 0;

  constructor(job: SearchJob, { onEvent, signal }: StartOptions<SearchEvent>) {
    const { order, target } = job;
    this.#job = job;
    this.#order = order;
    this.#scope = order;
    this.#target = 'prepare' in target ? target.target : target;
    this.#emit = onEvent ?? (() => undefined);
    this.#signal = signal;
    this.#tripMs = askedTripMs(order.network);
    const problems = checkOrder(order, capabilitiesOn({ ...this.#target.description, id: order.target }));
    if (problems.length > 0) throw new InvalidInput(problems);
    this.id = newActivityId(this.#startedAt);
    this.finished = this.#search();
    this.finished.catch(() => undefined);
  }

  async #search(): Promise<SearchResult> {
    // Listeners get to know the search before its first event.
    await Promise.resolve();
    const { budgetMs } = this.#order;
    this.#emit({
      type: 'search-started',
      order: this.#order,
      baseline: baselineOf(this.#order),
      totalMs: budgetMs,
    });
    const { target, warnings } = await prepareTarget(this.#job.target, this.#order);
    this.#target = target;
    for (const warning of warnings) this.#warn(warning);
    this.#startedMs = performance.now();
    const survey = longestSearch(this.#order);
    for (;;) {
      const candidates = nextCandidates(this.#scope, this.#points);
      if (candidates.length === 0 || this.#isStopped) break;
      const leftMs = surveyEnds * budgetMs - this.#elapsedMs;
      const times = surveyTimes(survey, budgetMs, this.#tripMs);
      const inTime = this.#inTime(candidates, times, leftMs);
      if (this.#points.length > 0 && (leftMs < 0 || !this.#fits(inTime, times, leftMs))) {
        this.#cut = [...new Set(candidates.map(({ strategy }) => strategy))];
        break;
      }
      await this.#measureWhatFits(inTime, times);
    }
    const recommendation = this.#isStopped ? null : await this.#decide();
    const result = this.#result(recommendation);
    this.#emit({ type: 'search-finished', result });
    return result;
  }

  async #decide(): Promise<Recommendation | null> {
    const { budgetMs } = this.#order;
    const found = finalists(this.#scope, this.#points);
    if (found.length === 0) throw new NothingUsable(this.#points);
    const leftMs = budgetMs - this.#elapsedMs;
    const times = finalTimes(1 + found.length, leftMs, this.#tripMs, this.#setUpMs);
    const candidates = this.#inTime([baselineCandidate(this.#order), ...found], times, leftMs);
    await this.#measureFinal(candidates, times);
    if (this.#isStopped) return null;
    const baseline = this.#points.find((point) => point.stage === 'final');
    if (!baseline || baseline.unusable !== null) throw new NothingUsable(this.#points);
    return recommend(this.#scope, this.#points);
  }

  /** Without the deepest, as long as what they have in flight takes too long over the link; the smallest batches stay. */
  #inTime(candidates: readonly Candidate[], times: LaneTimes, leftMs: number): readonly Candidate[] {
    const deepest = largest(candidates.map(({ batchSize }) => batchSize));
    const shallower = candidates.filter(({ batchSize }) => batchSize < deepest);
    return this.#fits(candidates, times, leftMs) || shallower.every(({ batchSize }) => batchSize === 1)
      ? candidates
      : this.#inTime(shallower, times, leftMs);
  }

  #fits(candidates: readonly Candidate[], times: LaneTimes, leftMs: number): boolean {
    const plan = this.#plan(candidates, times);
    return plan.lanes.every((lane) => drainMs(plan, lane) <= times.sliceMs) || planMs(plan) <= leftMs;
  }

  /** As `#measure`; candidates that a server that evicts has no room for are left out, and none that is deeper follows. */
  async #measureWhatFits(candidates: readonly Candidate[], times: LaneTimes): Promise<void> {
    try {
      await this.#measure('survey', candidates, times);
    } catch (error) {
      const deepest = largest(candidates.map(({ batchSize }) => batchSize));
      const shallower = candidates.filter(({ batchSize }) => batchSize < deepest);
      const known = largest([...shallower, ...this.#points].map(({ batchSize }) => batchSize));
      // Without a batch there is nothing to search.
      if (!(error instanceof TooLittleMemory) || known < 2) throw error;
      this.#scope = { ...this.#scope, deepest: known };
      this.#warnTooDeep(known);
      if (shallower.length > 0) await this.#measureWhatFits(shallower, times);
    }
  }

  /** As `#measure`; it may go deeper than the survey went, as far as a server that evicts has room. */
  async #measureFinal(candidates: readonly Candidate[], times: LaneTimes): Promise<void> {
    try {
      await this.#measure('final', candidates, times);
    } catch (error) {
      const deepest = largest(candidates.map(({ batchSize }) => batchSize));
      const shallower = candidates.filter(({ batchSize }) => batchSize < deepest);
      const known = largest(shallower.map(({ batchSize }) => batchSize));
      if (!(error instanceof TooLittleMemory) || known < 2) throw error;
      this.#warnTooDeep(known);
      await this.#measureFinal(shallower, times);
    }
  }

  /** Runs the candidates as lanes that take turns, and adds a point for each. */
  async #measure(stage: SearchStage, candidates: readonly Candidate[], times: LaneTimes): Promise<void> {
    this.#emit({ type: 'stage-started', stage, candidates: [...candidates] });
    const collector = new PointCollector();
    const from = performance.now();
    const { finished } = startRun(
      { plan: this.#plan(candidates, times), target: this.#target },
      {
        ...(this.#signal ? { signal: this.#signal } : {}),
        onEvent: (event) => {
          collector.observe(event);
          this.#emit({ type: 'run-event', event });
        },
      },
    );
    const result = await finished;
    this.#environment = result.environment;
    this.#evicted = endedByEviction(result);
    for (const warning of result.warnings) this.#warn(warning);
    for (const [index, candidate] of candidates.entries()) {
      const lane = result.lanes[index];
      if (!lane) continue;
      const point = collector.point(candidate, stage, lane);
      this.#points.push(point);
      this.#emit({ type: 'point', point });
    }
    const planned = runMs(candidates.length, times, this.#tripMs, 0);
    this.#setUpMs = Math.max(this.#setUpMs, performance.now() - from - planned);
    // A network that is not ours shows only here.
    this.#tripMs = askedTripMs(this.#order.network) + (result.environment.pingMs ?? 0);
  }

  #plan(candidates: readonly Candidate[], { warmupMs, sliceMs, slices }: LaneTimes): Plan {
    const { target, server, network, workload, client } = this.#order;
    const { requests: _, ...rest } = workload;
    return parsePlan({
      target,
      ...(server ? { server } : {}),
      ...(network ? { network } : {}),
      workload: { ...rest, pipeline: 1, warmupMs, durationMs: slices * sliceMs },
      schedule: { sliceMs },
      lanes: candidates.map((candidate) => ({
        id: `${candidate.strategy}-${candidate.batchSize}`,
        strategy: candidate.strategy,
        ...(client ? { client } : {}),
        workload: { pipeline: pipelineOf(candidate, workload) },
      })),
    });
  }

  #result(recommendation: Recommendation | null): SearchResult {
    const { client, workload } = this.#order;
    const environment = this.#environment;
    if (!environment) throw new Error('stopped before anything was measured');
    return {
      schema: 2,
      startedAt: this.#startedAt.toISOString(),
      elapsedMs: Math.round(this.#elapsedMs),
      state: recommendation ? 'completed' : 'stopped',
      order: this.#order,
      environment,
      points: this.#points,
      recommendation,
      // What does not keep the bound is nothing to copy.
      snippet:
        recommendation?.advised && recommendation.worth !== 'bound out of reach'
          ? snippetFor({ ...recommendation.advised, client }, workload, this.#target.description.isCluster)
          : null,
      warnings: [...this.#warnings, ...(recommendation ? this.#shortOfTime() : [])],
    };
  }

  #shortOfTime(): SearchWarning[] {
    const candidates = cutShort(this.#scope, this.#cut, this.#points);
    return candidates.length === 0 ? [] : [{ code: 'out-of-time', candidates }];
  }

  #warnTooDeep(batchSize: number): void {
    const at = this.#warnings.findIndex(({ code }) => code === 'no-room-for-larger');
    if (at >= 0) this.#warnings.splice(at, 1);
    this.#warn({ code: 'no-room-for-larger', batchSize });
  }

  /** Each run of a search may have the same to say. */
  #warn(warning: SearchWarning): void {
    if (!this.#warnings.some((known) => JSON.stringify(known) === JSON.stringify(warning)))
      this.#warnings.push(warning);
  }

  get #isStopped(): boolean {
    return this.#evicted || (this.#signal?.aborted ?? false);
  }

  get #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }
}

/**
 * Searches strategy and batch size: a survey that goes deeper until throughput is level, the p99 bound is passed or
 * no more fits into memory, then one run in which the best of it take turns; that one is judged. Events come as
 * they happen, `search-finished` last. At a stop, what was measured is kept, without a recommendation. Throws InvalidInput
 * for a budget that is too small for the network; `finished` rejects when the set-up failed or no lane could be
 * measured.
 */
export const startSearch = (
  job: SearchJob,
  options: StartOptions<SearchEvent> = {},
): InProgress<SearchResult> => new SearchInProgress(job, options);

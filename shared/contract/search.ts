import type { NetworkPlan, Workload } from './schemas.ts';
import type { Comparison, Environment, ErrorBody, RunEvent } from './events.ts';
import type { LaneState, Verdict } from './terms.ts';
import type { ServerPlan } from '../plan/server-plan.ts';
import type { Finding } from '../verdict/finding.ts';

/** What is asked: the workload on the target over the network, and how far the search may go. */
export interface SearchOrder {
  target: string;
  /** Of the private server alone; absent: as it is by default. */
  server?: ServerPlan;
  network?: NetworkPlan;
  /** Its batch size, times and counts are not used. */
  workload: Workload;
  /** The largest batch that is tried. */
  deepest: number;
  /** Ways of batching that are tried, each against the baseline. */
  strategies: readonly SearchStrategy[];
  /** p99 has to stay under this, ms; `null`: as much throughput as there is. */
  p99BoundMs: number | null;
  /** How long the search may take. */
  budgetMs: number;
}

/** Ways that a program of one's own can take with ioredis; each has a snippet. */
export const searchStrategies = [
  'one-by-one',
  'concurrent',
  'nagle',
  'auto-pipeline',
  'pipeline',
  'multi',
  'multi-key',
] as const;
export type SearchStrategy = (typeof searchStrategies)[number];

/** A strategy at a batch size. */
export interface Rung {
  strategy: SearchStrategy;
  depth: number;
}

/** survey: one short slice, to see where to look; final: interleaved slices that are judged. */
export type SearchStage = 'survey' | 'final';

/** Why a point cannot be used of which a stopped search has no figure. */
export const notMeasured = 'not measured';

/** A rung as measured. */
export interface SearchPoint extends Rung {
  stage: SearchStage;
  /** Median of its slices, commands per second; 0 when nothing came back. */
  throughput: number;
  ci95: [number, number] | null;
  /** Commands per second of each slice; those of final points are paired by round. */
  slices: number[];
  /** Of command latency; in an open loop of response time, from the moment a command was due. */
  p99Ms: number | null;
  /** Of each slice. */
  p99Slices: number[];
  p50Ms: number | null;
  /** Commands per socket write, as measured. */
  effectiveBatch: number | null;
  failed: number;
  /** Open loop: whether at least 98 % of the rate were reached; closed loop: `true`. */
  keepsRate: boolean;
  verdict: Verdict;
  /** What the verdict says, in no language. Absent in older searches. */
  finding?: Finding;
  /** Why it cannot be advised: it broke off, or commands failed. */
  unusable: string | null;
}

/** Two points compared by slices of the same rounds. */
export type Gain = Omit<Comparison, 'lane' | 'baseline'>;

/** What the final points say. Figures of an open loop are judged by p99, those of a closed one by throughput. */
export interface Recommendation {
  baseline: SearchPoint;
  /** Most throughput, or least p99, whatever the bound. */
  best: SearchPoint;
  /** Those that are not told apart from the best, itself left out. */
  notToldApart: SearchPoint[];
  /** Smallest batch within 5 % of the best. */
  smallest: SearchPoint;
  /** Of the strategy that is advised: most throughput for its p99. */
  knee: SearchPoint;
  /** `null`: none was asked for. */
  bound: BoundOutcome | null;
  /**
   * The smallest batch within 5 % of the best of those that keep the bound, in every slice where there are such;
   * where none does, the least p99. The baseline only where there is no batch to choose.
   */
  candidate: SearchPoint;
  /** The answer: the candidate, or the baseline where batching is not worth it; `null` where it cannot be told. */
  advised: SearchPoint | null;
  /**
   * The candidate against the baseline: ratio of throughput, in an open loop of the inverse of p99. `null` where
   * it is the baseline, or nothing of both was measured.
   */
  gain: Gain | null;
  worth: Worth;
  /** The best of each other strategy. */
  alternatives: SearchPoint[];
  /** Whether the deepest that was tried is told to be better than all below it. */
  stillClimbing: boolean;
}

export interface BoundOutcome {
  p99Ms: number;
  /** Most throughput of those that the candidate is chosen from; `null`: nothing keeps the bound. */
  best: SearchPoint | null;
  /** More throughput still, with p99 under the bound as a whole, but over it in some slices. `null`: none. */
  edge: SearchPoint | null;
  /** Least p99 of all. */
  least: SearchPoint;
  /** The p99 of some slices of the candidate was over the bound. */
  onEdge: boolean;
}

/** Whether batching is advised. */
export type Worth =
  | 'yes'
  /** The whole interval of the gain lies below what is worth code and latency. */
  | 'no'
  /** The interval reaches across what would be worth it. */
  | 'not told'
  /** Nothing that was tried keeps the p99 bound. */
  | 'bound out of reach';

/** The answer, complete: plain JSON. */
export interface SearchResult {
  schema: 1;
  startedAt: string;
  elapsedMs: number;
  state: LaneState;
  order: SearchOrder;
  environment: Environment;
  /** Where both stages measured a rung, both are here. */
  points: SearchPoint[];
  /** `null` when the search was stopped before its final round. */
  judgement: Recommendation | null;
  /** The advice in words, the answer first. */
  sentences: string[];
  /** Code for ioredis with the advised settings; `null` where nothing is advised. */
  snippet: string | null;
  warnings: string[];
}

/** What happens on the way, in order. */
export type SearchEvent =
  | { type: 'search-started'; order: SearchOrder; baseline: SearchStrategy; totalMs: number }
  | { type: 'stage-started'; stage: SearchStage; rungs: Rung[] }
  | { type: 'run-event'; event: RunEvent }
  | { type: 'point'; point: SearchPoint }
  | { type: 'search-finished'; result: SearchResult };

/** Body of `POST /api/search`: an order with its defaults left out. */
export type SearchInput = Partial<Omit<SearchOrder, 'workload'>> & { workload?: object };

/** `POST /api/search`, 201. */
export interface SearchStarted {
  id: string;
}

/** The search that goes on, or the one that ended last: all that a page needs to show it. */
export interface SearchSnapshot {
  id: string;
  state: 'running' | LaneState;
  /** ISO 8601. */
  startedAt: string;
  order: SearchOrder;
  /** Since the start, by the server's clock, at the moment of sending, ms. */
  elapsedMs: number;
  /** What goes on; `null` while it is set up, and when it is over. */
  stage: SearchStage | null;
  /** What is being measured now, in the order of the run's lanes. */
  rungs: Rung[];
  /** So far; where both stages measured a rung, both are here. */
  points: SearchPoint[];
  /** At the end, but for its points, which are above. `null` where it broke off before anything was measured. */
  advice: Omit<SearchResult, 'points'> | null;
  /** Why it broke off. */
  error: ErrorBody['error'] | null;
}

import type { GatheredGuesses, Guess, GuessAnswer, LessonSnapshot } from './lesson.ts';
import type { SearchSnapshot } from './search.ts';
import type { Plan, Tuning, Problem } from './schemas.ts';
import type {
  Bound,
  ClientFigures,
  FailureCounts,
  LaneState,
  LatencySummary,
  Phase,
  ScheduleMode,
  ServerFigures,
  Verdict,
} from './terms.ts';
import type { PresenterPlace } from './workshop.ts';

/** Where a run was measured. `null`: not told. */
export interface Environment {
  node: string;
  /** Name and version, as in `ioredis 6.0.0`. */
  client: string;
  server: { name: string; version: string | null; mode: string | null };
  resp: 2 | 3;
  cpuModel: string;
  cores: number;
  memoryBytes: number;
  platform: string;
  schedule: ScheduleMode;
  network: string;
  /** Whether client and server ran on this one machine. */
  sharedMachine: boolean | null;
  roundtrip: string;
  /** Bare PING round trip on a connection of its own, before the run: the median of 100, in ms. */
  pingMs: number | null;
}

/** The settings of a lane that can be changed live. `revision` counts the changes, from 0. */
export interface Settings {
  revision: number;
  pipeline: number;
  dataSize: number;
  clients: number;
  rps: number | null;
}

/** One lane over one second, or over a slice that is shorter; the last of a slice has `endsSlice`. */
export interface Sample {
  lane: string;
  /** Counted from 0 over the whole run, warm-up included; the same number for all lanes of a round. */
  slice: number;
  phase: Phase;
  endsSlice: boolean;
  /** Milliseconds since the run began, at the end of this sample. */
  atMs: number;
  /** Milliseconds that this lane itself has been running, at the end of this sample. */
  laneMs: number;
  /** What this sample spans. */
  elapsedMs: number;
  completed: number;
  failed: number;
  failures: FailureCounts;
  /** Completed commands per second. */
  throughput: number;
  bytesOut: number;
  bytesIn: number;
  /** Socket writes. */
  writes: number;
  /** Commands per socket write; `null` when nothing was written. */
  effectiveBatch: number | null;
  /** GETs and their like that found something, and that found nothing. */
  hits: number;
  misses: number;
  latencyMs: {
    command: LatencySummary | null;
    batch: LatencySummary | null;
    response: LatencySummary | null;
  };
  /** Open loop: commands due in this sample, and due but unanswered at its end. */
  offered: number | null;
  backlog: number | null;
  client: ClientFigures;
  /** Only at the end of a slice. */
  server: ServerFigures | null;
  /** The newest PING over the lane's own network, ms. Absent where nothing is in between. */
  roundTripMs?: number;
  /**
   * p99 of another client's GETs in this time, the settling moment before a slice included, ms; `null`: none was
   * answered. Absent where nobody watched, and where several lanes ran at once.
   */
  bystanderP99Ms?: number | null;
  settings: Settings;
}

/** What is told of a latency live. */
export type LiveLatency = Pick<LatencySummary, 'mean' | 'p50' | 'p99'>;

/** What is told of a sample live: what pages draw. The rest is in the result, and in the history. */
export type LiveSample = Omit<
  Sample,
  | 'endsSlice'
  | 'failures'
  | 'hits'
  | 'misses'
  | 'offered'
  | 'backlog'
  | 'latencyMs'
  | 'client'
  | 'server'
  | 'settings'
> & {
  latencyMs: {
    command: LiveLatency | null;
    batch: Pick<LiveLatency, 'mean'> | null;
    /** Told only in an open loop. */
    response?: LiveLatency | null;
  };
  client: Pick<ClientFigures, 'cpu' | 'eventLoopUtilisation'>;
  server: Pick<ServerFigures, 'cpu' | 'cpuMicrosPerCommand' | 'cluster'> | null;
  settings: Pick<Settings, 'revision' | 'pipeline' | 'rps'>;
};

export interface Throughput {
  /** Commands per second; the figure to quote. */
  median: number;
  mean: number;
  stddev: number;
  /** Coefficient of variation, a share. */
  cv: number;
  /** 95 % interval of the median; `null` for a single slice. */
  ci95: [number, number] | null;
  slices: number[];
}

/** A lane against the baseline, from slices paired by round. */
export interface Comparison {
  lane: string;
  baseline: string;
  /** Median of the paired ratios of throughput. */
  ratio: number;
  /** `null` while there is only one pair. */
  ci95: [number, number] | null;
  /** `not told apart` when the interval includes 1 or there is none. */
  outcome: 'faster' | 'slower' | 'not told apart';
  pairs: number;
}

/** The figures of a lane so far, after each round of counted slices. */
export interface Standing {
  lane: string;
  throughput: Throughput | null;
}

/** What is told of it live; the rest is in the result. */
export interface LiveStanding {
  lane: string;
  throughput: Pick<Throughput, 'median'> | null;
}

export interface SerialisedError {
  name: string;
  code: string | null;
  message: string;
  stack: string | null;
}

/** Measured, not asked for; ms. */
export interface RoundTripFigures {
  medianMs: number;
  p99Ms: number;
  samples: number;
}

export interface BystanderFigures {
  rps: number;
  latencyMs: LatencySummary | null;
}

export interface LaneResult {
  id: string;
  strategy: string;
  label: string;
  state: LaneState;
  /** Why it did not complete. */
  error: SerialisedError | null;
  /** Counted commands that succeeded. */
  commands: number;
  failed: number;
  failures: FailureCounts;
  /** Sent before counting began: warm-up slices and settling moments. */
  warmupCommands: number;
  throughput: Throughput | null;
  /** Counted wall-clock time, ms. */
  elapsedMs: number;
  latencyMs: {
    command: LatencySummary | null;
    batch: LatencySummary | null;
    response?: LatencySummary | null;
  };
  effectiveBatch: number | null;
  writes: number;
  bytesOut: number;
  bytesIn: number;
  /** What one socket write puts on the wire, and how many TCP segments that is on a link with an MTU of 1500. */
  perWrite: { bytes: number; segments: number } | null;
  /** Round trips of PINGs over this lane's network, before the run and during its slices. */
  roundTrip: { before: RoundTripFigures; during: RoundTripFigures | null } | null;
  hitRate: number | null;
  /** Open loop: what was asked for and what was reached, commands per second. */
  rate: { offered: number; achieved: number } | null;
  client: ClientFigures;
  server: ServerFigures;
  /** Whether the server counted just what this lane sent; `null` where it cannot be known. */
  countsAgree: boolean | null;
  rooflineShare: number | null;
  bystander: BystanderFigures | null;
  verdict: Verdict;
  warnings: string[];
  /** HdrHistogram V2, compressed, base64; values in nanoseconds. */
  histograms: { command: string | null; batch: string | null; response: string | null };
}

/** Slots of a private cluster that were moved to another master while a run went on, with all their keys. */
export interface SlotsMoved {
  /** When that began, ms since the run did. */
  atMs: number;
  tookMs: number;
  from: string;
  to: string;
  /** First and last. */
  slots: [number, number];
  keys: number;
}

/** A change of settings while a run went on. */
export interface Tuned {
  /** Ms since the run began. */
  atMs: number;
  tuning: Tuning;
  /** Ids of the lanes whose figures are all from after it; absent in older results: of all. */
  countedIn?: string[];
}

export interface Result {
  schema: 1;
  id: string;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  state: LaneState;
  plan: Plan;
  environment: Environment;
  lanes: LaneResult[];
  comparisons: Comparison[];
  /** The bystander without load. */
  bystander: BystanderFigures | null;
  warnings: string[];
  /** Live changes, in order. Lanes count from the first whole round after the last of them. */
  tunings: Tuned[];
  /** In order; only where there were any. */
  slotsMoved?: SlotsMoved[];
}

/** Everything that can be known of a run comes out of it as one of these, in order. */
export type RunEvent =
  | {
      type: 'run-started';
      runId: string;
      startedAt: string;
      plan: Plan;
      environment: Environment;
      totalMs: number | null;
    }
  | { type: 'slice-started'; slice: number; phase: Phase; lanes: string[] }
  | { type: 'sample'; sample: Sample }
  | { type: 'standing'; standings: Standing[]; comparisons: Comparison[] }
  | { type: 'tuned'; atMs: number; tuning: Tuning; revision: number }
  | { type: 'slots-moved'; moved: SlotsMoved }
  | { type: 'lane-failed'; lane: string; error: SerialisedError }
  | { type: 'run-finished'; result: Result };

/* ---- HTTP ---- */

/** Body of every answer that is not a success. */
export interface ErrorBody {
  error: {
    code: string;
    message: string;
    problems?: Problem[];
    /** With `run_in_progress`: the run that is in the way. */
    run?: CurrentRun;
  };
}

/** What goes on. `remainingMs`: `null` when it stops by count, or while it is being set up. */
export interface CurrentRun {
  id: string;
  /** A lesson and a search are series of runs. */
  kind: 'run' | 'lesson' | 'search';
  startedAt: string;
  remainingMs: number | null;
}

/** `GET /api/health`. `answers`: as of the last look; `null` when nobody has looked yet. */
export interface Health {
  status: 'ok';
  version: string;
  running: boolean;
  targets: { id: string; answers: boolean | null }[];
}

/** `GET /api/session`: what this visitor may do. Starting, stopping and tuning need `mayControl`. */
export interface Session {
  mayControl: boolean;
  /** Whether the presenter's token would give that right. */
  needsToken: boolean;
  /** Whether what is measured is kept. */
  keepsRuns: boolean;
}

/** `POST /api/runs`, 201. */
export interface RunStarted {
  id: string;
}

/** `DELETE /api/runs/current`, 200. `ended`: false while it still drains. */
export interface RunStopped {
  id: string;
  ended: boolean;
}

/** A line in the list of runs. */
export interface RunSummary {
  id: string;
  startedAt: string;
  state: 'running' | LaneState;
  lanes: { id: string; strategy: string; throughput: number | null; bound: Bound | null }[];
}

/* ---- Socket.IO ---- */

/** All that a page needs to be in the middle of the run that goes on, or to show the one that ended last. */
export interface RunSnapshot {
  runId: string;
  state: 'running' | LaneState;
  /** Where it is one run of several that answer one question together. */
  series?: Exclude<CurrentRun['kind'], 'run'>;
  startedAt: string;
  plan: Plan;
  environment: Environment;
  /** Expected length of the run, ms; `null` when it stops by count. */
  totalMs: number | null;
  /** Milliseconds since the start, by the server's clock, at the moment of sending. */
  elapsedMs: number;
  /** The newest samples of each lane, oldest first; at most `snapshotSamples` a lane. */
  samples: Sample[];
  current: { slice: number; phase: Phase; lanes: string[] } | null;
  standings: LiveStanding[];
  comparisons: Comparison[];
  tunings: Tuned[];
  /** All so far; only where there were any. */
  slotsMoved?: SlotsMoved[];
  failures: { lane: string; error: SerialisedError }[];
  result: Result | null;
  /** Why it broke off without a result. */
  error?: ErrorBody['error'];
}
export const snapshotSamples = 600;

/** The same as viewers are told of it. */
export type LiveSnapshot = Omit<RunSnapshot, 'samples'> & { samples: LiveSample[] };

/**
 * What has happened since the last tick that this viewer got. A slow viewer gets fewer and longer ones, and a
 * snapshot in their place when it has fallen behind all that is kept; none is missing from what arrives.
 */
export interface Tick {
  runId: string;
  elapsedMs: number;
  current: RunSnapshot['current'];
  samples: LiveSample[];
  /** Empty when they are as they were. */
  standings: LiveStanding[];
  /** Likewise. */
  comparisons: Comparison[];
  slotsMoved?: SlotsMoved[];
}

export type Acknowledgement = { ok: true } | { ok: false; error: ErrorBody['error'] };

export interface ServerToClientEvents {
  /** On connecting, and whenever a run starts: replaces all that the page knows. `null`: no run yet. */
  snapshot: (run: LiveSnapshot | null) => void;
  tick: (tick: Tick) => void;
  tuned: (event: { runId: string; atMs: number; tuning: Tuning; revision: number }) => void;
  laneFailed: (event: { runId: string; lane: string; error: SerialisedError }) => void;
  finished: (result: Result) => void;
  /** On connecting, and at each change. `null`: no search yet. */
  search: (search: SearchSnapshot | null) => void;
  /** On connecting, and at each change. `null`: none yet. */
  lesson: (lesson: LessonSnapshot | null) => void;
  /** On connecting, and at each change: of all lessons that there are guesses about. */
  guesses: (guesses: GatheredGuesses[]) => void;
  /** How many are there: the audience, and beside it presenters. */
  viewers: (viewers: number, presenters: number) => void;
  /** Where the presenter is, on connecting and at each step; `null`: nobody leads. */
  presenter: (place: PresenterPlace | null) => void;
}

export interface ClientToServerEvents {
  tune: (tuning: Tuning, acknowledge: (answer: Acknowledgement) => void) => void;
  guess: (guess: Guess, acknowledge: (answer: GuessAnswer) => void) => void;
  /** From presenters alone: where they are; `null`: they no longer lead. */
  present: (place: PresenterPlace | null, acknowledge: (answer: Acknowledgement) => void) => void;
}

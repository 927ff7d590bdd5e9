import * as z from 'zod/mini';
import { longestPlaceName } from '../limits.ts';
import { count, describe, mention, orNull, real, text, texts } from './describe.ts';
import { rooms, type ActivityKind } from './enums.ts';
import { clientFiguresSchema, serialisedErrorSchema, serverFiguresSchema } from './figures.ts';
import type { GatheredGuesses, Guess } from './guesses.ts';
import { errorDetailsSchema, stateSchema, type ErrorDetails } from './http.ts';
import type { LessonSnapshot } from './lesson.ts';
import type { LiveProfile } from './live-profile.ts';
import { completePlanSchema, type Tuning } from './plan.ts';
import {
  comparisonSchema,
  environmentSchema,
  resultSchema,
  slotsMovedSchema,
  tunedSchema,
} from './result.ts';
import type { Result } from './result.ts';
import { phaseSchema, sampleSchema, totalMs, type Sample } from './run-events.ts';
import type { SearchSnapshot } from './search.ts';
import type { GatheredVotes, Vote, VotedSetting } from './votes.ts';

const latencySchema = z.object({
  mean: real('Mean, ms.'),
  p50: real('Median, ms.'),
  p99: real('99 of 100 took no longer, ms.'),
});
/** What is sent of a latency live. */
export type LiveLatency = z.output<typeof latencySchema>;

const latencyOrNull = (words: string) => orNull(latencySchema, `${words}, ms; null when there was none.`);

const figures = sampleSchema.shape;
const settings = figures.settings.shape;

/** A sample as viewers get it: what pages draw. The rest is in the result, and in the history. */
export const liveSampleSchema = z.object({
  lane: figures.lane,
  slice: figures.slice,
  phase: figures.phase,
  notCounted: figures.notCounted,
  atMs: figures.atMs,
  laneMs: figures.laneMs,
  elapsedMs: figures.elapsedMs,
  completed: figures.completed,
  failed: figures.failed,
  throughput: figures.throughput,
  bytesOut: figures.bytesOut,
  bytesIn: figures.bytesIn,
  writes: figures.writes,
  effectiveBatch: figures.effectiveBatch,
  latencyMs: describe(
    z.object({
      command: latencyOrNull('From the call of a command to its reply'),
      batch: orNull(
        z.object({ mean: real('Mean, ms.') }),
        'From the flush of a batch to its last reply, ms; null when there was none.',
      ),
      response: z.exactOptional(
        latencyOrNull('From the moment a command was due to its reply; absent in a closed loop'),
      ),
    }),
    'Latencies, ms.',
  ),
  latencySpread: figures.latencySpread,
  client: describe(
    z.object({
      cpu: clientFiguresSchema.shape.cpu,
      eventLoopUtilisation: clientFiguresSchema.shape.eventLoopUtilisation,
    }),
    'What the lane took of the client machine.',
  ),
  server: orNull(
    z.object({
      cpu: serverFiguresSchema.shape.cpu,
      cpuMicrosPerCommand: serverFiguresSchema.shape.cpuMicrosPerCommand,
      cluster: serverFiguresSchema.shape.cluster,
    }),
    'What the server said; null but at the end of a slice.',
  ),
  roundTripMs: figures.roundTripMs,
  bystanderP99Ms: figures.bystanderP99Ms,
  settings: describe(
    z.object({ revision: settings.revision, pipeline: settings.pipeline, rps: settings.rps }),
    'The settings that it was measured with.',
  ),
});
export type LiveSample = z.output<typeof liveSampleSchema>;

const liveStandingSchema = z.object({
  lane: text('Name of the lane.'),
  throughput: orNull(
    z.object({
      estimate: real('From one fit over all lanes and rounds so far, commands per second.'),
      median: real('Median of the counted slices so far, commands per second.'),
      counted: count('Counted slices that both are of.'),
    }),
    'null: no slice was counted yet.',
  ),
});
/** What is sent of a lane's figures live; the rest is in the result. */
export type LiveStanding = z.output<typeof liveStandingSchema>;

/** What viewers get on connecting, and when a run starts: it replaces all that the page knows. */
export const liveSnapshotSchema = z.object({
  runId: text('Id of the run.'),
  state: stateSchema,
  series: z.exactOptional(
    describe(
      z.enum(['lesson', 'search', 'load-curve', 'distances']),
      'Where it is one run of several that answer one question together.',
    ),
  ),
  startedAt: text('ISO 8601, UTC.'),
  plan: mention(completePlanSchema, 'What is carried out, with every default said.'),
  environment: mention(environmentSchema, 'Where it is measured.'),
  totalMs: totalMs(),
  elapsedMs: real('Since the start, by the server’s clock, at the moment of sending, ms.'),
  samples: describe(z.array(liveSampleSchema), 'The newest of each lane, oldest first.'),
  current: orNull(
    z.object({
      slice: count('As in samples.'),
      phase: phaseSchema,
      lanes: texts('Lanes whose turn it is.'),
    }),
    'The slice in progress; null between slices and at the end.',
  ),
  standings: describe(z.array(liveStandingSchema), 'Figures so far.'),
  comparisons: describe(
    z.array(comparisonSchema),
    'Each lane against the first, so far. Their intervals hold at every look; outcomes come with the result.',
  ),
  tunings: describe(z.array(tunedSchema), 'Changes during the run, in order.'),
  slotsMoved: z.exactOptional(
    describe(z.array(slotsMovedSchema), 'Slots that were moved so far; absent: none.'),
  ),
  failures: describe(
    z.array(
      z.object({
        lane: text('Name of the lane.'),
        error: mention(serialisedErrorSchema, 'Why it broke off.'),
      }),
    ),
    'Lanes that broke off.',
  ),
  result: orNull(resultSchema, 'The result; null until it ends.'),
  error: z.exactOptional(mention(errorDetailsSchema, 'Why it broke off without a result.')),
});
export type LiveSnapshot = z.output<typeof liveSnapshotSchema>;

/** The same with whole samples, as the server keeps it: at most `snapshotSamples` a lane. */
export type RunSnapshot = Omit<LiveSnapshot, 'samples'> & { samples: Sample[] };

const snapshot = liveSnapshotSchema.shape;

/**
 * What has happened since the last tick that this viewer got. A slow viewer gets fewer and longer ones, and a
 * snapshot in their place when it has fallen behind all that is kept; none is missing from what arrives.
 */
const tickSchema = z.object({
  runId: snapshot.runId,
  elapsedMs: snapshot.elapsedMs,
  totalMs: snapshot.totalMs,
  current: snapshot.current,
  samples: snapshot.samples,
  /** Empty when they are as they were; likewise comparisons. */
  standings: snapshot.standings,
  comparisons: snapshot.comparisons,
  slotsMoved: snapshot.slotsMoved,
});
export type Tick = z.output<typeof tickSchema>;

const placeName = z.nullable(z.string().check(z.minLength(1), z.maxLength(longestPlaceName)));

/** Where the presenter is, so that the audience can come along. */
export const presenterPlaceSchema = z.strictObject({
  room: z.enum(rooms),
  /** What is open in it, such as a lesson's name; `null`: nothing in particular. */
  id: placeName,
  /** Of a lesson: which part; `null` elsewhere. */
  step: placeName,
  /** In `compare`: other lanes or settings are being chosen there than those that the newest figures are of. */
  prepares: z.exactOptional(z.boolean()),
});
export type PresenterPlace = z.output<typeof presenterPlaceSchema>;

/** What somebody else has done. */
export interface Action {
  done: 'started' | 'stopped' | 'changed';
  kind: ActivityKind;
  /** `program`: no page did it, such as a script that uses the API. */
  by: 'presenter' | 'viewer' | 'program';
  /** Of `changed`. */
  tuning?: Tuning;
}

export type Acknowledgement = { ok: true } | { ok: false; error: ErrorDetails };

/**
 * `round`: which gathering the guess went into; see `GatheredGuesses`. `viewer`: the id that the server has given, to
 * be shown with the next guess over another connection.
 */
export type GuessAnswer =
  { ok: true; round: string; viewer: string } | { ok: false; error: Pick<ErrorDetails, 'code' | 'message'> };

export type VoteAnswer = { ok: true; viewer: string } | { ok: false; error: ErrorDetails };

/** Keys that are written, and that will be. */
export interface Filling {
  keys: number;
  of: number;
}

export interface ServerToClientEvents {
  /** On connecting, and whenever a run starts: replaces all that the page knows. `null`: no run yet. */
  snapshot: (run: LiveSnapshot | null) => void;
  tick: (tick: Tick) => void;
  /** While a run that is being started writes the keys that its lanes read. */
  filling: (filling: Filling) => void;
  tuned: (event: {
    runId: string;
    atMs: number;
    tuning: Tuning;
    revision: number;
    /** As in a snapshot, from now on. */
    totalMs: number | null;
  }) => void;
  laneFailed: (event: { runId: string } & LiveSnapshot['failures'][number]) => void;
  finished: (result: Result) => void;
  /** On connecting, and at each change. `null`: no search yet. */
  search: (search: SearchSnapshot | null) => void;
  /** On connecting, and at each change. `null`: none yet. */
  lesson: (lesson: LessonSnapshot | null) => void;
  /** On connecting, and at each change: of all lessons that there are guesses about. */
  guesses: (guesses: GatheredGuesses[]) => void;
  /** On connecting, and at each change: of all settings that there are votes about. */
  votes: (votes: GatheredVotes[]) => void;
  /** How many are there: the audience, and beside it presenters. */
  viewers: (viewers: number, presenters: number) => void;
  /** What somebody else has just done: never sent to the page that did it. */
  action: (action: Action) => void;
  /** The history has something new. */
  kept: () => void;
  /** Where the presenter is, on connecting and at each step; `null`: nobody leads. */
  presenter: (place: PresenterPlace | null) => void;
  /** To who asked: the program that is recorded, at once and then at most once a second; `null`: none is. */
  profile: (profile: LiveProfile | null) => void;
}

export interface ClientToServerEvents {
  tune: (tuning: Tuning, acknowledge: (answer: Acknowledgement) => void) => void;
  guess: (guess: Guess, acknowledge: (answer: GuessAnswer) => void) => void;
  vote: (vote: Vote, acknowledge: (answer: VoteAnswer) => void) => void;
  /** From presenters alone, who have changed this setting between two runs. */
  clearVotes: (setting: VotedSetting, acknowledge: (answer: Acknowledgement) => void) => void;
  /** From presenters alone: where they are; `null`: they no longer lead. */
  present: (place: PresenterPlace | null, acknowledge: (answer: Acknowledgement) => void) => void;
  /** A hand is near the Run button: the next run may soon begin. */
  aboutToRun: () => void;
  /** Whether the recorded program is looked at here. */
  watchProfile: (wanted: boolean) => void;
}

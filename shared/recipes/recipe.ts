import type { Result, RunEvent, SerialisedError } from '../contract/events.ts';
import type { PlanInput } from '../contract/schemas.ts';
import type { Measured } from './measured.ts';

/** quick: the parameters of the experiment, shortened to at most 60 s in all. full: its commands and rounds as well. */
export const recipeForms = ['quick', 'full'] as const;
export type RecipeForm = (typeof recipeForms)[number];

/** A named series of plans with a lesson to it. Each is one file in this folder and a line in index.ts. */
export interface Recipe {
  id: string;
  title: string;
  /** What the sweep is to find out. */
  question: string;
  /** How it is done here, and in what that differs from its source. */
  method: string;
  /** Asked before anything is measured. */
  prediction: Prediction;
  /** Where the published figures and claims come from. */
  source: Source;
  /** Its steps are about settings of servers, or their number: it only runs on private ones. */
  needsPrivateServer?: boolean;
  steps(form: RecipeForm): Step[];
  claims: readonly Claim[];
  /** What was measured beside what was published. */
  tables(measured: Measured): Table[];
  /** What the figures say, in sentences made from them. */
  read(measured: Measured): string[];
}

export interface Source {
  /** "document 000", or the threads of an issue tracker. */
  document: string;
  tool: string;
  /** Empty where nothing is known of it. */
  environment: string;
}

/** "document 003; Jedis, one connection; three servers" */
export const sourceInWords = ({ document, tool, environment }: Source): string =>
  [document, tool, environment].filter((part) => part !== '').join('; ');

export type Prediction =
  | { type: 'number'; ask: string; unit: string; answer: (measured: Measured) => number | null }
  | {
      type: 'choice';
      ask: string;
      choices: readonly string[];
      answer: (measured: Measured) => string | null;
    };

/** One plan of a sweep, on a private server of its own unless the user named one. */
interface PlannedStep {
  /** Within its recipe. */
  id: string;
  label: string;
  plan: PlanInput;
  /** Commands per second by which the time of lanes that stop by count is estimated, by lane. */
  pace?: Readonly<Record<string, number>>;
}

export interface RunStep extends PlannedStep {
  type: 'run';
  /** What the lanes take of memory is watched, on a connection of its own. */
  watchesMemory?: boolean;
}

/**
 * No speeds: each strategy of the plan sends batches of its batch size over one connection, for its duration, while
 * another client looks for half-done ones; then a batch in which one command fails.
 */
export interface AtomicityStep extends PlannedStep {
  type: 'atomicity';
}

export type Step = RunStep | AtomicityStep;

/** A sentence of the source, and how it is judged on this machine. */
export interface Claim {
  text: string;
  /** When it holds, in words. */
  rule: string;
  judge: (measured: Measured) => Finding;
}

export type Judgement = 'holds' | 'does not hold here' | 'cannot be seen here';

export interface Finding {
  judgement: Judgement;
  /** The evidence, with its figures. */
  because: string;
}

export type Unit = 'text' | 'commands/s' | 'ms' | 'share' | 'ratio' | 'count' | 'bytes';

export interface Column {
  label: string;
  unit: Unit;
  origin: 'setting' | 'measured' | 'published';
  /**
   * A class can do without it: how sure a figure is, or what explains it where the table is about something else.
   * In front of one it is left out, so that the rest fits without scrolling.
   */
  detail?: true;
}

/** `null`: not measured, or not published. A pair is an interval. */
export type Cell = string | number | readonly [number, number] | null;

export interface Table {
  title: string;
  columns: readonly Column[];
  rows: readonly (readonly Cell[])[];
}

/** What became of a step that was begun. Without a result it is no run, or failed before anything was measured. */
export interface StepOutcome {
  step: string;
  label: string;
  state: 'completed' | 'stopped' | 'failed';
  error: SerialisedError | null;
  result: Result | null;
  /** Of a step that watches it. */
  memory?: StepMemory;
  /** Of a step about it; one for each of its lanes that got so far. */
  atomicity?: AtomicityFinding[];
}

/** What the lanes of a step took of memory, bytes. `null`: the server does not tell. */
export interface StepMemory {
  /** What the server may use at most; `null` also when it is not limited. */
  maxMemoryBytes: number | null;
  lanes: LaneMemory[];
}

export interface LaneMemory {
  lane: string;
  /** Keys and memory of the server: before the lane's first slice, and after its last. */
  keys: { before: number; after: number } | null;
  usedBytes: { before: number; after: number } | null;
  /** Largest that the server held for its connections in each counted slice: replies not yet sent, and all. */
  outputBufferBytes: number[];
  connectionBytes: number[];
  /** Times that the server was asked in its counted slices. */
  looks: number;
}

/** What became of the batches of one strategy. */
export interface AtomicityFinding {
  lane: string;
  strategy: string;
  batchSize: number;
  /** Batches that were sent and answered while another client looked. */
  batches: number;
  /** Looks of the other client, and those that showed a batch half done. */
  looks: number;
  halfDone: number;
  /** The batch in the middle of which one key is a list. */
  failing: {
    command: string;
    refused: number;
    /** Class of the failure; `null` when nothing failed. */
    failure: string | null;
    /** The other commands, and how many of them have left their trace on the server. */
    others: number;
    othersDone: number;
    /** Whether the list is still there. */
    listKept: boolean;
  };
}

/** A sweep that is over: one self-contained document. */
export interface RecipeResult {
  kind: 'recipe';
  schema: 1;
  recipe: string;
  title: string;
  question: string;
  form: RecipeForm;
  source: Source;
  /** ISO 8601. */
  startedAt: string;
  finishedAt: string;
  /** failed: at least one step did not complete. */
  state: StepOutcome['state'];
  prediction: { ask: string; unit: string | null; answer: number | string | null };
  tables: Table[];
  claims: ({ text: string; rule: string } & Finding)[];
  reading: string[];
  /** What there is to know before the figures are believed. */
  warnings: string[];
  steps: StepOutcome[];
}

/** Whether any of its steps has found something out. */
export const hasMeasured = ({ steps }: Pick<RecipeResult, 'steps'>): boolean =>
  steps.some(
    ({ state, result, atomicity }) =>
      (result?.lanes.some(({ throughput }) => throughput !== null) ?? false) ||
      (atomicity !== undefined && state === 'completed'),
  );

/** Everything that can be known of a sweep comes out of it as one of these, in order. */
export type SweepEvent =
  | {
      type: 'sweep-started';
      recipe: string;
      form: RecipeForm;
      steps: { id: string; label: string; type: Step['type']; estimateMs: number }[];
    }
  | { type: 'step-started'; step: string; index: number }
  | { type: 'run-event'; step: string; event: RunEvent }
  | { type: 'step-ended'; outcome: StepOutcome }
  | { type: 'sweep-finished'; result: RecipeResult };

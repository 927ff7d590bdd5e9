import type { Phrase, Text } from '../contract/recipe.ts';
import type { Ratio } from './measured.ts';

export type { Phrase, Text };

/** A code without figures. */
export type None = null;

/** What a recipe can say: its own codes, each with its figures. The words of every language are checked against it. */
export interface RecipeCodes {
  id: string;
  /** Answers to choose from. */
  choices: string;
  /** Ids of its claims. */
  claims: string;
  /** Names of steps, tables, columns, rows and cells. */
  labels: object;
  /** Evidence of claims, and what the figures say. */
  sentences: object;
}

export const latencyKeys = ['mean', 'min', 'p50', 'p95', 'p99', 'max'] as const;
export type LatencyKey = (typeof latencyKeys)[number];

/** Labels that any recipe may use. */
export interface CommonLabels {
  /** "depth 3, raw socket" */
  list: { parts: readonly Text[] };
  /** "depth 10 against 1" */
  versus: { of: Text; than: Text | number };
  'per-second': None;
  interval: None;
  'its-interval': None;
  published: None;
  'ratio-to-published': None;
  /** How many times as fast as with so many (connections, threads, commands a batch). */
  'against-count': { count: number };
  latency: { key: LatencyKey };
  'server-cpu': None;
  'raw-socket': None;
  'one-by-one': None;
  pipeline: None;
  pipelines: None;
  'auto-pipelining': None;
  'lua-script': None;
  count: { count: number };
  connections: { count: number };
  threads: { count: number };
  depth: { depth: number };
  bytes: { bytes: number };
  round: { round: number };
  'pipelines-of': { commands: number };
  /** With nothing in between. */
  direct: None;
  'through-link': { mbit: number };
  'at-trip': { rttMs: number };
}

/** Sentences that any recipe may use. */
export interface CommonSentences {
  'not-measured': { what: Text };
  'measured-once': { what: Text; ratio: Ratio };
  compared: {
    what: Text;
    ratio: Ratio;
    relation: 'at least' | 'less than' | 'not told apart from';
    bound: number;
  };
  'in-range': {
    what: Text;
    ratio: Ratio;
    relation: 'within' | 'outside' | 'not told apart from';
    low: number;
    high: number;
  };
  /** Loopback has no packets of 1500 bytes. */
  'one-machine': None;
  /** Warnings of a sweep: how many lanes of how many had to wait for a core. */
  'sweep-machine-busy': { lanes: number; of: number };
  /** And by how much more than usual their slices scatter. */
  'sweep-lanes-scatter': { lanes: number; of: number; share: number };
  'sweep-counts-differ': { lanes: number; of: number };
  'sweep-commands-failed': { failed: number };
}

type FiguresOf<Codes, Code extends keyof Codes> = Codes[Code] extends None ? [] : [figures: Codes[Code]];

type Maker<Codes> = <Code extends keyof Codes & string>(
  code: Code,
  ...figures: FiguresOf<Codes, Code>
) => Phrase;

const make = (code: string, ...figures: readonly unknown[]): Phrase => ({
  code,
  ...(figures[0] as object | undefined),
});

/** Makes the phrases of a recipe, and no others. */
export const phrasesOf = <Codes extends RecipeCodes>(): {
  label: Maker<CommonLabels & Codes['labels']>;
  sentence: Maker<CommonSentences & Codes['sentences']>;
} => ({ label: make, sentence: make });

export const { label, sentence } = phrasesOf<RecipeCodes>();

/** Several parts of one name. */
export const listOf = (...parts: readonly Text[]): Phrase => label('list', { parts });

/** "depth 10 against 1" */
export const versus = (of: Text, than: Text | number): Phrase => label('versus', { of, than });

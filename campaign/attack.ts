/** How much is tried: a few cases for the tests, pairs of conditions in minutes, or the full product in hours. */
export const scales = ['short', 'pairs', 'full'] as const;
export type Scale = (typeof scales)[number];

export interface AttackContext {
  /** All that is drawn follows from it. */
  seed: number;
  scale: Scale;
}

export interface AttackFailure {
  /** What was tried, so that it can be tried again by hand. */
  tried: string;
  /** What happened, and what should have. */
  seen: string;
}

/** What an attack came to. */
export interface AttackReport {
  cases: number;
  failures: AttackFailure[];
  /** What could not be tried here, and why. */
  skipped: string[];
  /** Figures worth reading, such as memory before and after. */
  notes: string[];
}

export interface Attack {
  name: string;
  /** What it does to the product, in a sentence. */
  about: string;
  /** It acts at a moment of a run, and misses that where another attack keeps the machine busy. */
  isTimed?: true;
  /** It compares times that were measured: no test runs it, as a busy machine would make it fail. */
  judgesTimes?: true;
  run(context: AttackContext): Promise<AttackReport>;
}

/** Collects what an attack sees. */
export class Findings implements AttackReport {
  cases = 0;
  readonly failures: AttackFailure[] = [];
  readonly skipped: string[] = [];
  readonly notes: string[] = [];

  /** Counts a case; `seen` is what was wrong, or `null`. */
  add(tried: string, seen: string | null): void {
    this.cases++;
    if (seen !== null) this.failures.push({ tried, seen });
  }
}

/** All that reach a server in ways of their own: nagle is concurrent with another socket option, noop sends nothing. */
export const attackedStrategies = [
  'one-by-one',
  'concurrent',
  'auto-pipeline',
  'pipeline',
  'multi',
  'multi-key',
  'lua',
  'wire',
] as const;

/** By scale, how many cases. */
export const casesAt = (scale: Scale, counts: Record<Scale, number>): number => counts[scale];

/** Cuts what is drawn down to what a reader can take in. */
export const shown = (value: unknown, length = 300): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= length ? text : `${text.slice(0, length)}… (${text.length} characters)`;
};

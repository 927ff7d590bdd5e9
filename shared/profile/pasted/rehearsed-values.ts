import type { FunctionNode } from '../source/source-file.ts';
import type { OpenBatch, MadeUpMoment } from './sent-log.ts';

/** The variables of a function, and of those around it. */
export interface Variables {
  get: (name: string) => RehearsedValue | undefined;
  declare: (name: string, value: RehearsedValue) => void;
  /** Gives a variable another value where it was declared. */
  assign: (name: string, value: RehearsedValue) => void;
}

/** A value as far as the source says it, without running the code. */
export interface RehearsedValue {
  /** Equal values have equal texts. */
  text: string;
  /** The start of its text, where the source says it. */
  lead: string;
  /** When the last command of it has its reply; `null`: it waits for none. */
  ready: MadeUpMoment | null;
  /** It may be a promise of other work than commands. */
  isForeign: boolean;
  /** Commands whose replies it is made of. */
  replies: readonly number[];
  /** The number of its elements, where it is a list that is written down. */
  length: number | null;
  batch: OpenBatch | null;
  callable: { node: FunctionNode; scope: Variables } | null;
}

export const nothingKnown: RehearsedValue = {
  ...{ text: '', lead: '', ready: null, isForeign: false, replies: [] },
  ...{ length: null, batch: null, callable: null },
};

/** The later of two moments. */
export function laterOf(one: MadeUpMoment | null, other: MadeUpMoment | null): MadeUpMoment | null {
  if (!one || !other) return one ?? other;
  return other.ms > one.ms || (other.ms === one.ms && other.turn > one.turn) ? other : one;
}

/** A value that is made of others. */
export function combined(values: readonly RehearsedValue[], text: string): RehearsedValue {
  return {
    ...nothingKnown,
    text,
    ready: values.reduce<MadeUpMoment | null>((latest, { ready }) => laterOf(latest, ready), null),
    isForeign: values.some(({ isForeign }) => isForeign),
    replies: [...new Set(values.flatMap(({ replies }) => replies))],
  };
}

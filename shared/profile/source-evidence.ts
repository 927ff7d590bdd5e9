import type { ReasonCode, Unpatched } from '../contract/profile.ts';
import type { Frame } from '../contract/profile-trace.ts';
import type { Sequence } from './runs.ts';

/** A part of the source, by what is called there; an empty name: nothing is. */
export interface Spot {
  file: string;
  line: number;
  name: string;
}

/** The first letters of a text, and whether they are all of it. */
export interface Lead {
  text: string;
  isWhole: boolean;
}

/** The replies of earlier places that a place waits for: by data, and by a check. */
export interface Need {
  data: number[];
  checks: number[];
  /** The last of the checks. */
  spot: Spot | null;
}

/** The evidence of a source about the places of a sequence, in the order of a round. */
export interface SourceEvidence {
  /** Why nothing is proven; `null`: each way that a reply takes is seen. */
  doubt: ReasonCode | null;
  spot: Spot | null;
  /** The place in the source of each place of a round: a line may come to one several times. What follows is by these. */
  placeOf: number[];
  needs: Need[];
  /** Each place always needs the reply of the one before; in a loop, the first one that of the last. */
  isChain: boolean;
  /** The commands are sent by an iterator of the library. */
  isIterator: boolean;
  /** How the key of each place starts; `null`: it is not known. */
  leads: (Lead | null)[];
  /** The program calls other functions between the place before and this one. */
  isBehindWork: boolean[];
}

/** The order in which the commands of a round must come: by its exchanges, those before that each one needs. */
export interface Order {
  /** Those whose replies it waits for. */
  waits: number[][];
  /** The exchanges that it may share a round trip with, and may not come before. */
  follows: number[][];
}

export interface PatchRequest {
  run: Sequence;
  order: Order;
  /** True where rounds of a loop, sent stage by stage, would read or write one key in another order. */
  isReordered: (stages: readonly number[]) => boolean;
}

/** A change of one file that saves round trips and keeps what the program does. */
export interface Patch {
  file: string;
  /** Parts of the source, from one character to another, and what stands there instead. */
  edits: { start: number; end: number; text: string }[];
  /** Round trips that are left each time, where the sequence has all its commands. */
  trips: number;
  /** The loop stands in another one: these are the round trips of each time that it runs. */
  isRepeated?: true;
}

/** The reason why there is no patch, with the line and the name that it is about. */
export interface NoPatch {
  why: Unpatched['why'];
  line: number;
  name: string;
}

export interface SourceReader {
  /** True where it is known where in the program a command was sent. */
  seesSites: boolean;
  /** `null`: the source of the commands cannot be read. */
  evidenceOf: (run: Sequence) => SourceEvidence | null;
  patchOf: (request: PatchRequest) => Patch | NoPatch;
  /** Patches as one unified diff. */
  diffOf: (patches: readonly Patch[]) => string;
  /** The function around a place, by a name that no other has. */
  functionOf: (frame: Frame | undefined) => string;
}

/** True where two keys are different whatever the values in them: neither starts like the other. */
export function areDifferent(one: Lead | null, other: Lead | null): boolean {
  if (!one || !other) return false;
  const length = Math.min(one.text.length, other.text.length);
  if (one.isWhole && other.isWhole) return one.text !== other.text;
  if (one.text.slice(0, length) !== other.text.slice(0, length)) return true;
  return (
    (one.isWhole && one.text.length < other.text.length) ||
    (other.isWhole && other.text.length < one.text.length)
  );
}

import type { DrawnFrom } from '../workload/command-source.ts';

/** Units that were carried out alone, with what they sent on the wire. */
export interface AloneUnits {
  units: number;
  commands: number;
  trips: number;
  /** The commands of each, where all sent as many; `null`: they did not. `counted`: each unit counts its own. */
  each: number | 'counted' | null;
  /** Whether they did not all send as many commands. */
  isMixed: boolean;
  /** Under which names a server counts what was sent, in lower case. */
  names: readonly string[];
  /** How long they took, ms. */
  tookMs: number;
  /** Of a process: what an empty line to it and its answer take, ms; `null`: it takes such a line for a unit. */
  lineMs?: number | null;
}

/** The code of the user that a share of a lane carries out in place of commands of a workload. */
export interface UnitProgram {
  /** In place of the workload’s commands: units, counted. */
  readonly source: DrawnFrom;
  /** Once the connections are open: sets up, and carries the first units out. */
  prepare(): Promise<void>;
  /** Carries a few units out alone; `null`: another share of the lane does. */
  alone(): Promise<AloneUnits | null>;
  /** Runs a moment of load with each command looked at before it is sent. */
  guarded<T>(load: () => Promise<T>): Promise<T>;
  /** Why a unit that has not settled for so long is given up. */
  stalled(afterMs: number): Error;
  /** Takes down what was set up. */
  end(): Promise<void>;
}

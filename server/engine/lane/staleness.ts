import type { CommandArgument } from '../workload/prepared-command.ts';
import type { Recorder } from './recorder.ts';

/** Tells of what is read whether it was older than what had been acknowledged when it was asked for. */
export interface ReadJudge {
  /** The number of the key of a command. */
  keyOf(args: readonly CommandArgument[]): number;
  /** The newest version of this key that was acknowledged; 0: none was. */
  newest(key: number): number;
  /** `newest`: as it was when the command was called, at this moment. */
  read(newest: number, reply: unknown, recorder: Recorder, calledAt: number): void;
}

/** Writes of which the moment is still known: of a read that is more of them behind, the oldest that is. */
const remembered = 65_536;

/**
 * Versions that were acknowledged: 4 bytes a key, and the newest writes. All keys are counted in one row, so that a
 * version is the number of a write.
 */
export class Versions {
  readonly #newest: Uint32Array;
  /** Of a write: the one before it of the same key, and when it was acknowledged. */
  readonly #before = new Uint32Array(remembered);
  readonly #at = new Float64Array(remembered);
  #last = 0;

  constructor(keyspace: number) {
    this.#newest = new Uint32Array(keyspace);
  }

  newest(key: number): number {
    return this.#newest[key] ?? 0;
  }

  /** Acknowledged, in the order in which they were sent. */
  acknowledged(key: number, version: number, at: number): void {
    this.#before[version % remembered] = this.newest(key);
    this.#at[version % remembered] = at;
    this.#newest[key] = this.#last = version;
  }

  /** When the first write was acknowledged that is newer than `version`, as far as `newest` of the same key. */
  replacedAt(version: number, newest: number): number {
    let first = newest;
    for (;;) {
      const before = this.#before[first % remembered] ?? 0;
      if (before <= version || before <= this.#last - remembered) return this.#at[first % remembered] ?? NaN;
      first = before;
    }
  }
}

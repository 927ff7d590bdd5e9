import { setTimeout as sleep } from 'node:timers/promises';
import type { Bookkeeping } from './bookkeeping.ts';
import { markerOf, runPrefixOf } from './run-id.ts';
import { keepRecord, writeRecord, type RunRecord } from './run-record.ts';

/** A mark lasts so long without its run, ms. */
export const markerLastsMs = 9000;
const renewedEveryMs = 3000;

/** How long the mark of a run still lives, ms; -2: it is gone. */
export const markLeftMs = async (target: Bookkeeping, runPrefix: string): Promise<number> =>
  Number((await target.send([['PTTL', markerOf(runPrefix)]]))[0]);

/** A run that renews its mark every 3 s has a younger one. */
const abandonedAfterMs = 1.5 * renewedEveryMs;
const lookEveryMs = 200;

/** Whether a run renews its mark no more; resolves when that is known, after 4.5 s at most. */
export async function isAbandoned(target: Bookkeeping, runPrefix: string): Promise<boolean> {
  let left = await markLeftMs(target, runPrefix);
  while (left > markerLastsMs - abandonedAfterMs) {
    await sleep(lookEveryMs);
    const now = await markLeftMs(target, runPrefix);
    if (now > left) return false;
    left = now;
  }
  return true;
}

/**
 * A key with a short life that is renewed during a run, so that clean-up after crashed runs recognises a run in
 * progress. The record is written again where it is gone: somebody has emptied the server, or this process stood still
 * and was taken for a crashed run. It costs the server one PSETEX and one SETNX every 3 s: no lane sends these but as a
 * custom command, so they do not touch the counts of their calls.
 */
export class RunMarker {
  readonly #target: Bookkeeping;
  readonly #record: RunRecord;
  readonly #timer: NodeJS.Timeout;
  #renewing: Promise<unknown> = Promise.resolve();

  private constructor(target: Bookkeeping, record: RunRecord) {
    this.#target = target;
    this.#record = record;
    this.#timer = setInterval(() => {
      // A server that does not answer shows in the run itself.
      this.#renewing = this.#write()
        .then(() => keepRecord(target, record))
        .catch(() => undefined);
    }, renewedEveryMs);
  }

  /**
   * Marks and records a run; to be done before its lanes write a key. The mark comes first: a record without a mark
   * is that of a crashed run. Rejects when the server takes either of them not.
   */
  static async place(target: Bookkeeping, record: RunRecord): Promise<RunMarker> {
    const marker = new RunMarker(target, record);
    try {
      await marker.#write();
      await writeRecord(target, record);
      return marker;
    } catch (error) {
      clearInterval(marker.#timer);
      throw error;
    }
  }

  /** Stops the renewal. The mark is removed at the end of the run, or expires. */
  async release(): Promise<void> {
    clearInterval(this.#timer);
    await this.#renewing;
  }

  #write(): Promise<unknown> {
    const key = markerOf(runPrefixOf(this.#record));
    return this.#target.send([['PSETEX', key, String(markerLastsMs), '1']]);
  }
}

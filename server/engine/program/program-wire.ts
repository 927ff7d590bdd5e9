import { setTimeout as sleep } from 'node:timers/promises';
import type { SeenUnit } from './unit-watch.ts';

/** The connections of one lane that is code of the user, wherever their bytes are seen. */
export interface ProgramWire {
  /** Commands that were seen, under the names by which servers count them. */
  readonly names: Set<string>;
  /** The stack of where the newest command was sent, where that is known. */
  readonly sentAt?: string | undefined;
  /** Connections that are made from now on in this thread are of this lane, until `release`. */
  claim(): void;
  release(): void;
  /** Reads what is sent from now on, until `end`. */
  begin(): void;
  end(): void;
  /**
   * Resolves once nothing is being said: what clients send of themselves as they connect is no part of a unit. After
   * `mostMs` at the latest, since a client may never be quiet.
   */
  quiet(mostMs: number): Promise<void>;
  /** Of one unit that is carried out alone, while it reads. */
  beginUnit(): void;
  endUnit(): SeenUnit | Promise<SeenUnit>;
  closeAll(): void;
}

/** More than a pool has. */
export const mostConnections = (clients: number) => 64 + 4 * clients;
/** Looks in a row at which nothing was being said. */
const calmLooks = 3;
const lookEveryMs = 4;

export async function untilQuiet(isTalking: () => boolean, mostMs: number): Promise<void> {
  const until = performance.now() + mostMs;
  for (let calm = 0; calm < calmLooks && performance.now() < until;) {
    await sleep(lookEveryMs);
    calm = isTalking() ? 0 : calm + 1;
  }
}

import type { Frame } from '../../contract/profile-trace.ts';
import { pastedLimits } from '../../limits.ts';
import type { TracedCommand, TracedSite } from '../read-trace.ts';

/** When something is there: made-up milliseconds, and the turn of the reply that it came with; 0: of none. */
export interface MadeUpMoment {
  ms: number;
  turn: number;
}

/** More commands than are followed. */
export class TooManyCommands extends Error {
  override readonly name = 'TooManyCommands';
}

/** A command before it is sent. */
export interface Asked {
  name: string;
  /** The texts of its key and of its other arguments; equal texts are equal values. */
  key: string | null;
  others: string | null;
  /** The start of its key, as far as the source says it. */
  lead: string;
  /** The number of its arguments. */
  count: number;
  /** Commands whose replies are in its arguments. */
  replies: readonly number[];
  /** The client that sends it. */
  client: string;
  frames: Frame[];
}

/** Commands that wait for `exec()`. */
export interface OpenBatch {
  mode: 'pipe' | 'multi';
  asked: Asked[];
}

/** A made-up trip takes this long, ms. */
const tripMs = 1;
/** Bytes that a value is taken to have. */
const usualBytes = 100;

/** The commands of a rehearsal, as a recording would have them. */
export class SentLog {
  readonly commands: TracedCommand[] = [];
  readonly leads = new Map<TracedCommand, string>();
  readonly #library: string;
  readonly #numbers = new Map<string, number>();
  readonly #sites = new Map<string, TracedSite>();

  constructor(library: string) {
    this.#library = library;
  }

  /** Sends commands together; returns when their replies are there, and the ids of the commands. */
  send(
    asked: readonly Asked[],
    at: MadeUpMoment,
    mode: TracedCommand['mode'],
  ): { ready: MadeUpMoment; ids: number[] } {
    if (this.commands.length + asked.length > pastedLimits.commands) throw new TooManyCommands();
    const first = this.commands.length + 1;
    for (const one of asked) {
      const id = this.commands.length + 1;
      const command: TracedCommand = {
        ...{ id, n: one.name, lib: this.#library, site: this.#siteOf(one.frames) },
        ...{ key: null, kn: this.#numberOf(one.key), an: this.#numberOf(one.others) },
        ...{ b: mode === 'one' ? null : first, mode, conn: this.#numberOf(`client ${one.client}`) ?? 0 },
        ...{ tc: at.ms, t0: at.ms, t1: at.ms + tripMs, nil: 0, err: 0, turn: [at.turn, first] },
        ...{ deps: [...one.replies], sent: [one.count, usualBytes * Math.max(1, one.count - 1)] },
      };
      this.commands.push(command);
      this.leads.set(command, one.lead);
    }
    return { ready: { ms: at.ms + tripMs, turn: first }, ids: asked.map((_, index) => first + index) };
  }

  #numberOf(text: string | null): number | null {
    if (text === null) return null;
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }

  #siteOf(frames: Frame[]): TracedSite {
    const key = JSON.stringify(frames);
    const known = this.#sites.get(key) ?? { key, frames, owner: 'app' };
    this.#sites.set(key, known);
    return known;
  }
}

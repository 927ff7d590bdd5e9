import type { Sample } from '../../shared/contract/run-events.ts';
import { shortNumber } from '../../server/http/activity/sample-log.ts';

type Named = Pick<Sample, 'lane' | 'slice' | 'atMs'>;

/** What it takes of a snapshot, or of a tick. */
interface Shown {
  elapsedMs: number;
  samples: readonly Named[];
}

/** Tells samples of a run apart; what is told of them over the wire is enough for it. */
export const sampleName = ({ lane, slice, atMs }: Named): string => `${lane} ${slice} ${shortNumber(atMs)}`;

/** What a viewer was shown in one stay, against what the run emitted meanwhile. */
export interface Testimony {
  samples: number;
  /** Samples that the run had emitted and this viewer was never shown. */
  missing: number;
  /** Samples that came again, or in another order than they were emitted in. */
  disordered: number;
  /** Seconds of the run's clock from its first to its last word, and those in which it heard nothing. */
  seconds: number;
  silentSeconds: number;
}

/** Notes what one viewer is shown of a run, from the snapshot at its coming to its leaving. */
export class Witness {
  #samples: string[] = [];
  readonly #seconds = new Set<number>();

  snapshot(run: Shown | null): void {
    if (!run) return;
    this.#samples = run.samples.map(sampleName);
    this.#onMessage(run.elapsedMs);
  }

  tick({ elapsedMs, samples }: Shown): void {
    this.#samples.push(...samples.map(sampleName));
    this.#onMessage(elapsedMs);
  }

  /** Of what was emitted, in order, it should have been shown the first `due` at least, if it was shown anything. */
  testify(emitted: readonly string[], due = emitted.length): Testimony {
    const places = new Map(emitted.map((name, place) => [name, place]));
    const seen = this.#samples.map((name) => places.get(name) ?? -1);
    const shown = new Set(seen);
    const wanted = this.#seconds.size === 0 ? 0 : Math.max(due, ...seen.map((place) => place + 1));
    const missing = emitted.slice(0, wanted).filter((_, place) => !shown.has(place)).length;
    const disordered = seen.filter((place, index) => index > 0 && place <= (seen[index - 1] ?? -1)).length;
    const heard = [...this.#seconds];
    const seconds = heard.length === 0 ? 0 : Math.max(...heard) - Math.min(...heard) + 1;
    return { samples: seen.length, missing, disordered, seconds, silentSeconds: seconds - heard.length };
  }

  #onMessage(elapsedMs: number): void {
    this.#seconds.add(Math.floor(elapsedMs / 1000));
  }
}

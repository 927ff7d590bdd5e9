import type { Clock } from '../lane/clock.ts';

/** A client may send a pipeline in several pieces: what comes within so many ms of the last needed no reply. */
const quietMs = 5;
/** Of one unit, ms; then for so long: a long chain of single commands takes no time worth speaking of. */
const mostQuietMs = 50;
const quietAfterwardsMs = 1;
const mostBytes = 32 * 1024 * 1024;

/**
 * Replies of a unit that is carried out alone. They are kept back until its program has sent nothing for a while, so
 * that what it sends afterwards is known to have needed them: a trip of its own.
 */
export class KeptReplies {
  readonly #clock: Clock;
  #waiting: (() => void)[] = [];
  #bytes = 0;
  #since = 0;
  #sentAt = -Infinity;
  #patienceMs = mostQuietMs;
  #callOff: (() => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Of a new unit. */
  begin(): void {
    this.#patienceMs = mostQuietMs;
  }

  /** The program has sent something. */
  sent(): void {
    this.#sentAt = this.#clock.now();
  }

  keep(bytes: number, deliver: () => void): void {
    if (this.#waiting.length === 0) this.#since = this.#clock.now();
    this.#waiting.push(deliver);
    this.#bytes += bytes;
    if (this.#bytes > mostBytes) this.handOver();
    else this.#handOverOnceQuiet();
  }

  handOver(): void {
    this.#callOff?.();
    this.#callOff = null;
    if (this.#waiting.length === 0) return;
    this.#bytes = 0;
    this.#patienceMs -= this.#clock.now() - this.#since;
    for (const deliver of this.#waiting.splice(0)) deliver();
  }

  #handOverOnceQuiet(): void {
    const wantedMs = this.#patienceMs > 0 ? quietMs : quietAfterwardsMs;
    const leftMs = this.#sentAt + wantedMs - this.#clock.now();
    if (leftMs <= 0) this.handOver();
    else
      this.#callOff ??= this.#clock.after(leftMs, () => {
        this.#callOff = null;
        this.#handOverOnceQuiet();
      });
  }
}

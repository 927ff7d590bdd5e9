import type { Clock } from '../../../server/engine/lane/clock.ts';

interface Alarm {
  at: number;
  callback: () => void;
}

/** What a turn of the event loop takes, ms. */
const turnMs = 0.25;
/** Between two alarms, so many turns of the microtask queue: what an alarm has begun is over, messages included. */
const turnsBetween = 6;
/** Sockets and timers of the program get their turn after so many alarms. */
const alarmsInARow = 200;

/**
 * Time that passes while somebody waits for it, and then at once: a slice of ten seconds takes as long as the work in
 * it. All lanes of a test share one.
 */
export class VirtualClock implements Clock {
  /** Virtual milliseconds per real one; 0: time stands still. */
  #speed = Infinity;
  #now = 0;
  /** The latest first. */
  readonly #alarms: Alarm[] = [];
  #isRunning = false;
  #sped: () => void = () => undefined;

  get speed(): number {
    return this.#speed;
  }

  set speed(speed: number) {
    this.#speed = speed;
    this.#sped();
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const alarm = { at: this.#now + ms, callback };
    let place = this.#alarms.length;
    while (place > 0 && (this.#alarms[place - 1]?.at ?? 0) <= alarm.at) place--;
    this.#alarms.splice(place, 0, alarm);
    if (!this.#isRunning) void this.#run();
    return () => {
      const index = this.#alarms.indexOf(alarm);
      if (index >= 0) this.#alarms.splice(index, 1);
    };
  }

  soon(callback: () => void, spareMs = 0): void {
    this.after(Math.max(turnMs, spareMs), callback);
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let rung = 0; this.#alarms.length > 0; rung++) {
      if (rung % alarmsInARow === 0) await new Promise(setImmediate);
      for (let turn = 0; turn < turnsBetween; turn++) await Promise.resolve();
      await this.#untilNext();
      const next = this.#alarms.pop();
      if (!next) break;
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#isRunning = false;
  }

  /** Until the next alarm is due, at the speed that there is now. */
  async #untilNext(): Promise<void> {
    let since = performance.now();
    while (this.#speed < Infinity) {
      const waitMs = ((this.#alarms.at(-1)?.at ?? this.#now) - this.#now) / this.#speed;
      if (waitMs < 1) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#sped = resolve;
        if (waitMs < Infinity) timer = setTimeout(resolve, waitMs);
      });
      clearTimeout(timer);
      const next = this.#alarms.at(-1);
      if (!next) return;
      const passed = (performance.now() - since) * Math.min(this.#speed, Number.MAX_VALUE);
      since = performance.now();
      this.#now = Math.min(next.at, this.#now + passed);
      if (this.#now >= next.at) return;
    }
  }
}

import type { Clock } from '../../server/engine/lane/clock.ts';

interface Alarm {
  at: number;
  callback: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now = 0;
  readonly #alarms = new Set<Alarm>();
  /** What one turn of the event loop takes; `soon` waits so long. */
  readonly turnMs: number;

  constructor(turnMs = 0.1) {
    this.turnMs = turnMs;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const alarm = { at: this.#now + ms, callback };
    this.#alarms.add(alarm);
    return () => this.#alarms.delete(alarm);
  }

  soon(callback: () => void): void {
    this.after(this.turnMs, callback);
  }

  /** Lets time pass, ringing every alarm on the way at its moment. */
  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const next = this.#next();
      if (!next || next.at > until) break;
      this.#alarms.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = until;
  }

  #next(): Alarm | undefined {
    let next: Alarm | undefined;
    for (const alarm of this.#alarms) if (!next || alarm.at < next.at) next = alarm;
    return next;
  }
}

import type { RunEvent, Sample } from '../../shared/events.ts';
import { formatDuration, formatShort } from '../../shared/format.ts';

const plainEveryMs = 5000;

export interface ProgressOutput {
  write(text: string): void;
  /** A terminal, on which a line can be written over. */
  isTerminal: boolean;
  columns: number;
}

/** Tells on stderr how far a run is: one line that is written over on a terminal, a plain line now and then elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #latest = new Map<string, Sample>();
  #startedMs = 0;
  #totalMs: number | null = null;
  #toldMs = -Infinity;
  #phase = '';

  constructor(output: ProgressOutput) {
    this.#output = output;
  }

  hear(event: RunEvent): void {
    if (event.type === 'run-started') {
      this.#startedMs = performance.now();
      this.#totalMs = event.totalMs;
    } else if (event.type === 'slice-started')
      this.#phase = `${event.phase === 'warmup' ? 'warming up' : 'measuring'} ${event.lanes.join(', ')}`;
    else if (event.type === 'sample') this.#latest.set(event.sample.lane, event.sample);
    else if (event.type === 'lane-failed') this.#line(`${event.lane} failed: ${event.error.message}`);
    else if (event.type === 'run-finished') this.clear();
    if (event.type === 'slice-started' || event.type === 'sample') this.#tell();
  }

  /** Leaves the terminal's line empty. */
  clear(): void {
    if (this.#output.isTerminal) this.#output.write('\r\x1b[K');
  }

  #tell(): void {
    const now = performance.now();
    if (!this.#output.isTerminal && now - this.#toldMs < plainEveryMs) return;
    this.#toldMs = now;
    const elapsed = now - this.#startedMs;
    const left =
      this.#totalMs === null
        ? ''
        : ` ${Math.min(99, Math.floor((elapsed / this.#totalMs) * 100))} %, ${formatDuration(Math.max(0, this.#totalMs - elapsed))} left`;
    const rates = [...this.#latest.values()].map(
      ({ lane, throughput }) => `${lane} ${formatShort(throughput)}/s`,
    );
    const text = `${this.#phase}${left} · ${rates.join(' · ')}`;
    if (this.#output.isTerminal) this.#output.write(`\r\x1b[K${text.slice(0, this.#output.columns - 1)}`);
    else this.#output.write(`${text}\n`);
  }

  #line(text: string): void {
    this.clear();
    this.#output.write(`${text}\n`);
  }
}

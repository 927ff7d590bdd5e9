import type { RunEvent, Sample } from '../../../shared/contract/run-events.ts';
import { plainTexts } from '../../terminal/plain-text.ts';
import type { Terminal } from './terminal.ts';
import { formatDuration, formatShare, formatShort } from '../../../shared/words/format.ts';

const plainEveryMs = 5000;
const barWidth = 20;
/** Sooner done, and not worth a word. */
const shortFillMs = 500;
/** Before this share of the commands is answered, nobody can say how long the rest takes. */
const leastShareToTell = 0.03;

export interface ProgressOutput {
  write(text: string): void;
  /** A terminal, on which a line can be written over. */
  isTerminal: boolean;
  /** As of now: people resize their terminals. */
  readonly columns: number;
}

/** The terminal's stderr; nothing is written where no progress is wanted. */
export const progressOn = (terminal: Terminal, { progress }: { progress: boolean }): ProgressOutput => ({
  write: progress ? terminal.styled.stderr : () => undefined,
  isTerminal: terminal.stderrIsTerminal,
  get columns() {
    return terminal.columns;
  },
});

interface Done {
  share: number;
  leftMs: number | null;
}

/** Tells on stderr how far a run is: a bar that is written over on a terminal, a plain line now and then elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #latest = new Map<string, Sample>();
  #startedMs = 0;
  #totalMs: number | null = null;
  /** In a run that stops by count: all commands that will be counted, and those that are. */
  #toSend = 0;
  #sent = 0;
  #countingSinceMs: number | null = null;
  #fillingSinceMs: number | null = null;
  #writtenMs = -Infinity;
  #phase = '';
  /** Until which the run lasts; `null`: it ends at its time. */
  #precision: number | null = null;
  #widest: number | null = null;

  constructor(output: ProgressOutput, now = () => performance.now()) {
    this.#output = output;
    this.#now = now;
  }

  /** While the keys that lanes read are written, before the run's first event. */
  fill(keys: number, of: number): void {
    const now = this.#now();
    this.#fillingSinceMs ??= now;
    const done = { share: Math.min(keys / of, 0.99), leftMs: (now - this.#fillingSinceMs) * (of / keys - 1) };
    this.#phase = `writing ${formatShort(of)} keys`;
    if (now - this.#fillingSinceMs >= shortFillMs) this.#write(done);
  }

  onEvent(told: RunEvent): void {
    // A result is not shown here, and may be large.
    const event = told.type === 'run-finished' ? told : plainTexts(told);
    switch (event.type) {
      case 'run-started':
        this.#startedMs = this.#now();
        this.#totalMs = event.totalMs;
        this.#precision = event.plan.schedule.precision ?? null;
        this.#toSend = event.plan.lanes.reduce((sum, { workload }) => sum + (workload.requests ?? 0), 0);
        break;
      case 'tuned':
        this.#totalMs = event.totalMs;
        break;
      case 'slice-started':
        this.#phase = `${event.phase === 'warmup' ? 'warming up' : 'measuring'} ${event.lanes.join(', ')}`;
        if (event.phase === 'counted') this.#countingSinceMs ??= this.#now();
        this.#write();
        break;
      case 'sample':
        this.#latest.set(event.sample.lane, event.sample);
        if (event.sample.phase === 'counted') this.#sent += event.sample.completed + event.sample.failed;
        this.#write();
        break;
      case 'standing':
        this.#widest = event.widest ?? null;
        this.#totalMs = event.totalMs ?? this.#totalMs;
        break;
      case 'lane-failed':
        this.#line(`${event.lane} failed: ${event.error.message}`);
        break;
      case 'run-finished':
        this.clear();
        break;
    }
  }

  /** Leaves the terminal's line empty. */
  clear(): void {
    if (this.#output.isTerminal) this.#output.write('\r\x1b[K');
  }

  #write(done = this.#done(this.#now())): void {
    const now = this.#now();
    if (!this.#output.isTerminal && now - this.#writtenMs < plainEveryMs) return;
    this.#writtenMs = now;
    const rates = [...this.#latest.values()].map(
      ({ lane, throughput }) => `${lane} ${formatShort(throughput)}/s`,
    );
    const text = [...(done ? [describe(done)] : []), this.#phase, ...this.#precise(), ...rates].join(' · ');
    if (!this.#output.isTerminal) this.#output.write(`${text}\n`);
    else {
      const line = done ? `${bar(done.share)} ${text}` : text;
      this.#output.write(`\r\x1b[K${line.slice(0, Math.max(1, this.#output.columns - 1))}`);
    }
  }

  /** How narrow the intervals are, in a run that lasts until they are narrow enough. */
  #precise(): string[] {
    if (this.#precision === null) return [];
    const reached = this.#widest === null ? '' : `within ${formatShare(this.#widest)}, `;
    return [`ratios ${reached}wanted ${formatShare(this.#precision)}`];
  }

  /** `null` while it cannot be known. */
  #done(now: number): Done | null {
    if (this.#totalMs !== null) {
      const elapsed = now - this.#startedMs;
      return { share: Math.min(elapsed / this.#totalMs, 0.99), leftMs: Math.max(0, this.#totalMs - elapsed) };
    }
    if (this.#toSend === 0 || this.#countingSinceMs === null) return null;
    const share = Math.min(this.#sent / this.#toSend, 0.99);
    const leftMs = (now - this.#countingSinceMs) * (1 / share - 1);
    return { share, leftMs: share < leastShareToTell ? null : leftMs };
  }

  #line(text: string): void {
    this.clear();
    this.#output.write(`${text}\n`);
  }
}

const describe = ({ share, leftMs }: Done) =>
  `${String(Math.floor(share * 100)).padStart(2)} %${leftMs === null ? '' : `, ${left(leftMs)}`}`;

const left = (ms: number) =>
  ms < 1000 ? 'almost done' : `${formatDuration(Math.round(ms / 1000) * 1000)} left`;

function bar(share: number): string {
  const full = Math.round(share * barWidth);
  return '█'.repeat(full) + '░'.repeat(barWidth - full);
}

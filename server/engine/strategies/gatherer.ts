import type { Workload } from '../../../shared/contract/workload.ts';
import { workloadSettings } from '../../../shared/settings/workload.ts';
import { systemClock } from '../lane/clock.ts';
import type { CommandArgument, PreparedCommand } from '../workload/prepared-command.ts';

/** What a client library makes a pipeline of. */
export interface Outlet<Queue> {
  open(): Queue;
  /** Queues a command; its arguments are used again for the next one. */
  add(queue: Queue, command: PreparedCommand, args: readonly CommandArgument[]): void;
  /** Sends them as one; resolves with a reply for each, or the Error in its place. Rejects where all failed. */
  send(queue: Queue, count: number): Promise<readonly unknown[]>;
}

interface Limits {
  waitMs: number;
  commands: number;
  bytes: number;
}

export const limitsOf = ({ gatherMs, maxBatch, maxBatchBytes }: Workload): Limits => ({
  waitMs: gatherMs ?? workloadSettings.gatherMs.real.default,
  commands: maxBatch ?? workloadSettings.maxBatch.whole.default,
  bytes: maxBatchBytes ?? workloadSettings.maxBatchBytes.whole.default,
});

/** Timers are that coarse, in ms. */
const timerMs = 1;

/**
 * Collects commands until the first of them has waited long enough, or there are so many, or so many bytes of them, and
 * sends them as one pipeline; it does not wait for the one before. What is left of a wait below 1 ms is spent looking at
 * the clock in each turn of the event loop, which takes the core.
 */
export class Gatherer<Queue> {
  readonly #outlet: Outlet<Queue>;
  readonly #limits: Limits;
  #queue: Queue | null = null;
  #answers: ((reply: unknown) => void)[] = [];
  #bytes = 0;
  #sendAt = 0;
  #willLook = false;

  constructor(outlet: Outlet<Queue>, limits: Limits) {
    this.#outlet = outlet;
    this.#limits = limits;
  }

  /** Whether it takes the core while commands wait for company. */
  get isPolling(): boolean {
    return this.#queue !== null && this.#limits.waitMs < timerMs;
  }

  /** Resolves with the reply, or the Error in its place. */
  add(command: PreparedCommand, args: readonly CommandArgument[]): Promise<unknown> {
    return new Promise((resolve) => {
      if (this.#queue === null) {
        this.#sendAt = systemClock.now() + this.#limits.waitMs;
        if (!this.#willLook) this.#lookAfter(this.#limits.waitMs);
      }
      this.#queue ??= this.#outlet.open();
      this.#outlet.add(this.#queue, command, args);
      this.#bytes += command.name.length;
      for (const arg of args) this.#bytes += arg.length;
      this.#answers.push(resolve);
      if (this.#answers.length >= this.#limits.commands || this.#bytes >= this.#limits.bytes) this.#send();
    });
  }

  #lookAfter(ms: number): void {
    this.#willLook = true;
    if (ms < timerMs) setImmediate(this.#look);
    else setTimeout(this.#look, ms);
  }

  /** One look is ahead at any time: that of a batch which was full before is for the next. */
  readonly #look = () => {
    this.#willLook = false;
    if (this.#queue === null) return;
    const leftMs = this.#sendAt - systemClock.now();
    if (leftMs > 0) this.#lookAfter(leftMs);
    else this.#send();
  };

  #send(): void {
    const [queue, answers] = [this.#queue, this.#answers];
    if (queue === null) return;
    this.#queue = null;
    this.#answers = [];
    this.#bytes = 0;
    this.#outlet.send(queue, answers.length).then(
      (replies) => {
        for (const [at, answer] of answers.entries()) answer(replies[at]);
      },
      (error: unknown) => {
        const reason = error instanceof Error ? error : new Error(String(error));
        for (const answer of answers) answer(reason);
      },
    );
  }
}

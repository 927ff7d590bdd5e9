import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Endpoint } from '../../redis/connection/target.ts';
import { builtFile } from '../../built.ts';

/** What the thread is made with. */
export interface AtomicityProbeOptions {
  endpoint: Endpoint;
  /** Written together, always with one value. */
  keys: readonly string[];
}

interface Looks {
  looks: number;
  /** Those that found different values. */
  halfDone: number;
}

export type FromAtomicityProbe = { type: 'ready' } | ({ type: 'looked' } & Looks);

const entry = builtFile('server/engine/sweep/atomicity-probe-worker.js');

/**
 * Another client, in a thread of its own: what it sees must not depend on when the one that writes has a moment to
 * spare. It reads all keys with one MGET after the other.
 */
export class AtomicityProbe {
  readonly #worker: Worker;

  readonly #failed: Promise<never>;

  private constructor(worker: Worker) {
    this.#worker = worker;
    this.#failed = new Promise((_, reject) => worker.once('error', reject));
    this.#failed.catch(() => undefined);
  }

  /** Resolves when it looks. Rejects when it gets no connection. */
  static async start(options: AtomicityProbeOptions): Promise<AtomicityProbe> {
    const worker = new Worker(entry, { workerData: options, name: 'atomicity probe' });
    const probe = new AtomicityProbe(worker);
    await Promise.race([once(worker, 'message'), probe.#failed]);
    return probe;
  }

  /** Ends it; resolves with what it has seen. Rejects with what broke its connection. */
  async stop(): Promise<Looks> {
    const heard = once(this.#worker, 'message') as Promise<[FromAtomicityProbe]>;
    this.#worker.postMessage('stop');
    heard.catch(() => undefined);
    const [message] = await Promise.race([heard, this.#failed]);
    if (message.type !== 'looked') throw new Error('the atomicity probe said something else');
    return { looks: message.looks, halfDone: message.halfDone };
  }

  /** By force, where nobody wants to know any more. */
  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}

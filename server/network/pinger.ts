import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { explainFailure } from '../redis/connection/target-unusable.ts';
import type { Endpoint } from '../redis/connection/target.ts';
import { median } from '../../shared/statistics/statistics.ts';

const answerWithinMs = 10_000;

/** A bare connection that sends PINGs, so that a round trip holds as little else as can be. */
export class Pinger {
  readonly #endpoint: Endpoint;
  readonly #socket: Socket;
  #reply = '';
  #failure: Error | null = null;
  #waiting: { resolve: () => void; reject: (error: Error) => void } | null = null;

  private constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
    this.#socket = openSocket(endpoint);
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(answerWithinMs);
    this.#socket.on('timeout', () => {
      if (this.#waiting) this.#fail(Object.assign(new Error(), { code: 'ETIMEDOUT' }));
    });
    this.#socket.on('error', (error) => this.#fail(error));
    this.#socket.on('close', () => this.#fail(Object.assign(new Error(), { code: 'ECONNRESET' })));
    this.#socket.on('data', (chunk: Buffer) => this.#onText(chunk.toString('latin1')));
  }

  /** Connects and logs in; close it by `close()`. Rejects with TargetUnusable. */
  static async open(endpoint: Endpoint): Promise<Pinger> {
    const pinger = new Pinger(endpoint);
    try {
      const { username, password } = endpoint;
      if (password !== undefined)
        await pinger.#ask(['AUTH', ...(username === undefined ? [] : [username]), password]);
      // The first takes a connection's set-up with it.
      await pinger.#ask(['PING']);
      return pinger;
    } catch (error) {
      pinger.close();
      throw error;
    }
  }

  /** One round trip, ms. One at a time. Rejects with TargetUnusable, also when nothing comes for 10 s. */
  async ping(): Promise<number> {
    const sentAt = performance.now();
    await this.#ask(['PING']);
    return performance.now() - sentAt;
  }

  close(): void {
    this.#socket.destroy();
  }

  #ask(words: readonly string[]): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      this.#reply = '';
      this.#waiting = { resolve, reject };
      this.#socket.write(encodeCommand(words));
    });
  }

  #onText(text: string): void {
    this.#reply += text;
    if (!this.#reply.endsWith('\r\n')) return;
    const isError = this.#reply.startsWith('-');
    if (!isError && !this.#reply.startsWith('+')) this.#fail(new Error('Protocol error'));
    else if (isError) this.#fail(new Error(this.#reply.slice(1).trim()));
    else {
      const waiting = this.#waiting;
      this.#waiting = null;
      waiting?.resolve();
    }
  }

  #fail(error: Error): void {
    this.#failure ??= explainFailure(error, this.#endpoint);
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
    this.#socket.destroy();
  }
}

function openSocket({ host = 'localhost', port = 6379, path, tls }: Endpoint): Socket {
  const where = path === undefined ? { host, port } : { path };
  return tls === undefined ? connectTcp(where) : connectTls({ ...where, ...tls });
}

const encodeCommand = (words: readonly string[]) =>
  `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

export interface RoundTrip {
  medianMs: number;
  p99Ms: number;
  /** Round trips that were measured. */
  samples: number;
}

type Amount = { samples: number; forMs?: number } | { forMs: number };

/** As `timeRoundTrips`. */
export const measureRoundTrip = async (endpoint: Endpoint, amount: Amount): Promise<RoundTrip> =>
  summariseRoundTrips(await timeRoundTrips(endpoint, amount));

/**
 * Sends PINGs, one at a time, on a connection of its own: as many, or for as long, whichever ends first. The last one
 * starts before that, so there is at least one. Resolves with what each took, ms; rejects with TargetUnusable.
 */
export async function timeRoundTrips(endpoint: Endpoint, amount: Amount): Promise<number[]> {
  const pinger = await Pinger.open(endpoint);
  try {
    const roundTripsMs: number[] = [];
    const until = performance.now() + ('forMs' in amount ? amount.forMs : Infinity);
    const enough = 'samples' in amount ? amount.samples : Infinity;
    do roundTripsMs.push(await pinger.ping());
    while (roundTripsMs.length < enough && performance.now() < until);
    return roundTripsMs;
  } finally {
    pinger.close();
  }
}

/** NaN for no values. */
export function summariseRoundTrips(roundTripsMs: readonly number[]): RoundTrip {
  const sorted = [...roundTripsMs].sort((a, b) => a - b);
  return {
    medianMs: median(sorted),
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN,
    samples: sorted.length,
  };
}

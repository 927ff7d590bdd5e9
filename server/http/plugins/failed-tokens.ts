import { createHash } from 'node:crypto';
import { Refusal } from './errors.ts';

interface FailedTokensOptions {
  /** Milliseconds that only grow. */
  now?: () => number;
  /** Addresses that are remembered; beyond it the one whose last failure is oldest is forgotten. */
  most?: number;
  /** Called when an address has to wait. */
  onPause?: (address: string, seconds: number) => void;
}

interface Tries {
  failed: number;
  lastAt: number;
  /** No other token of this address is looked at before. */
  pausedUntil: number;
  /** Digests of the last wrong tokens. */
  seen: string[];
}

/** Wrong tokens that cost nothing: somebody mistypes, or comes with the token of yesterday. */
const free = 10;
const firstPauseMs = 1000;
const longestPauseMs = 300_000;
const forgottenAfterMs = 900_000;
const seenAtMost = 16;

/**
 * Counts wrong tokens by address, over HTTP and sockets together, and makes an address with many of them wait, twice
 * as long after each. The right token is never asked about here: a class shares its presenter's address. A page that
 * shows the same old token again and again is no guess either.
 */
export class FailedTokens {
  readonly #tries = new Map<string, Tries>();
  readonly #now: () => number;
  readonly #most: number;
  readonly #onPause: (address: string, seconds: number) => void;

  constructor({ now = () => performance.now(), most = 10_000, onPause }: FailedTokensOptions = {}) {
    this.#now = now;
    this.#most = most;
    this.#onPause = onPause ?? (() => undefined);
  }

  /** How many addresses are remembered. */
  get size(): number {
    return this.#tries.size;
  }

  /** A wrong token was shown: the refusal where this address has to wait; `null`: its bearer may watch. */
  refusal(address: string, token: string): Refusal | null {
    const now = this.#now();
    const tries = this.#triesOf(address, now);
    const digest = createHash('sha256').update(token).digest('base64').slice(0, 16);
    if (tries.seen.includes(digest)) return null;
    if (now < tries.pausedUntil) return tooManyTokens(Math.ceil((tries.pausedUntil - now) / 1000));
    tries.failed++;
    tries.lastAt = now;
    tries.seen = [...tries.seen, digest].slice(-seenAtMost);
    // Again at the end: the one that comes first is forgotten first.
    this.#tries.delete(address);
    this.#tries.set(address, tries);
    if (tries.failed < free) return null;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (tries.failed - free));
    tries.pausedUntil = now + pauseMs;
    this.#onPause(address, pauseMs / 1000);
    return null;
  }

  #triesOf(address: string, now: number): Tries {
    const known = this.#tries.get(address);
    if (known && now - known.lastAt < forgottenAfterMs) return known;
    const [oldest] = this.#tries.keys();
    if (!known && this.#tries.size >= this.#most && oldest !== undefined) this.#tries.delete(oldest);
    return { failed: 0, lastAt: now, pausedUntil: 0, seen: [] };
  }
}

const tooManyTokens = (retryAfterSeconds: number): Refusal =>
  new Refusal(429, {
    code: 'too_many_requests',
    message: `Too many wrong tokens came from this address: try again in ${retryAfterSeconds} s, or come without one to watch.`,
    retryAfterSeconds,
  });

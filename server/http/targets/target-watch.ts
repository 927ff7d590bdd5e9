import type { Health } from '../../../shared/contract/http.ts';
import { openAdmin } from '../../redis/connection/connect.ts';
import type { OpenedTarget, Target } from '../../redis/connection/target.ts';

type Seen = Health['targets'];

const freshForMs = 2000;
const answerWithinMs = 1000;

/** Whether the targets answer, asked seldom enough that nobody has to think about how often. */
export class TargetWatch {
  readonly #targets: readonly OpenedTarget[];
  readonly #ping: (target: Target) => Promise<unknown>;
  readonly #now: () => number;
  #seen: Seen;
  #look: Promise<Seen> | null = null;
  #lookedAt = -Infinity;

  constructor(
    targets: readonly OpenedTarget[],
    ping: (target: Target) => Promise<unknown>,
    now: () => number,
  ) {
    // Of a private cluster nobody asks whether it answers: it is started when a run wants it.
    this.#targets = targets.filter(({ target }) => target.description.kind !== 'cluster');
    this.#ping = ping;
    this.#now = now;
    this.#seen = this.#targets.map(({ target }) => ({ id: target.description.id, answers: null }));
  }

  /** As of the last look; asks nobody. */
  lastSeen(): Seen {
    return this.#seen;
  }

  /** Asks every target, unless somebody just did. */
  look(): Promise<Seen> {
    if (this.#look && this.#now() - this.#lookedAt < freshForMs) return this.#look;
    this.#lookedAt = this.#now();
    this.#look = this.#ask();
    return this.#look;
  }

  async #ask(): Promise<Seen> {
    this.#seen = await Promise.all(
      this.#targets.map(async ({ target }) => {
        const answers = await this.#ping(target).then(
          () => true,
          () => false,
        );
        return { id: target.description.id, answers };
      }),
    );
    return this.#seen;
  }
}

/** One PING on a connection of its own. Rejects when the target cannot be used. */
export async function pingTarget(target: Target): Promise<void> {
  const redis = await openAdmin(target, answerWithinMs);
  try {
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}

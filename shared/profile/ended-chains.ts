import type { Exchange } from './exchanges.ts';
import { ByPlace } from './places.ts';

interface Ended extends Pick<Exchange, 'site'> {
  chain: Exchange[];
  repliedMs: number;
}

interface Waiting extends Ended {
  isTaken: boolean;
}

/** Chains of one place in the order of their replies; those before `from` are taken. */
interface Queue {
  waiting: Waiting[];
  from: number;
}

/** Chains whose last reply came in one turn. Each is continued once at most. Adding and taking do not look at all of them. */
export class EndedChains {
  /** In the order of their replies; up to `#replied` these had come when a chain was last taken. */
  readonly #ended: Waiting[] = [];
  #replied = 0;
  readonly #latest: Waiting[] = [];
  readonly #queues = new ByPlace<Queue>();

  add(ended: Ended): void {
    let [from, to] = [this.#replied, this.#ended.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#ended[middle]?.repliedMs ?? 0) > ended.repliedMs) to = middle;
      else from = middle + 1;
    }
    this.#ended.splice(from, 0, { ...ended, isTaken: false });
  }

  /** The chain that an exchange continues, which is the first of its place, or else the one with the latest reply. */
  take({ site, issuedMs }: Pick<Exchange, 'site' | 'issuedMs'>): Exchange[] | null {
    const chosen = this.#ended.length === 1 ? this.#only(issuedMs) : this.#choose(site, issuedMs);
    if (!chosen) return null;
    chosen.isTaken = true;
    return chosen.chain;
  }

  /** Most turns have one reply: no need to sort by place. */
  #only(issuedMs: number): Waiting | undefined {
    return this.#ended.find(({ isTaken, repliedMs }) => !isTaken && repliedMs <= issuedMs);
  }

  #choose(site: Exchange['site'], issuedMs: number): Waiting | undefined {
    for (
      let next = this.#ended[this.#replied];
      next && next.repliedMs <= issuedMs;
      next = this.#ended[this.#replied]
    ) {
      this.#replied++;
      this.#latest.push(next);
      if (next.site) this.#queues.at(next.site, () => ({ waiting: [], from: 0 })).waiting.push(next);
    }
    const queue = this.#queues.find(site, hasNext);
    return queue?.waiting[queue.from] ?? this.#latestFree();
  }

  #latestFree(): Waiting | undefined {
    while (this.#latest.at(-1)?.isTaken === true) this.#latest.pop();
    return this.#latest.at(-1);
  }
}

function hasNext(queue: Queue): boolean {
  while (queue.waiting[queue.from]?.isTaken === true) queue.from++;
  return queue.from < queue.waiting.length;
}

import { fillingsOf } from '../../../shared/plan/fillings.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping } from '../../redis/keys/bookkeeping.ts';
import { fillKeys, refillings, refillKeys, removeByName } from '../resp/fill-keys.ts';
import { usedTypes } from '../workload/prepared-command.ts';
import type { RunJob } from './run-job.ts';

/** More often, nobody needs to know how many keys are written. */
const fillingEveryMs = 100;
/** For fewer keys, a search is fast enough. */
const manyKeys = 100_000;

/** A lane, as far as its keys go. */
export interface KeyedLane {
  plan: LanePlan;
  prefix: string;
}

/** The keys that lanes read: written before the run, those that commands change also before each slice, removed after it. */
export class LaneKeys {
  /** One lane for each set of keys: lanes that only read may share theirs. */
  readonly owners: readonly KeyedLane[];
  readonly #signal: AbortSignal;
  /** How long it took to write those of an owner, ms. */
  readonly #writtenInMs = new Map<string, number>();
  /** Prefixes of lanes that had a slice since their keys were written. */
  readonly #used = new Set<string>();

  constructor(lanes: readonly KeyedLane[], signal: AbortSignal) {
    this.owners = lanes.filter(
      ({ prefix }, index) => lanes.findIndex((lane) => lane.prefix === prefix) === index,
    );
    this.#signal = signal;
  }

  /** How many `write` writes. */
  get filled(): number {
    return this.owners.reduce((sum, { plan }) => sum + filledKeys(plan), 0);
  }

  /** Throws the first error of Redis. */
  async write(target: Bookkeeping, onFilling: RunJob['onFilling']): Promise<void> {
    const all = this.filled;
    let filled = 0;
    let toldMs = performance.now();
    const onFilled = (keys: number) => {
      filled += keys;
      if (performance.now() - toldMs < fillingEveryMs) return;
      toldMs = performance.now();
      onFilling?.(filled, all);
    };
    for (const { plan, prefix } of this.owners) {
      const began = performance.now();
      await fillKeys(target, plan, prefix, this.#signal, onFilled);
      this.#writtenInMs.set(prefix, performance.now() - began);
    }
  }

  /**
   * Before each slice: writes the keys that commands of these lanes have changed. Never rejects: a lane that finds
   * less is not compared, and if the server does not answer, the slice will say so.
   */
  async refill(target: Bookkeeping, lanes: readonly KeyedLane[]): Promise<void> {
    for (const { plan, prefix } of lanes) {
      if (this.#used.has(prefix)) await refillKeys(target, plan, prefix, this.#signal).catch(() => undefined);
      this.#used.add(prefix);
    }
  }

  /** About how long `refill` takes for a lane, ms. */
  refillMs({ plan, prefix }: KeyedLane): number {
    return refillings(plan.workload).length > 0 ? (this.#writtenInMs.get(prefix) ?? 0) : 0;
  }

  /** Removes them by their names if they are many: much faster than a search, which has to find the rest. Never rejects. */
  async remove(target: Bookkeeping): Promise<void> {
    for (const { plan, prefix } of this.owners)
      if (target.endpoint && filledKeys(plan) > manyKeys) {
        const types = fillingsOf(plan.workload).map(({ type }) => type);
        await removeByName(target, plan, prefix, types).catch(() => undefined);
      }
  }

  /** All keys that the lanes may have written, where nobody may search for them. Throws the first error of Redis. */
  async removeByName(target: Bookkeeping, others: readonly KeyedLane[]): Promise<void> {
    for (const { plan, prefix } of [...this.owners, ...others])
      await removeByName(target, plan, prefix, usedTypes(plan.workload), target.removal);
  }
}

const filledKeys = ({ workload }: LanePlan) => fillingsOf(workload).length * workload.keyspace;

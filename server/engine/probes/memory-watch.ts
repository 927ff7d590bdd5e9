import type { LaneMemory, StepMemory } from '../../../shared/contract/recipe.ts';
import { openBookkeeping, type Bookkeeping, type KeyedNode } from '../../redis/keys/bookkeeping.ts';
import { findMasters } from '../../redis/cluster/find-masters.ts';
import { numberIn, readInfo } from '../../redis/info/info.ts';
import type { Target } from '../../redis/connection/target.ts';
import type { SliceHook } from '../lane/turn.ts';

const lookEveryMs = 20;

/** What the server holds for connections, bytes. */
interface Buffers {
  /** Replies not yet sent. */
  output: number;
  /** Everything: what came in, what goes out, and what is known of the connection. */
  all: number;
}

/**
 * Watches what the lanes of a run take of the server's memory, on a connection of its own: keys and memory before
 * and after a lane's slices, and in them what connections hold.
 */
export class MemoryWatch {
  readonly #target: Bookkeeping;
  /** Of the connections that ask, by node. */
  readonly #ownIds: ReadonlyMap<KeyedNode, string>;
  readonly #lanes = new Map<string, LaneMemory>();
  #maxMemoryBytes: number | null = null;
  #canList = true;

  private constructor(target: Bookkeeping, ownIds: ReadonlyMap<KeyedNode, string>) {
    this.#target = target;
    this.#ownIds = ownIds;
  }

  /** Throws TargetUnusable. */
  static async open(target: Target): Promise<MemoryWatch> {
    const opened = await openBookkeeping(await findMasters(target));
    const ownIds = await Promise.all(
      opened.nodes.map(
        async (node) => [node, String(await node.redis.client('ID').catch(() => ''))] as const,
      ),
    );
    return new MemoryWatch(opened, new Map(ownIds));
  }

  /** To stand around the slices of a run. A server that does not answer shows in the run itself. */
  readonly around: SliceHook = async ({ lanes, phase }, carryOut) => {
    const watched = lanes.map((lane) => this.#lane(lane));
    const before = await this.#stock().catch(() => null);
    let goesOn = true;
    const working = carryOut().finally(() => {
      goesOn = false;
    });
    const looks = phase === 'counted' ? this.#lookWhile(() => goesOn) : null;
    await working;
    const largest = await looks;
    const after = await this.#stock().catch(() => null);
    for (const lane of watched) {
      if (largest) {
        lane.outputBufferBytes.push(largest.output);
        lane.connectionBytes.push(largest.all);
        lane.looks += largest.looks;
      }
      if (!before || !after) continue;
      lane.keys = { before: lane.keys?.before ?? before.keys, after: after.keys };
      lane.usedBytes = { before: lane.usedBytes?.before ?? before.usedBytes, after: after.usedBytes };
    }
  };

  figures(): StepMemory {
    return { maxMemoryBytes: this.#maxMemoryBytes, lanes: [...this.#lanes.values()] };
  }

  close(): void {
    this.#target.close();
  }

  #lane(id: string): LaneMemory {
    const lane = this.#lanes.get(id) ?? {
      lane: id,
      keys: null,
      usedBytes: null,
      outputBufferBytes: [],
      connectionBytes: [],
      looks: 0,
    };
    this.#lanes.set(id, lane);
    return lane;
  }

  async #stock(): Promise<{ keys: number; usedBytes: number } | null> {
    const stocks = await Promise.all(
      this.#target.nodes.map(async ({ redis }) => {
        const [keys, info] = await Promise.all([redis.dbsize(), readInfo(redis, 'memory')]);
        return { keys, limit: numberIn(info, 'maxmemory'), used: numberIn(info, 'used_memory') };
      }),
    );
    const sum = (numbers: readonly (number | null)[]) =>
      numbers.reduce((all, one) => (all === null || one === null ? null : all + one), 0);
    this.#maxMemoryBytes = sum(stocks.map(({ limit }) => limit || null));
    const usedBytes = sum(stocks.map(({ used }) => used));
    const keys = stocks.reduce((all, one) => all + one.keys, 0);
    return usedBytes === null ? null : { keys, usedBytes };
  }

  async #lookWhile(goesOn: () => boolean): Promise<(Buffers & { looks: number }) | null> {
    const largest = { output: 0, all: 0, looks: 0 };
    while (goesOn() && this.#canList) {
      const buffers = await this.#buffers();
      if (!buffers) break;
      // A look that was answered after the last reply saw nothing of the slice.
      if (goesOn()) {
        largest.output = Math.max(largest.output, buffers.output);
        largest.all = Math.max(largest.all, buffers.all);
        largest.looks++;
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
    return largest.looks === 0 ? null : largest;
  }

  /** Of all connections but this one; `null` where the server does not list them. */
  async #buffers(): Promise<Buffers | null> {
    try {
      const ofNodes = await Promise.all(
        this.#target.nodes.map(async (node) =>
          buffersIn(String(await node.redis.client('LIST')), this.#ownIds.get(node) ?? ''),
        ),
      );
      return ofNodes.reduce((sum, one) => ({ output: sum.output + one.output, all: sum.all + one.all }));
    } catch {
      this.#canList = false;
      return null;
    }
  }
}

/** Sums over the lines of CLIENT LIST (`id=3 … obl=0 oll=2 omem=40968 tot-mem=61466 …`). */
export function buffersIn(list: string, ownId: string): Buffers {
  const sum: Buffers = { output: 0, all: 0 };
  for (const line of list.trim().split('\n')) {
    const fields = new Map(line.split(' ').map((field) => field.split('=', 2) as [string, string]));
    if (fields.get('id') === ownId) continue;
    // The first 16 KiB of replies are in a buffer that each connection has anyway, of which `obl` are used.
    sum.output += (Number(fields.get('omem')) || 0) + (Number(fields.get('obl')) || 0);
    sum.all += Number(fields.get('tot-mem')) || 0;
  }
  return sum;
}

import { Redis } from 'ioredis';
import { expect } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import {
  MemoryGuard,
  TooLittleMemory,
  type ServerMemory,
} from '../../../server/engine/probes/memory-guard.ts';
import type { Bookkeeping } from '../../../server/redis/keys/bookkeeping.ts';

export const megabyte = 1024 ** 2;
/** A server that evicts is not written to: this one refuses. */
export const unasked: Bookkeeping = {
  endpoint: null,
  nodes: [{ name: 'only', redis: new Redis({ lazyConnect: true }) }],
  replicas: [],
  send: () => Promise.reject(new Error('written to')),
  close: () => undefined,
};
export const ofThreeNodes: Bookkeeping = { ...unasked, nodes: [1, 2, 3].flatMap(() => unasked.nodes) };
export const cache = (freeMegabytes: number): ServerMemory => ({
  usedMemoryBytes: (100 - freeMegabytes) * megabyte,
  maxMemoryBytes: 100 * megabyte,
  evictionPolicy: 'allkeys-lru',
  evictedKeys: 0,
  pingMs: 0.1,
});

/** True where a run of these lanes may start; the message of the refusal if not. */
export async function askOf(
  memory: ServerMemory,
  input: Partial<PlanInput>,
  target = unasked,
): Promise<string | null> {
  const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }], ...input }, 'local');
  const guard = new MemoryGuard(memory, plan);
  const owners = plan.lanes.map((lane) => ({ plan: lane, prefix: 'roundtrip:test:' }));
  return guard.check(target, plan.lanes, owners).then(
    () => null,
    (error: unknown) => {
      expect(error).toBeInstanceOf(TooLittleMemory);
      return (error as Error).message;
    },
  );
}

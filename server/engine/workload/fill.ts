import { filledTypes, type KeyType } from '../../../shared/contract/commands.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';
import type { Bookkeeping, CommandLine } from '../../redis/keys/bookkeeping.ts';
import { KeyNames } from './key-names.ts';
import { makePayloads } from './payloads.ts';
import { elementsPerKey } from './prepared-command.ts';

const mostKeysPerBatch = 500;
const bytesPerBatch = 4_194_304;

/** Writes every key that the lane may read. Stops early when `signal` says so; throws the first error of Redis. */
export async function fillKeys(
  target: Bookkeeping,
  plan: LanePlan,
  prefix: string,
  signal: AbortSignal,
): Promise<void> {
  const { workload } = plan;
  const payloads = makePayloads(workload);
  for (const type of filledTypes(workload.commands)) {
    const names = new KeyNames(prefix, type, workload.keyspace, workload.keyPrefix);
    const keysPerBatch = batchOf(Math.max(...payloads.map((payload) => payload.length)), type);
    for (let first = 0; first < workload.keyspace && !signal.aborted; first += keysPerBatch) {
      const lines: CommandLine[] = [];
      for (let key = first; key < Math.min(first + keysPerBatch, workload.keyspace); key++) {
        const payload = payloads[key % payloads.length] ?? '';
        const name = names.name(key);
        if (type === 'list')
          lines.push(['RPUSH', name, ...Array.from({ length: elementsPerKey }, () => payload)]);
        else if (type === 'hash') lines.push(['HSET', name, 'field:1', payload]);
        else lines.push(['SET', name, payload]);
      }
      await target.send(lines);
    }
  }
}

/** Keys that are written together: a batch is held in memory as a whole. */
const batchOf = (largest: number, type: KeyType) =>
  Math.max(
    1,
    Math.min(
      mostKeysPerBatch,
      Math.floor(bytesPerBatch / (largest * (type === 'list' ? elementsPerKey : 1))),
    ),
  );

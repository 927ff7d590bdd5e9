import { commands, filledTypes, type CommandDescription } from '../../../shared/contract/commands.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';

/**
 * Whose keys each lane uses, by index: its own, or those of an earlier lane where both only read, and read the same.
 * Keys that are written once for all take a fraction of the time and of the memory.
 */
export function keyOwners(lanes: readonly LanePlan[]): number[] {
  const readBy = new Map<string, number>();
  return lanes.map(({ workload }, lane) => {
    if (!onlyReads(workload)) return lane;
    const { keyspace, keyPrefix, hashTag, data, dataSize, dataSizeRange, seed } = workload;
    const types = filledTypes(workload.commands).toSorted();
    const read = JSON.stringify([types, keyspace, keyPrefix, hashTag, data, dataSize, dataSizeRange, seed]);
    const owner = readBy.get(read) ?? lane;
    readBy.set(read, owner);
    return owner;
  });
}

const onlyReads = ({ commands: ids }: LanePlan['workload']): boolean =>
  ids.every((id) => {
    const { filled, changes }: CommandDescription = commands[id];
    return filled && !changes;
  });

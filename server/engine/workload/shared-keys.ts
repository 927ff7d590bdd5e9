import { commands, filledTypes, type CommandDescription } from '../../../shared/contract/commands.ts';
import type { LanePlan } from '../../../shared/contract/plan.ts';

/**
 * The index of the lane whose keys each lane uses: its own, or an earlier one if both only read, and read the same.
 * Keys that are shared are written once, which saves time and memory.
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

import type { Workload } from '../../../shared/contract/workload.ts';
import type { KeyType } from '../../../shared/commands/workload.ts';
import { fillingsOf, onlyFindsKeys } from '../../../shared/plan/fillings.ts';
import { isProgram } from '../../../shared/plan/program-lane.ts';
import type { LanePlan, Plan } from '../../../shared/contract/plan.ts';
import { limits } from '../../../shared/limits.ts';
import { newRunId, runPrefixOf } from '../../redis/keys/run-id.ts';
import type { RunRecord } from '../../redis/keys/run-record.ts';

/** The root of all keys of runs whose plan names no other. */
export const keyRoot = 'roundtrip:';

/** A prefix for lanes of a private server, where nothing is recorded. */
export const newRunPrefix = (): string => runPrefixOf({ root: keyRoot, id: newRunId() });

/** The same for every lane, so that all of them have the same node of a cluster. */
export const hashTag = '{t}';

/** Prefix of the keys of one lane: as long as those of the other lanes, so that all send the same number of bytes. */
export const lanePrefix = (runPrefix: string, laneIndex: number, tag: Workload['hashTag'] = 'none'): string =>
  `${runPrefix}${tag === 'lane' ? hashTag : ''}${String.fromCharCode(97 + laneIndex)}`;

/** Prefix of the keys that a bystander reads: behind the lanes of the largest plan. */
export const bystanderPrefix = (runPrefix: string): string => lanePrefix(runPrefix, limits.lanes.max);

/** A new run of a plan, with every prefix below which it writes keys. */
export function newRunRecord({ prefix: root = keyRoot, lanes, bystander, agents }: Plan): RunRecord {
  const id = newRunId();
  const runPrefix = runPrefixOf({ root, id });
  const owners = keyOwners(lanes);
  const prefixes = lanes.map(({ workload }, index) =>
    lanePrefix(runPrefix, owners[index] ?? index, workload.hashTag),
  );
  return {
    ...{ root, id },
    lanes: [...new Set([...prefixes, ...(bystander ? [bystanderPrefix(runPrefix)] : [])])],
    ...(agents === undefined ? {} : { agents }),
  };
}

const typeLetters: Record<KeyType, string> = {
  string: 's',
  counter: 'c',
  list: 'l',
  set: 'm',
  hash: 'h',
  zset: 'z',
  stream: 'x',
};

/** Largest keyspace whose names are kept ready instead of being put together for each command. */
const tableLimit = 131_072;

/** Strings put together are kept as their parts, and whoever writes them pays for that each time: this one is whole. */
const flat = (text: string) => Buffer.from(text, 'latin1').toString('latin1');

/** Names of the keys of one type in one lane: prefix, type letter, the workload's own text, number with leading zeros. */
export class KeyNames {
  readonly prefix: string;
  /** Digits of the number. */
  readonly width: number;
  readonly #table: string[] | null;

  constructor(prefix: string, type: KeyType | null, keyspace: number, text = '') {
    this.prefix = `${prefix}${type ? typeLetters[type] : 'k'}${text}`;
    this.width = Math.max(5, String(keyspace - 1).length);
    this.#table =
      keyspace <= tableLimit
        ? Array.from({ length: keyspace }, (_, index) => flat(this.#build(index)))
        : null;
  }

  /** The name of key number `index`, 0 ≤ index < keyspace. */
  name(index: number): string {
    return this.#table?.[index] ?? this.#build(index);
  }

  #build(index: number): string {
    return this.prefix + String(index).padStart(this.width, '0');
  }
}

/**
 * The index of the lane whose keys each lane uses: its own, or an earlier one if both only read, and read the same.
 * Keys that are shared are written once, which saves time and memory.
 */
export function keyOwners(lanes: readonly LanePlan[]): number[] {
  const readBy = new Map<string, number>();
  return lanes.map(({ workload, ...own }, lane) => {
    if (isProgram(own) || !onlyReads(workload)) return lane;
    const { keyspace, keyPrefix, hashTag, data, dataSize, dataSizeRange, seed } = workload;
    const fillings = fillingsOf(workload).toSorted((a, b) => String(a.type).localeCompare(String(b.type)));
    const read = JSON.stringify([
      fillings,
      keyspace,
      keyPrefix,
      hashTag,
      data,
      dataSize,
      dataSizeRange,
      seed,
    ]);
    const owner = readBy.get(read) ?? lane;
    readBy.set(read, owner);
    return owner;
  });
}

const onlyReads = (workload: LanePlan['workload']): boolean =>
  (workload.writesPerSecond ?? 0) === 0 && onlyFindsKeys(workload);

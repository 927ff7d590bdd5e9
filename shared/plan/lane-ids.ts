import { laneSuffix, type SuffixedLane } from './lane-suffix.ts';

interface NamedLane extends SuffixedLane {
  id?: string | undefined;
  strategy: string;
}

/**
 * The id of each lane of a plan: its own, or one made of its strategy, of a client library that is not the default and
 * of its own server, with `-2` behind it where that is taken. Ids that a plan gives go before.
 */
export function laneIds(lanes: readonly NamedLane[]): string[] {
  const taken = new Set(lanes.flatMap(({ id }) => id ?? []));
  return lanes.map((lane) => lane.id ?? freeId(laneIdOf(lane.strategy, laneSuffix(lane)), taken));
}

/** The id of a lane that no other takes away: `pipeline-valkey-server-io-threads-4`. */
export const laneIdOf = (strategy: string, suffix: readonly string[]): string =>
  [strategy, ...suffix]
    .join('-')
    .toLowerCase()
    .replaceAll(' ', '-')
    .replace(/[^a-z0-9-]+/g, '') || 'lane';

function freeId(base: string, taken: Set<string>): string {
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

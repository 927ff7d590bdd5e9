/**
 * The id of each lane of a plan: its own, or one made of its strategy, with `-2` behind it where that is taken. Ids
 * that a plan gives go before.
 */
export function laneIds(lanes: readonly { id?: string | undefined; strategy: string }[]): string[] {
  const taken = new Set(lanes.flatMap(({ id }) => id ?? []));
  return lanes.map(({ id, strategy }) => id ?? freeId(strategy, taken));
}

function freeId(strategy: string, taken: Set<string>): string {
  const base = strategy.toLowerCase().replace(/[^a-z0-9-]+/g, '') || 'lane';
  let id = base;
  for (let n = 2; taken.has(id); n++) id = `${base}-${n}`;
  taken.add(id);
  return id;
}

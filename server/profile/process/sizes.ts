/** Beyond so many elements, their bytes are taken for as many as those before have. */
const mostLooked = 200;

/** How many values there are in what a command takes or gives, and their bytes. `others`: values that are not here. */
export function sizeOf(value: unknown, others = 0): [count: number, bytes: number] {
  const values = elementsOf(value);
  const looked = values.slice(0, mostLooked);
  const bytes = looked.reduce<number>((sum, one) => sum + bytesOf(one), 0);
  return [
    values.length + others,
    looked.length === 0 ? 0 : Math.round((bytes * values.length) / looked.length),
  ];
}

function elementsOf(value: unknown): readonly unknown[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value;
  if (Buffer.isBuffer(value) || typeof value !== 'object') return [value];
  if (value instanceof Map || value instanceof Set) return [...value.values()];
  return Object.values(value);
}

/** A nested value counts as nothing: it is none that a replay writes. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value.length;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value).length : 0;
}

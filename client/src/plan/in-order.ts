/** The fields of a document, the same whatever order they were written in. */
export const inOrder = (fields: object): [string, unknown][] =>
  Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));

/** The same document with the fields of each of its parts in order; lists stay as they are. */
export function sorted<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(sorted) as Part;
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(inOrder(part).map(([name, value]) => [name, sorted(value)])) as Part;
}

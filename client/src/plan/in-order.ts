/** The same document with the fields of each of its parts in order; lists stay as they are. */
export function sorted<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(sorted) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const fields = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, value]) => [name, sorted(value)])) as Part;
}

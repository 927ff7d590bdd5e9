/** Fields of an INFO answer by name. A field that stands twice keeps its last value. */
export function parseInfo(text: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0 && !line.startsWith('#')) fields.set(line.slice(0, colon), line.slice(colon + 1).trimEnd());
  }
  return fields;
}

/** The first of these fields that is there and a number; else null. */
export function numberIn(fields: ReadonlyMap<string, string>, ...names: string[]): number | null {
  for (const name of names) {
    const text = fields.get(name);
    if (text !== undefined && text !== '' && Number.isFinite(Number(text))) return Number(text);
  }
  return null;
}

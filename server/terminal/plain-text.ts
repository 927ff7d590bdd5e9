/**
 * Control characters of C0 (but tab and line feed) and C1, DEL, and marks that turn the direction of text: a terminal
 * obeys them, and a reader does not see them.
 */
const controls = /(?![\t\n])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of others (a server, a file, a plan) without what would control a terminal. */
export const plainText = (text: string): string => text.replace(controls, '');

/** A document of plain JSON with each text of it, names of fields included, made plain. */
export function plainTexts<T>(document: T): T;
export function plainTexts(document: unknown): unknown {
  if (typeof document === 'string') return plainText(document);
  if (Array.isArray(document)) return document.map((item: unknown) => plainTexts(item));
  if (typeof document !== 'object' || document === null) return document;
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [plainText(name), plainTexts<unknown>(value)]),
  );
}

/** A document as JSON, where such characters are escaped: read again, it is the same. */
export const plainJson = (document: unknown, indent?: number): string =>
  JSON.stringify(document, null, indent).replace(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Called with the stack of an error that viewers are sent without it. */
export type OnStack = (stack: string) => void;

/**
 * The same document without the `stack` of any error in it: that is for the log of the one who runs the server, not for
 * viewers. What is no plain object or array stays as it is.
 */
export function withoutStacks<Document>(document: Document, onStack?: OnStack): Document {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (!isPlain(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]: [string, unknown]) => {
        if (name !== 'stack' || typeof part !== 'string') return [name, strip(part)];
        onStack?.(part);
        return [name, null];
      }),
    );
  };
  return strip(document) as Document;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

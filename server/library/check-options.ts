/** A program without types may give anything. Throws TypeError. */
export function checkOptions(called: string, options: object, known: readonly string[]): void {
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new TypeError(`${called}: there is no option ${unknown.join(', ')}; known are ${known.join(', ')}`);
}

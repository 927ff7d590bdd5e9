/** What each file of a folder exports, by the name of the file. */
export const byFile = <T>(found: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(found).map(([path, value]) => [path.replace(/^.*\/|\.ts$/g, ''), value]));

/** The text of a single file that holds written units; `null`: it is another kind of file. */
export async function writtenIn(files: readonly File[]): Promise<string | null> {
  const [file, ...others] = files;
  if (!file || others.length > 0) return null;
  const text = await file.text();
  return isWritten(text) ? text : null;
}

/** A result has a schema, and lanes; what is wrong with units is told where they are edited. */
function isWritten(text: string): boolean {
  try {
    const found: unknown = JSON.parse(text);
    return typeof found === 'object' && found !== null && 'units' in found && !('schema' in found);
  } catch {
    return false;
  }
}

/** Offers a document to the reader as a file. */
export function saveJson(document_: unknown, fileName: string): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

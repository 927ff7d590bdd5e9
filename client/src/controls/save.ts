export const saveJson = (document_: unknown, fileName: string): void =>
  saveBlob(new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }), fileName);

export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the blob after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

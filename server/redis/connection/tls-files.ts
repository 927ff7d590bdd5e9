import { readTextFile } from './read-text-file.ts';
import type { Endpoint } from './target.ts';

/** Paths of PEM files: who is trusted (`ca`), and who we are where the server asks for it (`cert` with its `key`). */
export interface TlsFiles {
  ca?: string;
  cert?: string;
  key?: string;
}

export const tlsFileNames = ['ca', 'cert', 'key'] as const;

/** What is in the files. Throws what `refuse` makes of the reason, which names the file. */
export function readTlsFiles(
  files: TlsFiles,
  refuse: (reason: string) => Error,
): NonNullable<Endpoint['tls']> {
  if ((files.cert === undefined) !== (files.key === undefined))
    throw refuse('A certificate (cert) and its key are given together or not at all.');
  const tls: NonNullable<Endpoint['tls']> = {};
  for (const name of tlsFileNames) {
    const file = files[name];
    if (file !== undefined) tls[name] = readPem(name, file, refuse);
  }
  return tls;
}

function readPem(name: string, file: string, refuse: (reason: string) => Error): string {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
    throw refuse(`The file of ${name}, ${file}, cannot be read (${code}).`);
  }
  if (!text.includes('-----BEGIN')) throw refuse(`The file of ${name}, ${file}, is not in PEM format.`);
  return text;
}

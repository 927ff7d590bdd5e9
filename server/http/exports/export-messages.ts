import type { ErrorDetails } from '../../../shared/contract/http.ts';
import type { ExportedFile } from './export-file.ts';

/** What comes out of the thread of an export. */
export type FromExport =
  | { type: 'done'; bytes: Uint8Array; headers: ExportedFile['headers'] }
  | { type: 'refused'; status: number; details: ErrorDetails }
  | { type: 'failed'; stack: string };

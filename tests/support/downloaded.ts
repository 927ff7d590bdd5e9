import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download } from 'playwright-core';
import { temporaryFolder } from './temporary-folder.ts';

/** What was downloaded. The browser is another process's: its own copy cannot be read. */
export async function downloaded(download: Download): Promise<Buffer> {
  const file = join(temporaryFolder(), 'download');
  await download.saveAs(file);
  return readFileSync(file);
}

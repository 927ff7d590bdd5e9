import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import Libsql from 'libsql';
import type { EntryKind } from '../../shared/contract/enums.ts';
import { migrations } from '../../server/history/migrations.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What the first form of the file kept: documents of schema 1, whose findings were sentences. */
export const oldDocuments = {
  run: { schema: 1, id: 'old-run', lanes: [], warnings: ['it rained'] },
  lesson: { kind: 'recipe', schema: 1, recipe: 'rtt', title: 'Round trips', reading: ['It pays.'] },
  search: { schema: 1, points: [], sentences: ['Send 16 at a time.'], warnings: [] },
} satisfies Partial<Record<EntryKind, object>>;

/** A history as that form had it: entries `old-run`, `old-lesson` and `old-search`. */
export function makeOldHistory(): string {
  const file = join(temporaryFolder(), 'history.sqlite');
  const database = new Libsql(file);
  database.exec(`${migrations[0]}; PRAGMA user_version = 1; PRAGMA application_id = 0x52547270`);
  for (const [kind, document] of Object.entries(oldDocuments)) {
    const packed = gzipSync(JSON.stringify(document));
    const at = '2025-01-01T00:00:00.000Z';
    const about = kind === 'lesson' ? 'rtt' : 'embedded';
    database
      .prepare("INSERT INTO entries VALUES (?, ?, NULL, '[]', ?, ?, 'completed', ?, ?, '[]', ?, ?, ?)")
      .run(`old-${kind}`, kind, at, at, about, `Old ${kind}`, packed.length, kind, kind);
    database.prepare('INSERT INTO contents VALUES (?, ?, NULL)').run(`old-${kind}`, packed);
  }
  database.close();
  return file;
}

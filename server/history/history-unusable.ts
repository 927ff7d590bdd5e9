import { messageOf } from '../../shared/words/message-of.ts';

/** The history cannot be opened, read or written. The message says which file, why, and what would help. */
export class HistoryUnusable extends Error {
  override readonly name = 'HistoryUnusable';
  /** The same for those who need not know where it lies. */
  readonly withoutPlace: string;

  constructor(file: string, words: string, options?: ErrorOptions) {
    super(`${file} ${words}`, options);
    this.withoutPlace = `The history ${words}`;
  }
}

/** What SQLite or the system said, as a reader of the terminal needs it. Anything else is given back as it is. */
export function asUnusable(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = meanings.find(({ codes }) => codes.test(code) || codes.test(messageOf(error)));
  return known ? new HistoryUnusable(file, known.words, { cause: error }) : error;
}

const meanings: readonly { codes: RegExp; words: string }[] = [
  {
    codes: /^SQLITE_NOTADB/,
    words: 'is not a history of Roundtrip, or is damaged: move it away, and a new one is begun.',
  },
  // A column that is gone was not taken away by this program: its row in the schema is damaged.
  {
    codes: /^SQLITE_CORRUPT|^no such (column|table)/,
    words: 'is damaged: move it away, and a new one is begun.',
  },
  {
    codes: /^SQLITE_FULL|^ENOSPC|^EDQUOT|^SQLITE_IOERR_WRITE/,
    words: 'cannot grow: the disk is full, or what is to be kept is too large.',
  },
  {
    codes: /^SQLITE_READONLY|^SQLITE_PERM|^EROFS|^EACCES|^EPERM/,
    words: 'cannot be written to: this user may only read there, or not even that.',
  },
  { codes: /^SQLITE_BUSY|^SQLITE_LOCKED/, words: 'is held by another program for too long.' },
  {
    // libsql tells the reason for not opening a file by SQLite's number alone: 14 is SQLITE_CANTOPEN.
    codes: /^SQLITE_CANTOPEN|^ENOENT|^ENOTDIR|^EISDIR|^EEXIST|Unable to open connection.*: 14/,
    words: 'cannot be opened or made: it must be a file, in a folder that this user may write to.',
  },
  { codes: /^SQLITE_IOERR/, words: 'cannot be read or written: the disk reports an error.' },
  {
    codes: /^MODULE_NOT_FOUND|^ERR_DLOPEN_FAILED/,
    words: 'cannot be opened: the package libsql has no build for this platform.',
  },
];

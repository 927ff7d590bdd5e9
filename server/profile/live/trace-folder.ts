import { readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { withRegularFile } from '../source-file.ts';

/** Also the longest line that is read. */
const pieceBytes = 262_144;
const piecesOfLook = 4;
const mostFiles = 256;

export interface TracePiece {
  file: string;
  /** Whole lines. */
  text: string;
}

interface Followed {
  offset: number;
  /** Within a line that is longer than a piece. */
  isSkipping: boolean;
}

/** Reads the traces of a program’s processes while they write them. */
export class TraceFolder {
  readonly #folder: string;
  readonly #files = new Map<string, Followed>();
  readonly #buffer = Buffer.allocUnsafe(pieceBytes);
  #turn = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lines that have become whole since, at most 1 MiB of them. The rest comes with the next looks; files take turns. */
  look(): TracePiece[] {
    const names = readdirSync(this.#folder)
      .filter((name) => name.endsWith('.jsonl'))
      .slice(0, mostFiles);
    const pieces: TracePiece[] = [];
    for (let quiet = 0; quiet < names.length && pieces.length < piecesOfLook;) {
      const file = names[this.#turn++ % names.length] ?? '';
      const text = this.#next(file);
      if (text === null) quiet++;
      else {
        quiet = 0;
        pieces.push({ file, text });
      }
    }
    return pieces;
  }

  /** `null`: no line has become whole. */
  #next(file: string): string | null {
    const followed = this.#files.get(file) ?? { offset: 0, isSkipping: false };
    this.#files.set(file, followed);
    const read = this.#read(file, followed.offset);
    // What is left is read again, once it is whole.
    const end = read.lastIndexOf(0x0a) + 1;
    if (end === 0 && read.length < pieceBytes) return null;
    const start = followed.isSkipping && end > 0 ? read.indexOf(0x0a) + 1 : 0;
    followed.offset += end === 0 ? read.length : end;
    followed.isSkipping = end === 0;
    return read.toString('utf8', start, end);
  }

  /** Empty for what cannot be read: a program puts there what it likes. */
  #read(file: string, offset: number): Buffer {
    try {
      return withRegularFile(join(this.#folder, file), (descriptor) =>
        this.#buffer.subarray(0, readSync(descriptor, this.#buffer, 0, pieceBytes, offset)),
      );
    } catch {
      return this.#buffer.subarray(0, 0);
    }
  }
}

const lineFeed = 10;
const star = 42;
/** Of an argument, bytes: a key is no longer as a rule, and of a value nobody wants to know. */
const mostKept = 512;

/** Reads what a client writes, in pieces of any size, and gives each command in its words; long ones are cut. */
export class CommandReader {
  readonly #onCommand: (words: string[]) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(onCommand: (words: string[]) => void) {
    this.#onCommand = onCommand;
  }

  read(piece: Buffer): void {
    let bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    for (;;) {
      const command = commandIn(bytes);
      if (command === null) break;
      bytes = bytes.subarray(command.end);
      if (command.words.length > 0) this.#onCommand(command.words);
    }
    this.#rest = Buffer.from(bytes);
  }
}

/** The first command; `null`: it has not come whole. */
function commandIn(bytes: Buffer): { words: string[]; end: number } | null {
  const lineEnd = bytes.indexOf(lineFeed);
  if (lineEnd < 0) return null;
  const line = bytes.toString('latin1', 0, lineEnd).trimEnd();
  // As typed by a person: an inline command.
  if (bytes[0] !== star) return { words: line.split(/\s+/).filter((word) => word !== ''), end: lineEnd + 1 };
  const words: string[] = [];
  let at = lineEnd + 1;
  for (let left = Number(line.slice(1)); left > 0; left--) {
    const end = bytes.indexOf(lineFeed, at);
    if (end < 0) return null;
    const length = Number(bytes.toString('latin1', at + 1, end));
    const from = end + 1;
    if (!Number.isInteger(length) || bytes.length < from + length + 2) return null;
    words.push(bytes.toString('utf8', from, from + Math.min(length, mostKept)));
    at = from + length + 2;
  }
  return { words, end: at };
}

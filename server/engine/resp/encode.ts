import type { Template } from '../workload/command-source.ts';
import type { CommandArgument } from '../workload/prepared-command.ts';

/** A command in RESP, as a client sends it: an array of bulk strings. */
export function encodeCommand(name: string, args: readonly CommandArgument[]): Buffer {
  const parts: Buffer[] = [Buffer.from(`*${args.length + 1}\r\n`)];
  for (const argument of [name, ...args]) {
    const bytes = Buffer.from(argument);
    parts.push(Buffer.from(`$${bytes.length}\r\n`), bytes, Buffer.from('\r\n'));
  }
  return Buffer.concat(parts);
}

/**
 * A batch of one command that is encoded ahead, as often as it is sent at once; only the digits of the keys are
 * written anew (as redis-benchmark does with its __rand_int__).
 */
export class EncodedBatch {
  readonly #bytes: Buffer;
  readonly #commandLength: number;
  readonly #digitsAt: number;
  readonly #digits: number;

  constructor(template: Template, size: number) {
    const { command, args, keyArgument, names } = template;
    const encoded = encodeCommand(command.name, args);
    const keyAt =
      encodeCommand(command.name, args.slice(0, keyArgument)).length - headerDifference(args, keyArgument);
    const keyLength = names.prefix.length + names.width;
    this.#digitsAt = keyAt + `$${keyLength}\r\n`.length + names.prefix.length;
    this.#digits = names.width;
    this.#commandLength = encoded.length;
    this.#bytes = Buffer.alloc(encoded.length * size, encoded);
  }

  /** Writes the key of command `index`. */
  setKey(index: number, key: number): void {
    const first = index * this.#commandLength + this.#digitsAt;
    let rest = key;
    for (let at = first + this.#digits - 1; at >= first; at--) {
      const tenth = Math.floor(rest / 10);
      this.#bytes[at] = 48 + rest - tenth * 10;
      rest = tenth;
    }
  }

  /** The first `size` commands. The bytes are used again: send them before the next `setKey`. */
  take(size: number): Buffer {
    return this.#bytes.subarray(0, size * this.#commandLength);
  }
}

/** How much longer the array's header is when all arguments are counted in it. */
const headerDifference = (args: readonly CommandArgument[], upTo: number) =>
  `*${upTo + 1}\r\n`.length - `*${args.length + 1}\r\n`.length;

import { TokenReader } from './tokens.ts';

const inArguments = -1;
/** Of a unit that lasts as long as the program. */
const mostTokens = 100_000;

/** Of one unit, where each token was seen: in the reply to which command, or in arguments. Holds hashes alone. */
export class Origins {
  readonly #reader: TokenReader;
  /** Where a token was seen first: the id of a command in whose reply, or `inArguments`. */
  readonly #tokens = new Map<number, number>();
  /** Short ones, where they were seen last. */
  readonly #short = new Map<number, number>();

  constructor(salt: number) {
    this.#reader = new TokenReader(salt);
  }

  /** What is known before a reply is. */
  note(value: unknown): void {
    this.#reader.read(value, (hash, isLong) => {
      if (!isLong) this.#short.delete(hash);
      else this.#add(hash, inArguments);
    });
  }

  /** In whose replies tokens of the arguments were seen first, and, of short tokens, perhaps. Notes the arguments. */
  ofArguments(args: readonly unknown[]): { deps: number[]; maybe: number[] } {
    const deps: number[] = [];
    const maybe: number[] = [];
    for (const [place, arg] of args.entries())
      this.#reader.read(arg, (hash, isLong, isPrefix) => {
        if (isPrefix || (!isLong && place > 1)) return;
        const from = (isLong ? this.#tokens : this.#short).get(hash);
        const into = isLong ? deps : maybe;
        if (from !== undefined && from !== inArguments && !into.includes(from)) into.push(from);
      });
    for (const arg of args) this.note(arg);
    return { deps, maybe };
  }

  /** A reply to a command, or a part of it. Returns whether all of it was read. */
  reply(id: number, value: unknown): boolean {
    return this.#reader.read(value, (hash, isLong) => {
      if (isLong) this.#add(hash, id);
      else this.#short.set(hash, id);
    });
  }

  forgetWhereFull(): void {
    for (const seen of [this.#tokens, this.#short]) if (seen.size >= mostTokens) seen.clear();
  }

  forget(): void {
    this.#tokens.clear();
    this.#short.clear();
  }

  #add(hash: number, from: number): void {
    if (!this.#tokens.has(hash) && this.#tokens.size < mostTokens) this.#tokens.set(hash, from);
  }
}

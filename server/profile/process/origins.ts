import type { TracedCommandLine } from '../../../shared/contract/profile-trace.ts';
import { onlyReads } from '../../../shared/plan/check/only-reads.ts';
import { TokenReader } from './tokens.ts';

const inArguments = -1;
/** Of a unit that lasts as long as the program. */
const mostTokens = 100_000;

/** Writes that answer with a count or a sum, also where it comes as a text. */
const counting = /INCR|DECR|PUSH|STORE|^(?:APPEND|LINSERT|SETRANGE)$/;

/** The origin of each token of one unit: the reply to a command, or arguments. It holds hashes alone. */
export class Origins {
  readonly #reader: TokenReader;
  /** The id of a command in whose reply a token was seen first, or `inArguments`. */
  readonly #tokens = new Map<number, number>();

  constructor(salt: number) {
    this.#reader = new TokenReader(salt);
  }

  /** Notes what is known before a reply is. */
  note(value: unknown): void {
    this.#reader.read(value, (hash, isLong) => {
      if (isLong) this.#add(hash, inArguments);
    });
  }

  /** The commands in whose replies tokens of the arguments were seen first. A short token may be there by chance. */
  ofArguments(args: readonly unknown[]): number[] {
    const deps: number[] = [];
    this.#reader.read(args, (hash, isLong, isPrefix) => {
      const from = isPrefix || !isLong ? undefined : this.#tokens.get(hash);
      if (from !== undefined && from !== inArguments && !deps.includes(from)) deps.push(from);
    });
    this.note(args);
    return deps;
  }

  /** A reply to a command, or a part of it. What a write counts is no id. Returns whether all of it was read. */
  reply({ id, n }: Pick<TracedCommandLine, 'id' | 'n'>, value: unknown): boolean {
    if (!onlyReads(n) && (typeof value === 'number' || typeof value === 'bigint' || counting.test(n)))
      return true;
    return this.#reader.read(value, (hash, isLong) => {
      if (isLong) this.#add(hash, id);
    });
  }

  forgetWhereFull(): void {
    if (this.#tokens.size >= mostTokens) this.#tokens.clear();
  }

  forget(): void {
    this.#tokens.clear();
  }

  #add(hash: number, from: number): void {
    if (!this.#tokens.has(hash) && this.#tokens.size < mostTokens) this.#tokens.set(hash, from);
  }
}

import type { TracedCommandLine } from '../../../shared/contract/profile-trace.ts';
import { onlyReads } from '../../../shared/commands/redis.ts';
import { answersCount } from '../../../shared/commands/replies.ts';
import { TokenReader } from './tokens.ts';

const inArguments = -1;
/** The most tokens that are kept, of a unit as long as the program or of all open units together. */
const mostTokens = 100_000;

/** The number of tokens that may still be kept, counted over all that share it. */
export class TokenRoom {
  left = mostTokens;
}

/** The origin of each token of one unit: the reply to a command, or arguments. It holds hashes alone. */
export class Origins {
  readonly #reader: TokenReader;
  /** The id of a command in whose reply a token was seen first, or `inArguments`. */
  readonly #tokens = new Map<number, number>();

  readonly #room: TokenRoom;

  constructor(salt: number, room = new TokenRoom()) {
    this.#reader = new TokenReader(salt);
    this.#room = room;
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

  /** A reply to a command, or a part of it. What a write counts is no id. Returns whether all of it was read and kept. */
  reply({ id, n }: Pick<TracedCommandLine, 'id' | 'n'>, value: unknown): boolean {
    if (!onlyReads(n) && (typeof value === 'number' || typeof value === 'bigint' || answersCount(n)))
      return true;
    const isRead = this.#reader.read(value, (hash, isLong) => {
      if (isLong) this.#add(hash, id);
    });
    return isRead && this.#room.left > 0;
  }

  forgetWhereFull(): void {
    if (this.#room.left <= 0) this.forget();
  }

  forget(): void {
    this.#room.left += this.#tokens.size;
    this.#tokens.clear();
  }

  #add(hash: number, from: number): void {
    if (this.#room.left <= 0 || this.#tokens.has(hash)) return;
    this.#tokens.set(hash, from);
    this.#room.left--;
  }
}

import { randomBytes } from 'node:crypto';
import { guessesOfOneViewer, limits } from '../../../../shared/limits.ts';
import { Refusal } from '../../plugins/errors.ts';

interface Own<Value> {
  value: Value;
  /** How often its viewer has sent one. */
  times: number;
}

/** What a gathering is of: refusals name both. */
interface Subject {
  one: 'guess' | 'vote';
  about: 'lesson' | 'setting';
}

/** One value of each viewer, a guess or a vote, until it is cleared. */
export class Gathering<Value> {
  readonly round = randomBytes(6).toString('hex');
  readonly #subject: Subject;
  /** By viewer, the first to send one comes first. */
  readonly #own = new Map<string, Own<Value>>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  get size(): number {
    return this.#own.size;
  }

  get values(): Value[] {
    return [...this.#own.values()].map(({ value }) => value);
  }

  of(viewer: string): Value | undefined {
    return this.#own.get(viewer)?.value;
  }

  /**
   * Replaces the value of this viewer. Throws a Refusal after too many changes, and where too many others have sent one.
   * `isHere`: the oldest value of a viewer who has left makes room.
   */
  put(viewer: string, value: Value, isHere: (viewer: string) => boolean): void {
    const { one, about } = this.#subject;
    const times = (this.#own.get(viewer)?.times ?? 0) + 1;
    if (times > guessesOfOneViewer)
      throw this.#tooMany(`A ${one} can be changed ${guessesOfOneViewer - 1} times: the last one stands.`);
    if (times === 1 && this.#own.size >= limits.guesses.max) {
      const left = [...this.#own.keys()].find((other) => !isHere(other));
      if (left === undefined)
        throw this.#tooMany(
          `No more than ${limits.guesses.max} ${one === 'guess' ? 'guesses' : 'votes'} are gathered for a ${about}.`,
        );
      this.#own.delete(left);
    }
    this.#own.set(viewer, { value, times });
  }

  /** Returns whether this viewer had sent one. */
  remove(viewer: string): boolean {
    return this.#own.delete(viewer);
  }

  #tooMany(message: string): Refusal {
    const code = this.#subject.one === 'guess' ? 'too_many_guesses' : 'too_many_votes';
    return new Refusal(409, { code, message });
  }
}

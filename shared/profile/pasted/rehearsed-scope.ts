import type { RehearsedValue, Variables } from './rehearsed-values.ts';

/** The variables of a function that is followed. */
export class RehearsedScope implements Variables {
  readonly #own = new Map<string, RehearsedValue>();
  readonly #outer: Variables | null;

  constructor(outer: Variables | null) {
    this.#outer = outer;
  }

  readonly get = (name: string): RehearsedValue | undefined => this.#own.get(name) ?? this.#outer?.get(name);

  readonly declare = (name: string, value: RehearsedValue): void => {
    this.#own.set(name, value);
  };

  readonly assign = (name: string, value: RehearsedValue): void => {
    if (this.#own.has(name) || !this.#outer?.get(name)) this.#own.set(name, value);
    else this.#outer.assign(name, value);
  };
}

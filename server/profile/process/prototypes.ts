export type Method = (this: object, ...args: unknown[]) => unknown;
export type Prototype = Record<string, Method | undefined>;

/** Whether a class itself has all of these methods, rather than the class that it extends. */
export const hasOwnMethods = (prototype: Prototype, ...names: string[]): boolean =>
  names.every((name) => Object.hasOwn(prototype, name) && typeof prototype[name] === 'function');

/** Does something beside a method, which never fails for it. */
export function before(prototype: Prototype, name: string, act: Method): void {
  const usual = prototype[name];
  if (typeof usual !== 'function') return;
  prototype[name] = function (this: object, ...args: unknown[]) {
    try {
      act.apply(this, args);
    } catch {
      // The program comes first.
    }
    return usual.apply(this, args);
  };
}

/** Connections and batches as numbers. */
class Numbers {
  readonly #known = new WeakMap<object, number>();
  #last = 0;

  of(thing: object): number {
    const known = this.#known.get(thing);
    if (known !== undefined) return known;
    this.#known.set(thing, ++this.#last);
    return this.#last;
  }
}

export const connections = new Numbers();
export const batches = new Numbers();

import { guarded } from './never-throws.ts';
import { ownData, prototypesOf } from './own-data.ts';

const call = Reflect.apply;

export type Method = (this: object, ...args: unknown[]) => unknown;
export type Prototype = Record<string, Method | undefined>;

/** Whether a class itself has all of these methods, rather than the class that it extends. */
export const hasOwnMethods = (prototype: object, ...names: string[]): boolean =>
  names.every((name) => typeof ownData(prototype, name) === 'function');

/** The closest prototype of an object that has all of these methods itself. */
export const prototypeWith = (thing: unknown, ...names: string[]): Prototype | null =>
  typeof thing === 'object' && thing !== null
    ? ((prototypesOf(thing).find((one) => hasOwnMethods(one, ...names)) as Prototype | undefined) ?? null)
    : null;

/** Does something before a method. Returns the method that is there now. */
export function before(prototype: Prototype, name: string, act: Method): Method | null {
  const usual = ownData(prototype, name) as Method | undefined;
  if (typeof usual !== 'function') return null;
  const noted = guarded(act);
  return (prototype[name] = function (this: object, ...args: unknown[]) {
    call(noted, this, args);
    return call(usual, this, args);
  });
}

/**
 * Does something before a method each time that it is read to be called. Nothing stands around the call, so that the
 * stacks of what it calls, which a program may print, are as without the profiler.
 */
export function onRead(prototype: Prototype, name: string, act: (this: object) => void): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  if (descriptor?.configurable !== true || typeof descriptor.value !== 'function') return;
  const noted = guarded(act);
  Object.defineProperty(prototype, name, {
    ...{ configurable: true, enumerable: descriptor.enumerable ?? false },
    get(this: object) {
      call(noted, this, []);
      return descriptor.value as unknown;
    },
    set(this: object, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    },
  });
}

/** Does something after a method, with what it gave. */
export function afterwards(
  prototype: Prototype,
  name: string,
  act: (this: object, result: unknown) => void,
): Method | null {
  const usual = ownData(prototype, name) as Method | undefined;
  if (typeof usual !== 'function') return null;
  const noted = guarded(act);
  return (prototype[name] = function (this: object, ...args: unknown[]) {
    const result = call(usual, this, args);
    call(noted, this, [result]);
    return result;
  });
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

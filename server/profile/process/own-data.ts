import { types } from 'node:util';

const descriptorOf = Object.getOwnPropertyDescriptor;
const directPrototypeOf = Object.getPrototypeOf as (thing: object) => object | null;

/** An object that can be looked at without running code of the program: not a Proxy, which has traps. */
const isReadable = (thing: unknown): thing is object =>
  ((typeof thing === 'object' && thing !== null) || typeof thing === 'function') && !types.isProxy(thing);

/** A property that an object has itself. A getter is not run: of one, it is `undefined`. */
export const ownData = (thing: unknown, name: PropertyKey): unknown =>
  isReadable(thing) ? (descriptorOf(thing, name)?.value as unknown) : undefined;

/** The closest prototype of an object; `null`: it has none, or is none. */
export const prototypeOf = (thing: unknown): object | null =>
  isReadable(thing) ? directPrototypeOf(thing) : null;

/** The prototypes of an object, the closest one first, up to a Proxy. */
export function prototypesOf(thing: object): object[] {
  const chain: object[] = [];
  for (let one: object | null = thing; isReadable(one);) {
    one = directPrototypeOf(one);
    if (isReadable(one)) chain.push(one);
  }
  return chain;
}

/** The same, of an object itself or of the closest prototype that has it. */
export function inheritedData(thing: unknown, name: PropertyKey): unknown {
  const owner = isReadable(thing)
    ? [thing, ...prototypesOf(thing)].find((one) => isReadable(one) && Object.hasOwn(one, name))
    : undefined;
  return ownData(owner, name);
}

/** The elements of an array from a place on, in an array whose methods are those of the language; `null`: it is none. */
export function elementsFrom(thing: unknown, from = 0): readonly unknown[] | null {
  if (!isReadable(thing) || !Array.isArray(thing)) return null;
  const list: unknown[] = [];
  for (let index = from; index < thing.length; index++) list.push(thing[index]);
  return list;
}

/** The number of values that an array, a Map, a Set or another object holds. */
export function countIn(thing: object): number {
  if (!isReadable(thing)) return 0;
  if (Array.isArray(thing)) return thing.length;
  if (types.isMap(thing)) return Reflect.get(Map.prototype, 'size', thing);
  if (types.isSet(thing)) return Reflect.get(Set.prototype, 'size', thing);
  return Object.keys(thing).length;
}

/**
 * Visits the values that an array, a Map, a Set or another object holds, and the keys of those that have such, up to so
 * many values. Neither getters nor traps nor iterators of the program are run.
 */
export function visitInside(
  thing: object,
  most: number,
  visit: (value: unknown, isKey: boolean) => void,
): void {
  if (!isReadable(thing) || types.isNativeError(thing)) return;
  if (Array.isArray(thing)) {
    const list = thing as readonly unknown[];
    for (let index = 0; index < list.length && index < most; index++) visit(list[index], false);
    return;
  }
  let left = most;
  const visitNamed = (value: unknown, key: unknown) => {
    if (left-- <= 0) return;
    visit(key, true);
    visit(value, false);
  };
  if (types.isMap(thing)) Map.prototype.forEach.call(thing, visitNamed);
  else if (types.isSet(thing))
    Set.prototype.forEach.call(thing, (value: unknown) => {
      if (left-- > 0) visit(value, false);
    });
  else for (const key of Object.keys(thing).slice(0, most)) visitNamed(ownData(thing, key), key);
}

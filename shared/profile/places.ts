import type { Frame } from '../contract/profile-trace.ts';
import type { TracedSite } from './read-trace.ts';

/**
 * True where two commands were issued at one place: the same call, reached in the same way. Behind an `await` the callers
 * of a function are known no longer, or by the place of their own `await`.
 */
export function areSamePlace(
  one: TracedSite | null | undefined,
  other: TracedSite | null | undefined,
): boolean {
  if (!one || !other) return false;
  if (one === other || one.key === other.key) return true;
  if (one.owner !== other.owner) return false;
  const [mine, theirs] = [one.frames, other.frames];
  if (!isSame(mine[0], theirs[0], true)) return false;
  return isSame(mine[1], theirs[1], false) || isResumed(mine, theirs) || isResumed(theirs, mine);
}

/** True where only callers that return a promise, without an `await` of their own, are missing behind the `await`. */
function isResumed([, ...callers]: readonly Frame[], [, awaiting]: readonly Frame[]): boolean {
  return (
    awaiting !== undefined && isAwait(awaiting) && callers.some((caller) => isSame(caller, awaiting, false))
  );
}

function isSame(one: Frame | undefined, other: Frame | undefined, exactly: boolean): boolean {
  if (!one || !other) return !exactly;
  if (one[0] !== other[0]) return false;
  if (exactly) return one[1] === other[1] && one[2] === other[2];
  return isAwait(one) === isAwait(other) ? one[1] === other[1] : bareName(one) === bareName(other);
}

export const isAwait = ([, , , name]: Frame): boolean => name.startsWith('async ');
/** The function of a frame, without how it was reached. */
export const bareName = ([, , , name]: Frame): string => name.replace(/^async /, '');

/** The call itself, however it was reached: places that are the same have the same. */
export const callAt = ({ owner, frames: [inner] }: TracedSite): string =>
  `${owner} ${inner?.slice(0, 3).join(':') ?? ''}`;

interface Entry<Value> {
  site: TracedSite;
  value: Value;
}

/** Values by place. A search looks only at places of the same call, which are few. */
export class ByPlace<Value> {
  readonly #byCall = new Map<string, Map<string, Entry<Value>>>();

  /** The value of the same place that meets a condition: of the very same stack, if there is one. */
  find(site: TracedSite | null, meets: (value: Value) => boolean = () => true): Value | undefined {
    if (!site) return undefined;
    const ofCall = this.#byCall.get(callAt(site));
    const exact = ofCall?.get(site.key);
    if (exact && meets(exact.value)) return exact.value;
    for (const { site: other, value } of ofCall?.values() ?? [])
      if (areSamePlace(other, site) && meets(value)) return value;
    return undefined;
  }

  /** The value of this very stack, which is made where there is none. */
  at(site: TracedSite, make: () => Value): Value {
    const call = callAt(site);
    const ofCall = this.#byCall.get(call) ?? new Map<string, Entry<Value>>();
    this.#byCall.set(call, ofCall);
    const entry = ofCall.get(site.key) ?? { site, value: make() };
    ofCall.set(site.key, entry);
    return entry.value;
  }
}

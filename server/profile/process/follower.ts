import { types } from 'node:util';
import { promiseHooks } from 'node:v8';
import { inThisTurn } from './clock.ts';
import { guarded } from './never-throws.ts';

const ignore = () => undefined;

/** Promises that were made while a marked function was called, and those of them that somebody follows already. */
const made = new WeakSet<object>();
const followed = new WeakSet<object>();
/** Promises that are rejected in place of one that is followed here, until the program follows that one. */
const standIns = new WeakMap<object, Promise<unknown>>();

let users = 0;
let calls = 0;
let isOwn = false;
let stop: (() => void) | null = null;

/**
 * Follows what a function returns to its end, and leaves it as it is: the same promise, and one that is unhandled if the
 * program does not handle it. To follow a promise is to handle it, so another one is rejected in its place as long as
 * nobody else follows it. This is seen by a hook for promises, which is set only while functions are followed.
 */
export class Follower {
  /** Before the function is called. */
  constructor() {
    calls++;
    use(1);
  }

  /** Calls `act` when the result is settled; `false`: it is no promise. */
  follow(result: unknown, act: () => void): boolean {
    if (!types.isPromise(result)) return false;
    const isHandled = !made.has(result) || followed.has(result) || standIns.has(result);
    const settled = guarded(() => {
      // A rejection that nobody handles is reported at the end of this turn.
      inThisTurn(() => {
        use(-1);
      });
      act();
    });
    const standIn = ownThen(result, settled, (reason: unknown) => {
      settled();
      throw reason;
    });
    use(1);
    if (isHandled) void ownThen(standIn, undefined, ignore);
    else standIns.set(result, standIn);
    return true;
  }

  /** The function has returned or thrown. */
  returned(): void {
    calls--;
    use(-1);
  }
}

function use(more: number): void {
  users += more;
  if (users > 0) stop ??= promiseHooks.onInit(onInit) as () => void;
  else {
    stop?.();
    stop = null;
  }
}

const onInit = guarded((promise: object, parent: object | undefined) => {
  if (isOwn) return;
  if (calls > 0) made.add(promise);
  if (parent === undefined) return;
  if (calls > 0) followed.add(parent);
  const standIn = standIns.get(parent);
  if (!standIn) return;
  standIns.delete(parent);
  void ownThen(standIn, undefined, ignore);
});

function ownThen(
  promise: Promise<unknown>,
  onFulfilled: (() => void) | undefined,
  onRejected: (reason: unknown) => unknown,
): Promise<unknown> {
  isOwn = true;
  try {
    return Promise.prototype.then.call(promise, onFulfilled, onRejected);
  } finally {
    isOwn = false;
  }
}

type Act<This, Given extends unknown[], Gives> = (this: This, ...given: Given) => Gives;

const call = Reflect.apply;
const receivers = new Map<string, (fault: unknown) => void>();

/** Sets the receiver of faults, of the profiler or of `trips`; until then they are lost. Both may be in one process. */
export function faultsGoTo(act: (fault: unknown) => void, whose: 'profile' | 'trips' = 'profile'): void {
  receivers.set(whose, act);
}

/**
 * Wraps a function of the profiler that the program, its libraries or Node will call. It cannot throw: a fault goes to
 * the recorder, and the caller gets `otherwise`. Each such function is wrapped here and nowhere else.
 */
export function guarded<This, Given extends unknown[], Gives>(
  act: Act<This, Given, Gives>,
): Act<This, Given, Gives | undefined>;
export function guarded<This, Given extends unknown[], Gives, Otherwise>(
  act: Act<This, Given, Gives>,
  otherwise: Otherwise,
): Act<This, Given, Gives | Otherwise>;
export function guarded<This, Given extends unknown[], Gives, Otherwise>(
  act: Act<This, Given, Gives>,
  otherwise?: Otherwise,
): Act<This, Given, Gives | Otherwise | undefined> {
  return function (...given) {
    try {
      return call(act, this, given);
    } catch (fault) {
      for (const onFault of receivers.values())
        try {
          onFault(fault);
        } catch {
          // The recorder itself is broken: nothing is left that could note it.
        }
      return otherwise;
    }
  };
}

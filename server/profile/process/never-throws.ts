type Act<This, Given extends unknown[], Gives> = (this: This, ...given: Given) => Gives;

const call = Reflect.apply;
let onFault: (fault: unknown) => void = () => undefined;

/** Sets the receiver of faults of the profiler; until then they are lost. */
export function faultsGoTo(act: (fault: unknown) => void): void {
  onFault = act;
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
      try {
        onFault(fault);
      } catch {
        // The recorder itself is broken: nothing is left that could note it.
      }
      return otherwise;
    }
  };
}

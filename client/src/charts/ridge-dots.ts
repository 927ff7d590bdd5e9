/** One counted slice. */
export interface RidgeDot {
  /** Commands per second. */
  rate: number;
  /** From when to when it was, seconds of the time axis; `null`: not known. */
  span: readonly [from: number, to: number] | null;
}

/** Times are sums of many: they meet within this, seconds. */
const almost = 1e-6;

/** The slice at this moment; `toEnd`: the last one also stands for what comes after it. `null`: none. */
export function dotAt(dots: readonly RidgeDot[], seconds: number | null, toEnd: boolean): RidgeDot | null {
  if (seconds === null) return null;
  const last = dots.at(-1);
  if (toEnd && last?.span && seconds > last.span[1]) return last;
  return dots.find(({ span }) => span && seconds >= span[0] - almost && seconds <= span[1] + almost) ?? null;
}

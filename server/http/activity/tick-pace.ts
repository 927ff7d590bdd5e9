/** A write to one viewer takes the server's thread 20 µs: with so many, four times a second is 1 % of a core. */
const viewersAtFullPace = 125;

/** At four ticks a second: each viewer is sent something in every two seconds of a run. */
const slowest = 8;

/** Every how manieth tick is sent to so many viewers. What it leaves out comes with the next. */
export const tickPace = (viewers: number): number =>
  Math.min(slowest, Math.max(1, Math.ceil(viewers / viewersAtFullPace)));

/** A write to one viewer takes the server's thread 20 µs: with so many, four times a second is 2 % of a core. */
const viewersAtFullPace = 250;

/** Each viewer has to be sent something in each second of a run, at four ticks a second. */
const slowest = 3;

/** Every how manieth tick is sent to so many viewers. What it leaves out comes with the next. */
export const tickPace = (viewers: number): number =>
  Math.min(slowest, Math.max(1, Math.ceil(viewers / viewersAtFullPace)));

/** What lies between client and server, on top of what lies there anyway. */
export interface NetworkSettings {
  /** Added to every round trip, half of it each way, ms. */
  rttMs: number;
  /**
   * How far a round trip strays from `rttMs` at most, ms, half of it each way; the mean stays `rttMs` and the
   * standard deviation is a third of this. No more can be taken from a delay than it has: where it is larger than
   * `rttMs`, it counts as `rttMs`.
   */
  jitterMs: number;
  /** Payload that passes in each direction, Mbit/s (10⁶ bits), all connections together; `null`: no limit. */
  bandwidthMbit: number | null;
  /** The jitter is drawn from it (1). */
  seed?: number;
}

export interface WireSettings {
  delayMs: number;
  /** Delays lie within `delayMs` ± this. */
  strayMs: number;
  bytesPerMs: number;
}

const bytesPerMsOfOneMbit = 125;

/** Halves a network. Throws RangeError for what is not a network. */
export function halve({ rttMs, jitterMs, bandwidthMbit }: NetworkSettings): WireSettings {
  for (const [name, value] of Object.entries({ rttMs, jitterMs }))
    if (!(value >= 0 && value < Infinity)) throw new RangeError(`${name} must be at least 0, not ${value}`);
  if (bandwidthMbit !== null && !(bandwidthMbit > 0))
    throw new RangeError(`bandwidthMbit must be more than 0, or null, not ${bandwidthMbit}`);
  return {
    delayMs: rttMs / 2,
    strayMs: Math.min(jitterMs, rttMs) / 2,
    bytesPerMs: bandwidthMbit === null ? Infinity : bandwidthMbit * bytesPerMsOfOneMbit,
  };
}

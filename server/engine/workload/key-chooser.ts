import type { KeyPattern } from '../../../shared/contract/enums.ts';

/** Draws key numbers from 0 to keyspace − 1. */
export type KeyChooser = () => number;

export interface KeyChooserOptions {
  pattern: KeyPattern;
  keyspace: number;
  zipfExponent: number;
  /** Where a sequential pattern begins. */
  start: number;
  random: () => number;
}

/** R: each key as likely; S: one after the other; Z: Zipf, key 0 the hottest; G: normal around the middle. */
export function keyChooser(options: KeyChooserOptions): KeyChooser {
  const { pattern, keyspace, random } = options;
  switch (pattern) {
    case 'R':
      return () => Math.floor(random() * keyspace);
    case 'S': {
      let next = options.start;
      return () => {
        const key = next;
        next = key + 1 === keyspace ? 0 : key + 1;
        return key;
      };
    }
    case 'Z':
      return zipf(keyspace, options.zipfExponent, random);
    case 'G':
      return gaussian(keyspace, random);
  }
}

/**
 * Rejection-inversion sampling of a Zipf law, exact for any exponent and free of tables
 * (Hörmann & Derflinger 1996, "Rejection-inversion to generate variates from monotone discrete distributions").
 */
function zipf(keyspace: number, exponent: number, random: () => number): KeyChooser {
  const integral = (x: number) => {
    const log = Math.log(x);
    return expm1Ratio((1 - exponent) * log) * log;
  };
  const inverse = (y: number) => {
    const scaled = Math.max(-1, y * (1 - exponent));
    return Math.exp(log1pRatio(scaled) * y);
  };
  const density = (x: number) => Math.exp(-exponent * Math.log(x));
  const first = integral(1.5) - 1;
  const last = integral(keyspace + 0.5);
  const shortcut = 2 - inverse(integral(2.5) - density(2));
  return () => {
    for (;;) {
      const y = last + random() * (first - last);
      const x = inverse(y);
      const rank = Math.min(keyspace, Math.max(1, Math.round(x)));
      if (rank - x <= shortcut || y >= integral(rank + 0.5) - density(rank)) return rank - 1;
    }
  };
}

/** (e^x − 1) / x, steady around 0. */
const expm1Ratio = (x: number) => (Math.abs(x) > 1e-8 ? Math.expm1(x) / x : 1 + (x / 2) * (1 + x / 3));
/** ln(1 + x) / x, steady around 0. */
const log1pRatio = (x: number) => (Math.abs(x) > 1e-8 ? Math.log1p(x) / x : 1 - x * (0.5 - x / 3));

/** memtier_benchmark's choice: mean in the middle, standard deviation a sixth of the keyspace. */
function gaussian(keyspace: number, random: () => number): KeyChooser {
  const middle = (keyspace - 1) / 2;
  const deviation = keyspace / 6;
  return () => {
    for (;;) {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const key = Math.round(middle + normal * deviation);
      if (key >= 0 && key < keyspace) return key;
    }
  };
}

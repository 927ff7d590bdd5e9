import type { Check } from './check.ts';
import { counts } from './counts.ts';
import { harnessCeiling } from './harness-ceiling.ts';
import { knownDelay } from './known-delay.ts';
import { recordingCost } from './recording-cost.ts';
import { roofline } from './roofline.ts';
import { sameAgainstSame } from './same-against-same.ts';
import { stalls } from './stalls.ts';

/** What `roundtrip selfcheck` asks, in order. */
export const checks: readonly Check[] = [
  recordingCost,
  harnessCeiling,
  counts,
  knownDelay,
  stalls,
  sameAgainstSame,
  roofline,
];

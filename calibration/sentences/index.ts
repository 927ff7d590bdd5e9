import type { Sentence } from '../sentence.ts';
import { claims } from './claims.ts';
import { factors } from './gains.ts';
import { confirmed, remembered } from './gates.ts';
import { behind, headline, winner } from './headlines.ts';
import { ratioIntervals, throughputIntervals } from './intervals.ts';
import { laneChanges } from './lane-changes.ts';
import { latency, latencyOfTwo, unpaid } from './latencies.ts';
import { liveIntervals } from './live-intervals.ts';
import { loadGrows, loadKept } from './load-curves.ts';
import { precise } from './precision.ts';
import { growingQueue } from './queues.ts';
import { regression, twoResults } from './regressions.ts';
import { roundTripLonger, roundTripsApart } from './round-trips.ts';
import { boundKept, knee, notWorthIt, smallestBatch, stillClimbing, worthIt } from './searches.ts';
import { anyToldApart, toldApart } from './told-apart.ts';
import { verdicts } from './verdicts.ts';
import { drifted, level, slicesDisagree } from './warnings.ts';

/** Every type of sentence that the program can say, and that synthetic figures can hold to account. */
export const sentences: readonly Sentence[] = [
  toldApart,
  anyToldApart,
  ratioIntervals,
  liveIntervals,
  laneChanges,
  throughputIntervals,
  headline,
  winner,
  behind,
  precise,
  latency,
  unpaid,
  factors,
  drifted,
  slicesDisagree,
  level,
  roundTripLonger,
  roundTripsApart,
  twoResults,
  latencyOfTwo,
  regression,
  confirmed,
  remembered,
  claims,
  smallestBatch,
  knee,
  worthIt,
  notWorthIt,
  boundKept,
  stillClimbing,
  growingQueue,
  loadGrows,
  loadKept,
  verdicts,
];

import type { LaneResult } from '../contract/lane-result.ts';
import type { Numbers } from './numbers.ts';
import { largest, smallest } from '../statistics/extremes.ts';

/** Payload of a TCP segment on a link with an MTU of 1500: 20 bytes each for the headers of IP and TCP. */
const maximumSegmentSize = 1460;

/** TCP segments that carry so many bytes. */
export const segmentsOf = (bytes: number): number => Math.ceil(bytes / maximumSegmentSize);

/**
 * What a PING took while the lanes had their slices: "3.05 ms", or "3.05 – 4.28 ms" where they differ; `null`: none
 * was sent.
 */
export function tripsDuringLanes(
  lanes: readonly Pick<LaneResult, 'roundTrip'>[],
  { msShort, unit }: Numbers,
): string | null {
  const medians = lanes.flatMap(({ roundTrip }) => roundTrip?.during?.medianMs ?? []);
  if (medians.length === 0) return null;
  const ends = [smallest(medians), largest(medians)].map(msShort);
  return `${[...new Set(ends)].join(' – ')} ${unit('ms')}`;
}

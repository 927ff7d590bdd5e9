import type { Load } from '../../contract/verdict.ts';
import { numbers } from './numbers.ts';
import { severalTrips, type VerdictWords } from '../words.ts';

const batching = 'A strategy that batches: most of this work is per trip, not per command.';

const nothingToGain = (share: number) =>
  `Nothing: at ${numbers.percent(share)} of the roofline, a raw socket without a client library.`;

const evidence = ({ client, server, tripMs, meanTripMs, pingMs }: Load) => {
  const busy =
    server === null
      ? `client ${numbers.percent(client)} busy`
      : `client ${numbers.percent(client)} and server ${numbers.percent(server)} busy`;
  // Of a lane that a cache answers, the trips are not known.
  if (tripMs === null) return busy;
  const ping =
    server !== null || pingMs === null || pingMs > tripMs
      ? ''
      : `, where a PING alone takes at least ${numbers.inMs(pingMs)}`;
  const mean =
    meanTripMs === undefined ? '' : `, ${numbers.inMs(meanTripMs)} on average: some trips take far longer`;
  return `${busy}, ${numbers.inMs(tripMs)} a trip (p50)${ping}${mean}`;
};

export const verdict: VerdictWords = {
  unmeasured: () => ({
    sentence: 'No rate was measured.',
    advice: 'An error or a warning of this lane says why.',
  }),
  rate: ({ reached }) => ({
    sentence: `Bound by the requested rate: ${numbers.percent(reached)} of it was reached.`,
    advice: 'A higher rate shows where the limit is.',
  }),
  bandwidth: ({ mbit, ofMbit }) => ({
    sentence: `Bound by the bandwidth: ${numbers.fixed(mbit, 1)} of ${ofMbit} Mbit/s are used.`,
    advice: 'Fewer bytes: smaller or compressed payloads, shorter keys, commands for many keys.',
  }),
  proxy: ({ busy }) => ({
    sentence: `Bound by Roundtrip’s own proxy: its thread is busy ${numbers.percent(busy)} of the time.`,
    advice: 'Redis is not the limit: larger writes, or a real network.',
  }),
  'server-cpu': ({ busy, batches, ofRoofline }) => ({
    sentence: `Bound by the server’s CPU: its main thread is busy ${numbers.percent(busy)} of the time.`,
    advice:
      ofRoofline !== null
        ? nothingToGain(ofRoofline)
        : batches
          ? 'Fewer or cheaper commands, or more servers.'
          : batching,
  }),
  'client-cpu': ({ busy, threads, batches, ofRoofline }) => ({
    sentence: `Bound by the client’s CPU: ${threads === 1 ? 'its thread is' : `its ${threads} threads are`} busy ${numbers.percent(busy)} of the time.`,
    advice:
      ofRoofline !== null
        ? nothingToGain(ofRoofline)
        : batches
          ? 'More threads, or fewer bytes and commands.'
          : batching,
  }),
  // What helps is said once, of all lanes.
  cores: ({ waiting }) => ({
    sentence: `Waited for a CPU ${numbers.percent(waiting)} of the time.`,
    advice: '',
  }),
  'all-failed': ({ failed, failure }) => ({
    sentence: `Nothing was done: all ${numbers.count(failed)} commands failed (${failure}).`,
    advice: 'This lane cannot be compared. If the server gave this error, redis-cli shows it whole.',
  }),
  'round-trip': ({ load, batches, trips }) => ({
    sentence: `Bound by the round trip: ${evidence(load)}.`,
    advice:
      trips !== undefined
        ? trips < severalTrips
          ? 'More connections: a unit takes one round trip.'
          : 'Fewer round trips in a unit, or more connections.'
        : batches
          ? 'A deeper batch, or more connections.'
          : 'A strategy that batches, or more connections.',
  }),
  unclear: ({ load }) => ({
    sentence: `Bottleneck unclear${load.server === null ? ' without the server’s load' : ''}: ${evidence(load)}.`,
    advice: 'More connections, or more commands in a batch, show which limit is near.',
  }),
};

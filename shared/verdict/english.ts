import type { VerdictWords } from './say.ts';

const batching = 'A strategy that batches: most of this work is per trip, not per command.';

/** The words of results, reports and the command line. */
export const englishVerdict: VerdictWords = {
  unmeasured: { sentence: 'Nothing was measured.', advice: 'See the error.' },
  rate: (reached) => ({
    sentence: `Bound by the requested rate: ${reached} of it was reached.`,
    advice: 'A higher rate shows where the limit is.',
  }),
  bandwidth: (mbit, ofMbit) => ({
    sentence: `Bound by the bandwidth: ${mbit} of ${ofMbit} Mbit/s are used.`,
    advice: 'Fewer bytes: smaller or compressed payloads, shorter keys, commands for many keys.',
  }),
  serverCpu: (busy, batches) => ({
    sentence: `Bound by the server’s CPU: its main thread is busy ${busy} of the time.`,
    advice: batches ? 'Fewer or cheaper commands, or more servers.' : batching,
  }),
  clientCpu: (busy, threads, batches) => ({
    sentence: `Bound by the client’s CPU: ${threads === 1 ? 'its thread is' : `its ${threads} threads are`} busy ${busy} of the time.`,
    advice: batches ? 'More threads, or fewer bytes and commands.' : batching,
  }),
  atRoofline: (share) => `Nothing: at ${share} of the roofline, a raw socket without a client library.`,
  roundTrip: (evidence, batches) => ({
    sentence: `Bound by the round trip: ${evidence}.`,
    advice: batches
      ? 'A deeper batch, or more connections.'
      : 'A strategy that batches, or more connections.',
  }),
  untold: (evidence, knowsServer) => ({
    sentence: `What limits it cannot be told${knowsServer ? '' : ' without the server’s load'}: ${evidence}.`,
    advice: 'More connections or a deeper batch show which limit is near.',
  }),
  load: (client, server, trip, ping) =>
    server === null
      ? `client ${client} busy, ${trip} a trip${ping === null ? '' : `, where a PING alone takes ${ping}`}`
      : `client ${client} and server ${server} busy, ${trip} a trip`,
};

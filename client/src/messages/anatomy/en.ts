import { numbers } from '../../../../shared/words/en/numbers.ts';

const { count: whole } = numbers;

/** Of where the time goes, which comes with it. */
export const anatomy = {
  title: 'Where the time goes',
  judged: 'Bottlenecks, and where the time goes',
  about: 'One trip of each lane, and how many commands share it.',
  slowed: (factor: number) =>
    `Shown ${whole(factor)} times slower than it is, all lanes alike. Short ways are drawn longer.`,
  still: 'Nothing is measured yet: the packets are what the settings ask for.',
  pause: 'Pause',
  play: 'Play',
  pauseMore: 'Stop the moving pictures',
  client: 'Client',
  server: 'Server',
  /** Commands that are written one by one share nothing but the time. */
  share: (commands: number, writes: number) =>
    commands === 1
      ? '1 command a trip'
      : Math.round(writes) > 1
        ? `${whole(commands, 1)} commands in flight, ${whole(writes, 1)} socket writes`
        : `${whole(commands, 1)} commands share a trip`,
  takes: (ms: string) => `mean ${ms} ms`,
  overResult: 'of all counted turns',
  overNewest: 'of the newest turn',
  expected: (trips: number, commands: number, leastMs: number | null) =>
    `Expected, not measured: ${whole(trips)} ${trips === 1 ? 'trip' : 'trips'} for ${whole(commands)} ${commands === 1 ? 'command' : 'commands'}${leastMs === null ? '.' : `, each at least ${leastMs} ms.`}`,
  sameWork: (commands: number, trips: string, ms: string) =>
    `The same ${commands === 1 ? 'command' : `${whole(commands)} commands`} on one connection: ${trips} ${trips === '1' ? 'trip' : 'trips'}, ${ms} ms.`,
  overlapping: (commands: number, trips: string) =>
    `The same ${commands === 1 ? 'command' : `${whole(commands)} commands`} on one connection: ${trips} ${trips === '1' ? 'trip' : 'trips'}, several at once. At a fixed rate none waits for the one before.`,
  list: (lane: string) => `Parts of a trip of ${lane}`,
  parts: {
    handover: 'Client: hand over',
    client: 'Client: en-/decode',
    there: 'Way there',
    server: 'Server',
    waiting: 'Waiting',
    back: 'Way back',
  },
  leftOver: {
    withServer: 'Server, waiting',
    busyClient: 'Waiting: busy client',
    busyClientAndServer: 'Server, busy client',
    busyServer: 'Waiting: busy server',
  },
  partsMore: {
    handover: 'measured from the first call of the batch to its flush',
    client:
      'CPU of this lane’s threads for these commands, without the handing over; its two halves cannot be separated',
    there: 'half of the measured round trip (PING)',
    server: 'CPU of the server for these commands',
    waiting:
      'the rest of the trip: in queues on either side, behind other connections, until a thread is woken; where in the trip is not known',
    back: 'half of the measured round trip (PING)',
  },
  notTold: {
    client: 'The client’s CPU is unknown here: it is part of the waiting.',
    server:
      'The server’s share is unknown: an added network or a race puts the work of others into its figures.',
    way: 'The round trip is not known: it is part of the waiting.',
  },
  overlap: (ms: string) => `Client and server worked ${ms} ms at the same time.`,
  wayHidden: (ms: string) =>
    `A PING takes ${ms} ms; some of it is CPU, which is counted with client and server here.`,
  wayTooLong: (ms: string) =>
    `PINGs took ${ms} ms, longer than this whole trip: the machine was busier then, so how long the way takes is unknown.`,
  busyClient: (percent: string) => `The client’s thread is ${percent} busy: its connections wait for it.`,
  busyServer: (percent: string) => `The server is ${percent} busy: connections wait for it.`,
  wire: (writes: string, segments: string, out: string, back: string) =>
    `${writes} ${writes === '1' ? 'socket write' : 'socket writes'}, ${segments} TCP ${segments === '1' ? 'segment' : 'segments'} of 1460 bytes; ${out} bytes out, ${back} bytes back.`,
  semantics: {
    short: 'What it guarantees',
    title: (lane: string) => `What ${lane} promises`,
    atomic: 'Atomic',
    onFailure: 'If one fails',
    blocksOthers: 'Blocks others',
    cluster: 'In a cluster',
    writes: 'Socket writes',
    bytes: 'Bytes',
  },
};

export type AnatomyMessages = typeof anatomy;

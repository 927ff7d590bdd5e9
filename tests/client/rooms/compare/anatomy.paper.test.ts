import { expect, test } from 'vitest';
import {
  anatomyOf,
  leftOver,
  slowdownFor,
  type Anatomy,
  type TripFigures,
} from '../../../../client/src/rooms/compare/anatomy/anatomy.ts';

/** 10 connections, one by one, over a link of 1 ms: a second with 8000 commands. */
const oneByOne: TripFigures = {
  batching: 'none',
  pipeline: 16,
  threads: 1,
  isOpenLoop: false,
  commands: 8000,
  elapsedMs: 1000,
  commandMs: 1.25,
  batchMs: 1.25,
  effectiveBatch: 1,
  writes: 8000,
  bytesOut: 8000 * 150,
  bytesIn: 8000 * 5,
  clientCpu: 0.16,
  eventLoopUtilisation: 0.2,
  serverMicros: 8,
  serverCpu: 0.064,
  roundTripMs: 1,
};

/** The same by batches of 16: a second with 96000 commands. */
const pipelined: TripFigures = {
  ...oneByOne,
  batching: 'batch',
  commands: 96_000,
  commandMs: 1.585,
  batchMs: 1.5,
  effectiveBatch: 16,
  writes: 6000,
  bytesOut: 96_000 * 150,
  bytesIn: 96_000 * 5,
  clientCpu: 0.6,
  serverMicros: 1,
};

function partsOf(figures: TripFigures): { anatomy: Anatomy; ms: Record<string, number> } {
  const anatomy = anatomyOf(figures);
  if (!anatomy) throw new Error('nothing to take apart');
  const sum = anatomy.parts.reduce((total, { ms }) => total + ms, 0);
  expect(sum).toBeCloseTo(anatomy.totalMs, 9);
  const ms = Object.fromEntries(anatomy.parts.map((part) => [part.name, Number(part.ms.toFixed(6))]));
  return { anatomy, ms };
}

test('A trip of one command is its latency: client, way, server, and what is left', () => {
  const { anatomy, ms } = partsOf(oneByOne);
  expect(anatomy.commands).toBe(1);
  expect(anatomy.totalMs).toBe(1.25);
  expect(ms).toEqual({ handover: 0, client: 0.02, there: 0.5, server: 0.008, waiting: 0.222, back: 0.5 });
  expect(anatomy).toMatchObject({ unknown: [], busy: null, writes: 1, bytesOut: 150, segments: 1 });
  expect(anatomy.overlapMs).toBe(0);
});

test('A batch is longer than from flush to last reply by its handing over, which its commands tell', () => {
  const { anatomy, ms } = partsOf(pipelined);
  // 0.085 ms longer on average is 17 / 32 of the handing over.
  expect(anatomy.totalMs).toBeCloseTo(1.5 + 0.16, 9);
  // 0.6 of a core for 96,000 commands is 6.25 µs each, 0.1 ms for 16: less than what handing over took.
  expect(ms).toEqual({ handover: 0.16, client: 0, there: 0.5, server: 0.016, waiting: 0.484, back: 0.5 });
  expect(anatomy).toMatchObject({ commands: 16, writes: 1, bytesOut: 2400, bytesIn: 80, segments: 2 });
});

test('CPU of the client that was not handing over is drawn beside it', () => {
  const { ms } = partsOf({ ...pipelined, commandMs: 1.517 });
  expect(ms).toMatchObject({ handover: 0.032, client: 0.068 });
});

test('A server that tells nothing of itself is named, and its time is left with the waiting', () => {
  const { anatomy, ms } = partsOf({ ...oneByOne, serverMicros: null, serverCpu: null });
  expect(anatomy.unknown).toEqual(['server']);
  expect(ms).toMatchObject({ server: 0, waiting: 0.23 });
});

test('So are the client’s CPU and the round trip', () => {
  const { anatomy, ms } = partsOf({ ...oneByOne, clientCpu: null, roundTripMs: null });
  expect(anatomy.unknown).toEqual(['client', 'way']);
  expect(ms).toEqual({ handover: 0, client: 0, there: 0, server: 0.008, waiting: 1.242, back: 0 });
});

test('A PING that is longer than what is left does not make the trip longer', () => {
  const { anatomy, ms } = partsOf({ ...oneByOne, commandMs: 0.128 });
  expect(ms).toEqual({ handover: 0, client: 0.02, there: 0.05, server: 0.008, waiting: 0, back: 0.05 });
  expect(anatomy.parts.find(({ name }) => name === 'there')?.measuredMs).toBe(0.5);
  expect(anatomy.overlapMs).toBe(0);
});

test('Work that does not fit one after the other went on at the same time', () => {
  const { anatomy, ms } = partsOf({
    ...pipelined,
    commandMs: 0.1,
    batchMs: 0.1,
    serverMicros: 2,
    clientCpu: 0.48,
  });
  // 80 µs of the client and 32 µs of the server in a trip of 100 µs.
  expect(ms).toMatchObject({ client: 0.08, server: 0.02, there: 0, waiting: 0 });
  expect(anatomy.overlapMs).toBeCloseTo(0.012, 9);
});

test('Concurrent commands share the time of a trip, but no socket write', () => {
  const { anatomy } = partsOf({ ...oneByOne, batching: 'in-flight', commandMs: 1.6, clientCpu: 0.8 });
  expect(anatomy).toMatchObject({
    ...{ commands: 16, totalMs: 1.6, overlaps: false },
    ...{ writes: 16, segments: 16, bytesOut: 2400 },
  });
});

test('At a fixed rate, as many share a trip as one write had', () => {
  const open: TripFigures = { ...oneByOne, batching: 'in-flight', isOpenLoop: true };
  expect(partsOf({ ...open, effectiveBatch: 2.5, writes: 3200 }).anatomy).toMatchObject({
    commands: 2.5,
    writes: 1,
    overlaps: true,
  });
  expect(partsOf({ ...open, effectiveBatch: null }).anatomy.commands).toBe(1);
});

test.each([
  ['the client', { eventLoopUtilisation: 0.97 }, { who: 'client', share: 0.97 }],
  ['one of two threads', { clientCpu: 1.9, threads: 2 }, { who: 'client', share: 0.95 }],
  ['the server', { serverCpu: 0.98, eventLoopUtilisation: 0.92 }, { who: 'server', share: 0.98 }],
] as const)('When %s is busy, the others wait for it', (_, figures, busy) => {
  expect(partsOf({ ...oneByOne, ...figures }).anatomy.busy).toEqual(busy);
});

test('Nothing is told of nothing', () => {
  expect(anatomyOf({ ...oneByOne, commands: 0 })).toBeNull();
  expect(anatomyOf({ ...oneByOne, elapsedMs: 0 })).toBeNull();
});

test.each([
  ['a trip of a millisecond', [1], 2000],
  ['ways on loopback', [0.1, 0.3], 20_000],
  ['one that takes much longer than the others', [1, 100], 100],
  ['a trip around the world', [300, 400], 5],
  ['trips of seconds, in real time', [5000], 1],
  ['nothing', [], 1000],
] as const)('For %s, the pictures are slowed down by a round number', (_, trips, slowdown) => {
  expect(slowdownFor(trips)).toBe(slowdown);
});

test.each([
  ['for the client, where that is busy', { eventLoopUtilisation: 0.97 }, 'busyClient'],
  ['for the server, where that is busier', { eventLoopUtilisation: 0.91, serverCpu: 0.98 }, 'busyServer'],
  ['and the server in it, where that tells nothing', { serverMicros: null, serverCpu: null }, 'withServer'],
  [
    'for the busy client, and the server in it, where that tells nothing',
    { eventLoopUtilisation: 0.97, serverMicros: null, serverCpu: null },
    'busyClientAndServer',
  ],
  ['of which no more is known', {}, null],
])('What is left of a trip is waiting %s', (_, figures, left) => {
  expect(leftOver(partsOf({ ...oneByOne, ...figures }).anatomy)).toBe(left);
});

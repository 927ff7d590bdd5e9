import { expect, test } from 'vitest';
import { shapingCommands } from '../../server/network/kernel-network.ts';

const inWords = (rttMs: number, bandwidthMbit: number | null) =>
  shapingCommands('rt-1', { rttMs, bandwidthMbit }).map((words) => words.join(' '));

test('A link that is as the kernel makes it has no queue', () => {
  expect(inWords(0, null)).toEqual(['tc qdisc replace dev rt-1 root noqueue']);
});

test('A bandwidth is a token bucket: half a millisecond of it at once, 50 ms of it in the queue', () => {
  expect(inWords(0, 1000)).toEqual([
    'tc qdisc replace dev rt-1 root tbf rate 1000000kbit burst 62500b limit 6250000b',
  ]);
});

test('A slow link still takes two packets at once, and queues a window of TCP', () => {
  expect(inWords(0, 1.5)).toEqual([
    'tc qdisc replace dev rt-1 root tbf rate 1500kbit burst 3028b limit 262144b',
  ]);
});

test('Each end of a link has half of a round trip, and its bandwidth behind it', () => {
  expect(inWords(0.5, null)).toEqual([
    'tc qdisc replace dev rt-1 root handle 1: netem delay 250us limit 100000',
  ]);
  expect(inWords(20, 8)).toEqual([
    'tc qdisc replace dev rt-1 root handle 1: netem delay 10000us limit 100000',
    'tc qdisc replace dev rt-1 parent 1: handle 2: tbf rate 8000kbit burst 3028b limit 262144b',
  ]);
});

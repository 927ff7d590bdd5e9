import { expect, test } from 'vitest';
import { halve } from '../../server/network/settings.ts';

test.each([
  ['half of it each way', { rttMs: 20, jitterMs: 2, bandwidthMbit: 1000 }, [10, 1, 125_000]],
  ['no limit', { rttMs: 0.5, jitterMs: 0, bandwidthMbit: null }, [0.25, 0, Infinity]],
  ['no more jitter than delay', { rttMs: 1, jitterMs: 5, bandwidthMbit: null }, [0.5, 0.5, Infinity]],
])('%s', (_, settings, [delayMs, strayMs, bytesPerMs]) => {
  expect(halve(settings)).toEqual({ delayMs, strayMs, bytesPerMs });
});

test.each([
  [{ rttMs: -1, jitterMs: 0, bandwidthMbit: null }, 'rttMs must be at least 0, not -1'],
  [{ rttMs: 1, jitterMs: NaN, bandwidthMbit: null }, 'jitterMs must be at least 0, not NaN'],
  [{ rttMs: Infinity, jitterMs: 0, bandwidthMbit: null }, 'rttMs must be at least 0, not Infinity'],
  [{ rttMs: 1, jitterMs: 0, bandwidthMbit: 0 }, 'bandwidthMbit must be more than 0, or null, not 0'],
])('refuses %j', (settings, message) => {
  expect(() => halve(settings)).toThrow(new RangeError(message));
});

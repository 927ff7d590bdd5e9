import { networkMakers } from '../contract/enums.ts';
import { oneTwoFive, type SettingLabels, type Manual, type SettingRows } from './setting.ts';

/** What lies between client and server. */
export const networkSettings = {
  rttMs: {
    real: { min: 0, max: 500, default: 0, unit: 'ms' },
    live: true,
    slider: {
      // Fine where a data centre is, coarse where another continent is.
      stops: [
        0, 0.1, 0.2, 0.3, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 75, 100, 150, 200, 300, 500,
      ],
    },
  },
  /** Never further than `rttMs` itself. */
  jitterMs: {
    real: { min: 0, max: 250, default: 0, unit: 'ms' },
    live: true,
    slider: { stops: [0, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 250] },
  },
  /** Absent: no limit, which is the widest: it stands at the wide end. */
  bandwidthMbit: {
    real: { min: 1, max: 10_000, unit: 'Mbit/s' },
    live: true,
    slider: { stops: [...oneTwoFive(10_000), Infinity], start: Infinity },
  },
  /** Absent: never, which is the wide end. */
  cutEveryMs: {
    whole: { min: 200, max: 60_000, unit: 'ms' },
    slider: { stops: [500, 1000, 2000, 5000, 10_000, Infinity], start: Infinity, bare: 1000 },
  },
  by: { choice: networkMakers, optional: true },
} as const satisfies SettingRows;

export const networkManual = (): Manual<typeof networkSettings> => ({
  rttMs: {
    group: 'Where',
    meaning: 'Added to every round trip, ms.',
    argument: '20ms',
    help: 'add so much to every round trip (0); several (0,1ms,5ms,20ms,180ms): the gain of each lane over distance',
  },
  jitterMs: {
    group: 'Where',
    meaning: 'Maximum deviation from the added round trip, ms.',
    argument: '2ms',
    help: 'by which round trips stray at most (0)',
  },
  bandwidthMbit: {
    group: 'Where',
    meaning: 'In each direction, Mbit/s; absent: no limit.',
    argument: '1000mbit',
    help: 'that passes in each direction (no limit)',
  },
  cutEveryMs: {
    group: 'Where',
    meaning:
      'So often the proxy cuts all connections of the lane, in the middle of each such stretch of its counted time, ms; absent: never. Lanes then reconnect as their library does by default, and each of their writes is checked with the server.',
    argument: '2s',
    help: 'cut the connections of a lane so often, let its library reconnect, and check each write with the server (never; needs -t incr)',
  },
  by: {
    group: 'Where',
    meaning:
      'proxy: Roundtrip’s own TCP proxy (absent: this); kernel: a link of Linux to a private server, packets of at most 1500 bytes.',
    argument: 'MAKER',
    help: "who makes it: proxy, Roundtrip's own (the default), or kernel, a link of Linux with packets of 1500 bytes to a private server (as root)",
  },
});

export const networkLabels: SettingLabels<typeof networkSettings> = {
  rttMs: {
    label: 'Round trip',
    unit: 'ms added',
    hint: 'Network delay to add (1 ms: same data centre).',
  },
  jitterMs: { label: 'Jitter', unit: 'ms', hint: 'Maximum deviation from the added round trip.' },
  bandwidthMbit: { label: 'Bandwidth', unit: 'Mbit/s', hint: 'In each direction; off: no limit.' },
  cutEveryMs: { label: 'Cut every', unit: 's', hint: 'The link breaks so often; off: never.' },
  by: 'Network by',
};

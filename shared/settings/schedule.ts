import { scheduleModes, sliceOrders } from '../contract/enums.ts';
import type { SettingLabels, Manual, SettingRows } from './setting.ts';

/** How the lanes take turns. */
export const scheduleSettings = {
  mode: { choice: scheduleModes, default: 'turns' },
  /** Absent: by the lane's time and the round trip (usualSliceMs). */
  sliceMs: { whole: { min: 100, max: 60_000, unit: 'ms' } },
  /** How far the ends of an interval may be from their ratio, a share. */
  precision: { real: { min: 0.005, max: 0.5, default: 0.03, unit: '' }, optional: true },
  maxDurationMs: { whole: { min: 100, max: 3_600_000, default: 60_000, unit: 'ms' }, optional: true },
  starts: { whole: { min: 1, max: 20, default: 1, unit: 'starts' }, optional: true },
  /** None when there is no warm-up at all. */
  settleMs: { whole: { min: 0, max: 5000, default: 50, unit: 'ms' } },
  untilLevel: { flag: false },
  untilStopped: { flag: false, optional: true },
  order: { choice: sliceOrders, default: 'random' },
} as const satisfies SettingRows;

export const scheduleManual = (): Manual<typeof scheduleSettings> => ({
  precision: {
    group: 'How much',
    meaning:
      'The run lasts until the interval of every ratio is within this share of the ratio: at least durationMs a lane, at most maxDurationMs. Left out: it ends after durationMs.',
    argument: '3%',
    help: 'run until the interval of every ratio is within this share of the ratio: at least --duration, at most --max-duration',
  },
  maxDurationMs: {
    group: 'How much',
    meaning:
      'With precision: counted time of a lane at most, ms; left out: 60 s, or durationMs if that is longer.',
    argument: '60s',
    help: `with --precision: counted time per lane at most (${scheduleSettings.maxDurationMs.whole.default / 1000}s)`,
  },
  starts: {
    group: 'How',
    meaning:
      'How many times the threads and connections of a lane are started, and warmed up; its slices are divided among the starts. The intervals then include how starts differ. Left out: once.',
    help: 'start the threads and connections of a lane so many times in one run; intervals then include how starts differ (1)',
  },
  sliceMs: {
    group: 'How',
    meaning:
      'Time of one turn of a lane, ms; left out: a twentieth of its time, at least 100 ms and ten round trips, at most 1 s.',
    argument: '1s',
    help: 'time of one turn of a lane (a twentieth of its time, at least 0.1 s and ten round trips, at most 1 s)',
  },
  mode: {
    group: 'How',
    meaning: 'turns: one lane at a time; race: all at once, as a demo.',
    help: 'turns: each lane has the machine to itself; race: all at once, as a demo (turns)',
  },
  order: {
    group: 'How',
    /** Random: then noise that outlasts a slice favours no lane. */
    meaning: 'Order of the lanes from round to round: A B C C B A, A B C A B C, or random in each round.',
    help: 'of the lanes from round to round; mirrored: A B C, C B A (random)',
  },
  settleMs: { meaning: 'Sent and drained before each slice and not counted, ms.' },
  untilStopped: {
    meaning:
      'Rounds continue until somebody stops the run, at most 30 min, and 2 min on a server that is not private. Figures are those of the newest 60 s; durationMs has no meaning. Left out: it ends after durationMs.',
  },
  untilLevel: {
    meaning: 'Whether warm-up ends as soon as every lane is level; warmupMs is then the most it may take.',
  },
});

export const scheduleLabels: SettingLabels<typeof scheduleSettings> = {
  mode: 'Schedule',
  sliceMs: 'Turn',
  precision: 'Precision',
  maxDurationMs: 'Longest',
  starts: 'Starts',
  settleMs: 'Settling',
  untilLevel: 'Level warm-up',
  untilStopped: 'Until stopped',
  order: 'Order of turns',
};

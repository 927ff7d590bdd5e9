import { networkSettings } from './settings/network.ts';
import { bystanderSettings, laneCount, moveSlotsSettings, planSettings } from './settings/plan.ts';
import { scheduleSettings } from './settings/schedule.ts';
import { searchLimits } from './settings/search.ts';
import { serverSettings } from './settings/server.ts';
import { limitsIn, type Limit } from './settings/setting.ts';
import { bytesPerCommand, maxBytesInFlight, workloadSettings } from './settings/workload.ts';

export { bytesPerCommand, maxBytesInFlight };

export type { Limit } from './settings/setting.ts';

/** Bounds of a written unit of work. */
export const writtenLimits = {
  /** How often one line is sent. */
  times: { min: 1, max: 100_000, unit: 'times' },
  weight: workloadSettings.ratio.list.whole,
  pauseMs: { min: 0, max: 60_000, unit: 'ms' },
  /** Of a unit as it was recorded. */
  trip: { min: 0, max: 10_000, unit: '' },
  units: 50,
  stages: 200,
  commandsOfStage: 1000,
  commandsOfUnit: 10_000,
  commandsOfSetup: 100_000,
  /** Of payloads, in one unit. */
  bytesOfUnit: 16_777_216,
  lineLength: 4000,
  /** Of all lines: the plan is in every result. */
  letters: 32_768,
} as const;

/** Bounds of a guess at the outcome of a lesson, by the unit that it asks for. */
export const guessLimits = {
  /** How many times as fast something is: nothing is 0 times as fast. */
  '×': { min: 0.01, max: 10_000, unit: '×' },
  /** What share is left. */
  '%': { min: 0.01, max: 100, unit: '%' },
} as const satisfies Record<string, Limit>;
export type GuessUnit = keyof typeof guessLimits;

/** Bounds, default and unit of every number that a plan, a search or a guess may hold; the page imports rows. */
export const limits = {
  lanes: laneCount,
  ...limitsIn(workloadSettings),
  weight: writtenLimits.weight,
  times: writtenLimits.times,
  pauseMs: writtenLimits.pauseMs,
  ...limitsIn(scheduleSettings),
  ...limitsIn(networkSettings),
  ...limitsIn(serverSettings),
  ...limitsIn(moveSlotsSettings),
  bystanderRps: bystanderSettings.rps.whole,
  ...searchLimits,
  guess: guessLimits['×'],
  guessedShare: guessLimits['%'],
  /** Viewers whose guesses are gathered for one lesson, or votes for one setting. */
  guesses: { min: 0, max: 1000, unit: 'guesses' },
} as const satisfies Record<string, Limit>;

/** Round trips that one plan is measured at. */
export const distanceCount = { min: 2, max: 8 } as const;

/** Load machines that carry a run out together. */
export const agentsInRun = planSettings.agents.whole;

/** How often one viewer may guess about a lesson, or vote about a setting: the first time, and each change of mind. */
export const guessesOfOneViewer = 10;

/** Reading commands have their keys written first; more than this would take minutes. */
export const mostKeysToFill = 5_000_000;

/** One reply to what is asked beside the lanes, such as INFO, bytes. */
export const largestAdminReply = 67_108_864;
/** What Redis itself takes for one value, unless it is told otherwise (proto-max-bulk-len), bytes. */
export const largestValue = 536_870_912;
/** Of a reply beside its values, bytes; an error has to fit as well. */
const replySlack = 1_048_576;
/** Values in one reply: of MGET and LRANGE. */
const valuesPerReply = 10;
/** What stands around a value in a reply, bytes. */
const perValue = 64;

interface AnsweredWorkload {
  commands: readonly string[];
  dataSize: number;
  dataSizeRange?: readonly [number, number] | undefined;
  pipeline: number;
}

/**
 * Bytes that one reply to this workload can have, also where a whole batch is answered by one reply. What a command
 * of one's own reads, and a value that APPEND has grown, is bounded by Redis alone.
 */
export function largestReply({ commands, dataSize, dataSizeRange, pipeline }: AnsweredWorkload): number {
  if (commands.includes('custom') || commands.includes('append')) return maxBytesInFlight;
  const value = Math.max(dataSize, dataSizeRange?.[0] ?? 0, dataSizeRange?.[1] ?? 0) + perValue;
  return Math.min(maxBytesInFlight, replySlack + pipeline * valuesPerReply * value);
}

/** Characters of the name that a caller gives a run. */
export const runNameLength = 80;

/** What the history keeps, and what may be said of an entry. */
export const historyLimits = {
  /** Beyond either of these the oldest go, those first that have neither name nor tags. Bytes as they are stored. */
  entries: 2000,
  bytes: 536_870_912,
  nameLength: runNameLength,
  tags: 10,
  tagLength: 30,
  searchLength: 200,
  /** On one page of the list. */
  page: { default: 50, max: 200 },
} as const;

/** The picture of a run that link previews show: a PNG of this size, in pixels, and at most so many bytes. */
export const cardLimits = { width: 1200, height: 630, bytes: 200_000 } as const;

/** A result that is sent for export, bytes. */
export const largestUpload = 16_777_216;

/** Code that is pasted to be judged. Loops are known from three rounds on. */
export const pastedLimits = {
  letters: 20_000,
  /** Rounds of a loop. */
  items: { min: 3, max: 500, default: 10, unit: 'items' },
  /** Commands of one function, all rounds of its loops together. */
  commands: 5000,
} as const;

/** A trace that the page reads, bytes: as long as that of one process may be. */
export const largestTrace = 67_108_864;

/** A file that the server makes of a run, bytes. */
export const largestExport = 33_554_432;

/** Texts and lists of a document that comes from elsewhere: a result, the outcome of a recipe, a search. */
export const documentLimits = {
  /** Characters of a sentence, such as an error's message. What the program itself keeps of one is cut here. */
  text: 10_000,
  /** Characters of an id or a name. */
  name: 200,
  /** Code with the advised settings. */
  code: 100_000,
  /** A histogram in base64. */
  histogram: 6_000_000,
  /** What a phrase of a recipe holds, characters and entries of all its parts together. */
  phrase: 50_000,
  /** Entries of a list. */
  list: 1000,
  /** Slices of a lane: a run that ends by a count may have many. */
  slices: 1_000_000,
  /** Changes during a run. */
  tunings: 10_000,
} as const;

/** Samples of each lane that a page gets on connecting. */
export const snapshotSamples = 600;

/** Coarse buckets of latencies: each doubling, from an eighth of a microsecond to over 60 s, in four equal parts. */
export const spreadBuckets = { perDoubling: 4, smallestExponent: -3, count: 116 } as const;

/** Characters of an id, and of a step, where a presenter is; a comparison of a dozen runs names them all. */
export const longestPlaceName = 400;

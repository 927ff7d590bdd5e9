import { clientIds } from '../contract/enums.ts';
import { serverPlanTarget } from '../contract/private-server.ts';
import type { SettingLabels, Limit, Manual, SettingRows } from './setting.ts';

const targetId = { min: 1, max: 80 } as const;

/** SettingRows of a plan that are in no part of it. */
export const planSettings = {
  /** Its option chooses a server, with an address beside it. */
  target: { text: targetId, default: serverPlanTarget, sharing: 'private' },
  agents: { whole: { min: 1, max: 1000, unit: 'agents' } },
  /** Nothing that comes from elsewhere may cost others their keys. */
  allowEviction: { flag: true, optional: true, origin: 'local' },
  /** The id of the run stands behind it. */
  prefix: { text: { min: 1, max: 100, pattern: /^[\w:.-]{1,100}$/ }, origin: 'local', sharing: 'private' },
} as const satisfies SettingRows;

/** Lanes in one plan. */
export const laneCount = { min: 1, max: 12, unit: 'lanes' } as const satisfies Limit;

/** What a lane says of itself. The options that make lanes are lists, crossed with each other. */
export const laneSettings = {
  id: {
    text: { min: 1, max: 40, pattern: /^[a-z0-9][a-z0-9-]{0,39}$/ },
    sharing: 'name',
  },
  strategy: { text: { min: 1, max: 40 }, required: true, sharing: 'open' },
  client: { choice: clientIds },
  label: { text: { min: 1, max: 80 }, sharing: 'name' },
  target: { text: targetId, sharing: 'private' },
  /** Of a lane that is a program. */
  file: { text: { min: 1, max: 80 }, origin: 'code', sharing: 'private' },
  hash: { text: { min: 64, max: 64, pattern: /^[0-9a-f]{64}$/ }, origin: 'code', sharing: 'open' },
} as const satisfies SettingRows;

const { strategy: _strategy, ...others } = laneSettings;
/** Settings of a lane but its strategy, which is the key of a lane in an address. */
export const ownOfLane = others;

/** A separate client that watches. */
export const bystanderSettings = {
  rps: { whole: { min: 1, max: 10_000, default: 100, unit: 'GET/s' } },
} as const satisfies SettingRows;

/** How long the bystander watches without load, before the lanes. */
export const bystanderAloneMs = 2000;

/** Slots that a private cluster moves to another master, so long after the beginning. */
export const moveSlotsSettings = {
  afterMs: { whole: { min: 0, max: 3_600_000, unit: 'ms' }, required: true },
} as const satisfies SettingRows;

export const planManual = (): Manual<typeof planSettings> => ({
  target: {
    meaning:
      'Id of a target; where it is left out, the first of /api/targets. Where no lane measures it, that of the first lane.',
  },
  agents: {
    group: 'Where',
    meaning: 'Load machines that carry the lanes out, in equal parts; left out: this machine does.',
    help: 'let so many load machines carry the lanes out, in equal parts (roundtrip agent; docs/scale.md). With --join, and --target NAME or NAME=URL: the server as the agents call it, and where this machine reaches it',
  },
  prefix: {
    group: 'Where',
    meaning: 'What the keys of the run begin with, in front of its id; left out: roundtrip:',
    argument: 'roundtrip:',
    help: 'what the keys of the run begin with: only these are written and removed (roundtrip:). For a user who may write no others, as in --prefix app:bench:',
  },
  allowEviction: {
    group: 'Where',
    meaning:
      'Measures a server that evicts, though keys of others go; evicted keys are in the result, by lane.',
    help: 'measure a server that evicts keys to make room, though keys of others go with it; the result says how many, by lane',
  },
});

export const laneManual = (): Manual<typeof laneSettings> => ({
  id: { meaning: 'Name of the lane in results; left out: made from its strategy.' },
  strategy: { meaning: 'Id of a strategy, as /api/strategies lists them.' },
  client: { meaning: 'Client library that carries it out, as /api/clients lists them; left out: ioredis.' },
  label: { meaning: 'Name for people.' },
  target: {
    meaning:
      'Id of the target that this lane measures, in place of the plan’s. Lanes with the same target and server share it.',
  },
  file: {
    meaning:
      'Of a lane that is a function or a program of the user: the name of its file, or of the function. Only the command line and a call of the library name code.',
  },
  hash: { meaning: 'SHA-256 of the file or the function, in hexadecimal.' },
});

export const bystanderManual = (): Manual<typeof bystanderSettings> => ({
  rps: {
    group: 'How',
    meaning: 'GETs per second.',
    help: 'watch with a separate client that sends so many GETs a second',
  },
});

export const moveSlotsManual = (): Manual<typeof moveSlotsSettings> => ({
  afterMs: {
    group: 'Where',
    meaning: 'So long after the beginning, ms.',
    argument: '2s',
    help: 'with --target cluster: move slots to another master so long after the beginning',
  },
});

export const planLabels: SettingLabels<typeof planSettings> = {
  target: 'Redis',
  agents: 'Agents',
  allowEviction: 'Evictions allowed',
  prefix: 'Keys begin with',
};

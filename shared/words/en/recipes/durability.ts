import type { DurabilityCodes, SyncSetting } from '../../../recipes/durability.ts';
import type { RecipeWords } from '../../recipe-words.ts';
import { capital } from '../counted.ts';

const settings: Readonly<Record<SyncSetting, string>> = {
  off: 'no append-only file',
  everysec: 'synced every second',
  always: 'synced always',
};

export const durability: RecipeWords<DurabilityCodes> = {
  title: 'Batches and the disk',
  question: 'What does an append-only file do to throughput, one by one and in batches?',
  method:
    'SET of 100 bytes with ioredis on three private servers: without an append-only file, with one that is synced every second, and with one that is synced before each reply. A server syncs once for all that it has read in one turn, so a batch shares the wait. The file is in the folder for temporary files: how long a sync takes there depends on the disk.',
  source: 'a published benchmark (author and title unknown); said without figures',
  ask: 'Synced always: how many times faster are pipelines of 100 than one by one over one connection?',
  choices: {},
  takeaway: (times) =>
    `With every write synced to disk, pipelines of 100 did ${times} times as many writes a second as one at a time.`,
  claims: {
    'settings-cost-throughput': {
      text: 'Settings of the server such as appendfsync cost throughput.',
      rule: 'Holds when one by one over one connection, synced always, reaches less than 0.8 times the throughput without a file. The nearest ends of both intervals decide.',
    },
  },
  labels: {
    setting: ({ setting }) => settings[setting],
    'lane-with-setting': ({ setting, lane }, { label }) => `${settings[setting]}: ${label(lane)}`,
    'set-of-100-bytes': 'SET of 100 bytes',
    'against-no-file': 'against no file',
    'against-one-by-one': 'against one by one',
    'always-to-no-file': 'synced always against no file, one by one',
  },
  sentences: {
    'cost-of': ({ setting, single, batch, batched }, { ratio }) =>
      `${capital(settings[setting])}: one by one reaches ${ratio(single)} of what it does without a file, pipelines of ${batch} ${ratio(batched)}.`,
    gains: ({ batch, gains }, { ratio, list }) =>
      `Pipelines of ${batch} against one by one: ${list(gains.map((gain) => `${settings[gain.setting]} ${ratio(gain.ratio)}`))}.`,
  },
};

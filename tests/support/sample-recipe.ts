import type { RecipeResult1 } from '../../shared/contract/recipe.ts';
import { sampleResult } from './sample-result.ts';

const judged = (text: string, judgement: RecipeResult1['claims'][number]['judgement'], because: string) => ({
  ...{ text, judgement, because },
  rule: `Holds when ${text} is seen.`,
});

/** What a recipe gave, as the first version stored it, with every kind of cell, judgement and step. */
export const sampleRecipe: RecipeResult1 = {
  kind: 'recipe',
  schema: 1,
  recipe: 'rtt',
  title: 'Round trips',
  question: 'How much does a pipeline gain?',
  form: 'quick',
  source: { document: 'document 003', tool: 'Jedis', environment: '' },
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:20.000Z',
  state: 'failed',
  prediction: { ask: 'How many times faster?', unit: '×', answer: 16.2 },
  tables: [
    {
      title: 'SETEX | one connection',
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'commands/s', unit: 'commands/s', origin: 'measured' },
        { label: '95 % interval', unit: 'commands/s', origin: 'measured' },
        { label: 'published', unit: 'commands/s', origin: 'published' },
        { label: 'segments', unit: 'count', origin: 'measured' },
      ],
      rows: [
        ['one by one', 11_000.5, [10_000, 12_000], 8769, null],
        ['pipeline', null, [1, 2], null, null],
        ['=1+1', 0, null, null, null],
      ],
    },
    {
      title: 'What became of it',
      columns: [
        { label: '', unit: 'text', origin: 'setting' },
        { label: 'outcome', unit: 'text', origin: 'measured' },
      ],
      rows: [['MSET', 'refused, "CROSSSLOT"']],
    },
  ],
  claims: [
    judged('The longer, the more.', 'holds', '× 16.2 (14.0 – 17.8), at least 5.'),
    judged('Threads help <a lot>.', 'does not hold here', '× 0.90 (0.80 – 0.95), less than 1.'),
    judged('Packets matter.', 'cannot be seen here', 'Loopback has no packets.'),
  ],
  reading: ['The gain grows with the round trip.'],
  warnings: ['the machine was busy'],
  steps: [
    { step: 'near', label: 'local container', state: 'completed', error: null, result: sampleResult },
    {
      ...{ step: 'far', label: 'another continent', state: 'failed', result: null },
      error: { name: 'Error', code: null, message: 'redis-server did not start', stack: null },
    },
  ],
};

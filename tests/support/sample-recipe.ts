import type { RecipeResult } from '../../shared/contract/recipe.ts';
import { sampleResult } from './a-result.ts';

/** What a recipe gave, with every kind of cell, claim and step. */
export const sampleRecipe: RecipeResult = {
  kind: 'recipe',
  schema: 2,
  recipe: 'rtt',
  form: 'quick',
  startedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: '2026-01-01T00:00:20.000Z',
  state: 'failed',
  prediction: { unit: '×', answer: 16.2 },
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
    {
      ...{ claim: 'longer-gains-more', outcome: 'holds' },
      evidence: [
        { code: 'gains', gains: [{ server: 'local-container', ratio: { ratio: 16.2, ci95: [14, 17.8] } }] },
      ],
    },
    {
      ...{ claim: 'threads help <a lot>', outcome: 'does not hold here' },
      evidence: [{ code: 'measured-once', what: 'threads', ratio: { ratio: 0.9, ci95: null } }],
    },
    { claim: 'packets', outcome: 'cannot be seen here', evidence: [{ code: 'one-machine' }] },
  ],
  reading: [{ code: 'of-the-most', commands: 1000, share: 0.016 }],
  warnings: ['the machine was busy'],
  steps: [
    { step: 'near', label: 'local container', state: 'completed', error: null, result: sampleResult },
    {
      ...{ step: 'far', label: 'another continent', state: 'failed', result: null },
      error: { name: 'Error', code: null, message: 'redis-server did not start', stack: null },
    },
  ],
};

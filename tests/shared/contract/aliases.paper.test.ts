import { expect, test } from 'vitest';
import { inTodaysNames } from '../../../shared/contract/aliases.ts';

test('a search of schema 2 is read in the names of today', () => {
  const old = {
    schema: 2,
    judgement: { worth: 'not told', advised: null, notToldApart: [{ strategy: 'pipeline', depth: 16 }] },
    warnings: [{ code: 'out-of-time', rungs: [{ strategy: 'lua', depth: 64 }] }],
    snippet: 'not told: depth, judgement',
  };
  const now = {
    schema: 2,
    recommendation: {
      worth: 'inconclusive',
      advised: null,
      indistinguishable: [{ strategy: 'pipeline', batchSize: 16 }],
    },
    warnings: [{ code: 'out-of-time', candidates: [{ strategy: 'lua', batchSize: 64 }] }],
    snippet: 'not told: depth, judgement',
  };
  expect(inTodaysNames('search', old)).toEqual(now);
  expect(inTodaysNames('search', now)).toEqual(now);
});

test('so is the summary of an entry', () => {
  expect(
    inTodaysNames('said', {
      code: 'run',
      keptRate: 500,
      best: { lane: 'worth' },
      answer: { worth: 'not told' },
    }),
  ).toEqual({ code: 'run', sustainedRate: 500, best: { lane: 'worth' }, answer: { worth: 'inconclusive' } });
});

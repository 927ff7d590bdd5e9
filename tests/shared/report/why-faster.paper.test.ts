import { expect, test } from 'vitest';
import { whyFaster, type TellingFigures } from '../../../shared/report/headline.ts';
import { english } from '../../../shared/words/en/index.ts';

const lane = (strategy: string, batch: number | null, p50Ms?: number): TellingFigures => ({
  ...{ strategy, batch, p50Ms },
});

test.each<[string, TellingFigures, TellingFigures, string | null]>([
  [
    'commands share a trip',
    lane('pipeline', 16),
    lane('one-by-one', 1, 1.45),
    '16 commands share one trip; One by one waits 1.450 ms for each (p50).',
  ],
  [
    'commands that gather by themselves share a trip',
    lane('auto-pipeline', 3.42),
    lane('one-by-one', 1, 123.456),
    '3.4 commands share one trip; One by one waits 123.46 ms for each (p50).',
  ],
  [
    'how long the baseline waits is not known',
    lane('pipeline', 16),
    lane('one-by-one', 1),
    '16 commands travel in one write, not 1.',
  ],
  [
    'the baseline does not batch, but does not wait for each either',
    lane('pipeline', 16),
    lane('concurrent', 1, 1.45),
    '16 commands travel in one write, not 1.',
  ],
  [
    'both batch, one of them deeper',
    lane('pipeline', 64),
    lane('pipeline', 8, 1.45),
    '64 commands travel in one write, not 8.',
  ],
  [
    'nothing is batched, but nothing is awaited either',
    lane('concurrent', 1.2),
    lane('one-by-one', 1),
    'It sends on without waiting; One by one waits for each reply.',
  ],
  ['their writes carry about the same', lane('multi', 16), lane('pipeline', 16), null],
  ['what a write carries is not known', lane('pipeline', null), lane('one-by-one', 1), null],
])('Where %s, the reason says just that', (_, faster, baseline, said) => {
  expect(whyFaster(faster, baseline, 'One by one', english)).toBe(said);
});

import { describe, expect, test } from 'vitest';
import { recipe as alternatives } from '../../../shared/recipes/alternatives.ts';
import { makeMeasured, type MadeLane } from '../../support/made-outcomes.ts';
import { judgedIn, readIn } from '../../support/recipe-in-english.ts';

type Found = NonNullable<MadeLane['atomicity']>;

/** As it is: only a pipeline and auto-pipelining are seen half done. */
const asExpected: Record<string, Found> = {
  pipeline: { looks: 400, halfDone: 90 },
  'auto-pipeline': { looks: 400, halfDone: 80 },
  'multi-key': {
    failing: { command: 'set', refused: 0, failure: null, othersDone: 999, listKept: false },
  },
};
const measure = (found: Record<string, Found> = asExpected) =>
  makeMeasured(alternatives, (step, lane) => {
    if (step === 'atomicity') return { rate: 1, atomicity: found[lane] ?? {} };
    return {
      rate: lane === 'multi-key' ? 900_000 : 200_000,
      commands: 1000,
      bytesOut: 140_000,
      bytesIn: 5000,
    };
  });
const judgements = (found?: Record<string, Found>) =>
  judgedIn(alternatives, measure(found)).map(({ outcome }) => outcome);

describe('the claims, by what the experiment has found', () => {
  const [yes, no, unseen] = ['holds', 'does not hold here', 'cannot be seen here'] as const;
  test.each([
    ['as published', asExpected, [yes, yes, yes]],
    ['no pipeline was caught half done', { pipeline: { halfDone: 0 } }, [unseen, yes, unseen]],
    [
      'a transaction was seen half done',
      { ...asExpected, multi: { looks: 400, halfDone: 1 } },
      [yes, yes, no],
    ],
    ['too few looks', { ...asExpected, multi: { looks: 20 } }, [yes, yes, unseen]],
    [
      'the failing command stopped those behind it',
      { ...asExpected, pipeline: { ...asExpected.pipeline, failing: { othersDone: 500 } } },
      [yes, no, yes],
    ],
  ])('%s', (_what, found: Record<string, Found>, expected) => {
    expect(judgements(found)).toEqual(expected);
  });
});

test('the reading says what was seen, and what became of the others', () => {
  const reading = readIn(alternatives, measure()).join('\n');
  expect(reading).toContain('SET: MSET / MGET is the fastest, 900,000/s, × 4.50');
  expect(reading).toContain('pipeline 140 B and 5 B');
  expect(reading).toContain('pipeline: 90 of 400 looks showed a batch half done (23 %).');
  expect(reading).toContain('MULTI/EXEC: none of 400 looks showed a batch half done (with 95 % certainty');
  expect(reading).toContain(
    'pipeline: of 1000 APPEND 1 failed (WRONGTYPE), 999 of 999 others are done, the list is still there.',
  );
  expect(reading).toContain('MSET / MGET: of 1000 SET none failed, the list was overwritten.');
});

test('the fastest way is named only where its interval tells it from a pipeline', () => {
  const said = (multiKey: MadeLane['rate']) =>
    readIn(
      alternatives,
      makeMeasured(alternatives, (_step, lane) => ({ rate: lane === 'multi-key' ? multiKey : 1000 })),
    )[0];
  expect(said(4000)).toContain('MSET / MGET is the fastest');
  expect(said([500, 9000, 800, 7000, 900, 8000, 700, 9000])).toMatch(
    /^SET: MSET \/ MGET did the most, .*, but cannot be told from a pipeline: × .* \(.* – .*\) as fast\.$/,
  );
  expect(said([4000])).toMatch(
    /did the most, 4,040\/s, but cannot be told from a pipeline: × 4\.\d+ as fast\.$/,
  );
});

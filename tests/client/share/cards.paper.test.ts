import { beforeAll, expect, test, vi } from 'vitest';
import { en } from '../../../client/src/messages/en.ts';
import { cardMarkdown } from '../../../client/src/share/card.ts';
import { cardOf, type CardTools } from '../../../client/src/share/cards.ts';
import type { LessonOutcome } from '../../../shared/contract/lesson.ts';
import type { Result } from '../../../shared/contract/result.ts';
import { describeAnswer } from '../../../shared/search/describe.ts';
import { recommend } from '../../../shared/search/recommendation.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { outcomeInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { madeAdvice } from '../../support/made-history.ts';
import { madeCurve, madePoint, madeSearch } from '../../support/made-points.ts';
import { recipe as connections } from '../../../shared/recipes/connections.ts';
import { recipe as rtt } from '../../../shared/recipes/rtt.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { foundBy } from '../../support/recipe-in-english.ts';
import { sampleResult } from '../../support/a-result.ts';
import { sampleRecipe } from '../../support/sample-recipe.ts';

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en'] });
});

const tools: CardTools = {
  session: { batches: () => true, nameOfMeasured: ({ id }) => id, targets: [] },
  messages: en,
  colours: (variable) => variable,
};

const ofLesson = (outcome: LessonOutcome) =>
  cardOf({ kind: 'lesson', id: 'lesson-1', outcome, language: english }, tools);

test('The card of a lesson has its takeaway, and what was measured as bars', () => {
  const { steps: _, ...outcome } = sampleRecipe;
  const { environment } = sampleResult;
  const card = ofLesson({ ...outcome, environment });
  expect(card.title).toBe(outcomeInWords(outcome, english).takeaway);
  expect(card.lanes.map(({ name, measured, figure }) => [name, measured?.value, figure])).toEqual([
    ['one by one', 11_000.5, '11,001/s'],
    ['pipeline', undefined, '–'],
    ['=1+1', 0, '0.0/s'],
  ]);
  expect(card.facts[0]).toContain('Round trip and pipelines');
  expect(card.columns[1]).not.toBe('');
  // As on the card of a run: the figures are of one machine.
  const { server, cpuModel, platform } = environment;
  for (const part of [`${server.name} ${server.version}`, cpuModel, platform])
    expect(card.facts[1]).toContain(part);
  // A lesson without a run has been measured at a time, and that is all.
  expect(ofLesson(outcome).facts[1]).not.toContain(server.name);
});

test('The bars of a lesson whose table holds times are its gains, and the card says so', () => {
  const card = ofLesson(
    foundBy(
      rtt,
      makeMeasured(rtt, (_, lane) => (lane === 'pipeline' ? 9000 : 1000)),
    ),
  );
  expect(card.lanes.map(({ figure, ratio }) => [figure, ratio])).toEqual(Array(3).fill(['× 9.00', '']));
  expect(card.facts[0]).toMatch(/one connection: gain$/);
});

test('Beside the bars of a lesson stands how its lanes compare, not how they compare with what was published', () => {
  const measured = makeMeasured(connections, (_, lane) => (lane === 'wire-50' ? 60_000 : 20_000));
  const outcome = { ...foundBy(connections, measured), warnings: ['this machine was too busy'] };
  const card = ofLesson(outcome);
  expect(card.columns[2]).toBe('against 1');
  expect(card.lanes.find(({ name }) => name.startsWith('50'))?.ratio).toBe('× 3.00 (3.00 – 3.00)');
  expect(card.facts[0]).toMatch(/commands\/s, × against 1$/);
  expect(card.evidence).toMatch(/^This machine was too busy\. /);
  expect(ofLesson({ ...outcome, state: 'stopped' }).evidence).toMatch(
    /^Stopped early[^.]+\. This machine was too busy\. /,
  );
});

test('What makes a run doubtful comes first on its card', () => {
  const lanes = sampleResult.lanes.map((lane) => ({ ...lane, warnings: [] }));
  const evidenceOf = (more: Partial<Result>) =>
    cardOf({ kind: 'run', id: 'run-1', result: { ...sampleResult, lanes, ...more } }, tools).evidence;
  expect(evidenceOf({})).toMatch(/^95 % interval: × 3\.57 – 4\.11\./);
  expect(evidenceOf({ state: 'stopped', lanes: sampleResult.lanes })).toMatch(
    /^Stopped early: [^.]+\. Noisy: turns varied by .*\. 95 % interval: /,
  );
});

const cardOfSearch = (p99BoundMs: number | null) => {
  const points = [
    ...madeCurve([1, 16, 64, 128, 256, 512], { tripMs: 5, ceiling: 300_000 }),
    madePoint('multi-key', 8, 90_000, 9),
  ];
  const order = { ...madeAdvice.order, ...madeSearch(), p99BoundMs };
  const recommendation = recommend(order, points);
  const shown = {
    ...{ id: 'search-1', state: 'completed' as const, startedAt: madeAdvice.startedAt, order, points },
    ...{ elapsedMs: 0, stage: null, candidates: [], error: null, advice: { ...madeAdvice, recommendation } },
  };
  const answer = describeAnswer(order, recommendation, words);
  return {
    recommendation,
    answer,
    card: cardOf({ kind: 'search', id: 'search-1', shown, words }, tools),
  };
};

test('The card of a search has its answer, and the batches that it names as bars', () => {
  const { recommendation, answer, card } = cardOfSearch(null);
  expect(answer.answer[0]).toContain(card.title);
  expect(card.lanes[0]?.name).toBe('one by one');
  const advised = card.lanes.find(({ ratio }) => ratio !== '');
  expect(advised?.name).toContain(String(recommendation.candidate.batchSize));
  expect(advised?.measured?.value).toBe(recommendation.candidate.throughput);
});

test('The card of a search under a bound has the p99 of every way', () => {
  const { card } = cardOfSearch(0.01);
  expect(card.columns[2]).toBe('p99');
  expect(card.lanes.map(({ name }) => name)).toContain('MSET / MGET, batch 8');
  for (const { ratio } of card.lanes) expect(ratio).toMatch(/^p99 \d[\d.,]* ms$/);
});

test('A card as Markdown is a table, in which no name is markup', () => {
  const text = cardMarkdown({
    title: 'Twice as fast',
    badge: 'machine was busy',
    evidence: 'Measured here.',
    lanes: [{ name: 'a|b <i>', colour: '', measured: null, figure: '10/s', ratio: '× 2' }],
    columns: ['lane', 'a|s', '×'],
    facts: ['SET'],
    address: { url: 'http://lab/runs/1', qr: [] },
  });
  expect(text).toBe(
    '**Twice as fast** (machine was busy)\n\nMeasured here.\n\n| lane | a\\|s | × |\n|---|--:|--:|\n| a\\|b \\<i\\> | 10/s | × 2 |\n\nSET\n\nhttp://lab/runs/1',
  );
});

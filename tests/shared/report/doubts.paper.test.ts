import { expect, test } from 'vitest';
import { doubtInWords, doubts } from '../../../shared/report/doubts.ts';
import { english } from '../../../shared/words/en/index.ts';
import { russian } from '../../../shared/words/ru/index.ts';
import { chinese } from '../../../shared/words/zh/index.ts';
import * as documents from '../../support/golden-documents.ts';
import { sampleResult } from '../../support/a-result.ts';

const runs = [documents.run, documents.stopped, documents.race, documents.openLoop];
const found = runs.map(doubts);

test('A run that nothing is to be said against has no doubts', () => {
  const lanes = sampleResult.lanes.map((lane) => ({ ...lane, warnings: [] }));
  expect(doubts({ ...sampleResult, lanes })).toEqual([]);
});

test('All that makes a run doubtful is found, that of the whole run before that of a lane', () => {
  expect(found.map((all) => all.map(({ lane, finding }) => `${lane ?? 'run'}: ${finding.code}`))).toEqual([
    [
      'run: too-busy',
      'run: proxy-bound',
      'run: server-busy',
      'run: not-precise',
      'run: settings-changed',
      'run: noisy',
      'run: drifted',
      'pipeline: commands-failed',
      'concurrent: counts-differ',
    ],
    ['run: stopped-early', 'run: one-round'],
    ['run: race', 'run: wide-interval', 'run: noisy'],
    ['one-by-one: queue-grows'],
  ]);
});

test.each([english, russian, chinese])(
  'Each doubt has words in each language, and lanes their names',
  (words) => {
    const said = found.flat().map((doubt) => doubtInWords(doubt, (id) => `<${id}>`, words));
    expect(said.filter((text) => /undefined|null|NaN|\[object/.test(text))).toEqual([]);
    expect(said.find((text) => text.includes('Roundtrip'))).toContain('<concurrent>');
    expect(said.filter((text) => text.startsWith(words.numbers.named('<pipeline>', ''))).length).toBe(1);
  },
);

test('Lanes that failed for one reason are named together', () => {
  const lanes = ['a', 'b', 'c'].map((lane) => ({
    lane,
    message: lane === 'c' ? 'It was full.' : 'It was gone.',
  }));
  const finding = { code: 'lane-failed' as const, lanes };
  expect(doubtInWords({ lane: null, finding }, (id) => id.toUpperCase(), english)).toBe(
    'A, B failed: It was gone; C failed: It was full.',
  );
  const asks = { code: 'lane-failed' as const, lanes: [{ lane: 'a', message: 'Is it there?' }] };
  expect(doubtInWords({ lane: null, finding: asks }, String, english)).toBe('a failed: Is it there?');
});

test('What commands were refused with is told in the language of the reader, the reply as it came', () => {
  const [first, lane] = sampleResult.lanes;
  if (!first || !lane) throw new Error('no lanes');
  const refused = {
    ...lane,
    ...{ state: 'failed' as const, commands: 0, failed: 3054, failures: { ERR: 3054 } },
    errors: { ERR: 'ERR value is not an integer.' },
    error: { name: 'LaneFailed', code: 'MOSTLY_FAILED', message: 'All of its …', stack: null },
  };
  const [doubt] = doubts({ ...sampleResult, state: 'failed', lanes: [first, refused] });
  if (!doubt) throw new Error('no doubt');
  expect([english, russian, chinese].map((words) => doubtInWords(doubt, () => 'x', words))).toEqual([
    'x failed: All of its commands failed: ERR value is not an integer (3,054 times).',
    'x: отказ – все команды с ошибкой: ERR value is not an integer (3054 раза).',
    'x 失败：全部命令出错：ERR value is not an integer (3054 次)。',
  ]);
});

test('Lanes that send other commands than the others are no comparison of ways of sending alone', () => {
  const [first, ...others] = sampleResult.plan.lanes;
  if (!first) throw new Error('no lane');
  const unlike = { ...first, workload: { ...first.workload, commands: ['hget' as const] } };
  const codes = (lanes: typeof sampleResult.plan.lanes) =>
    doubts({ ...sampleResult, plan: { ...sampleResult.plan, lanes } }).map(({ finding }) => finding.code);
  expect(codes([unlike, ...others])).toContain('unlike-commands');
  expect(codes([first, ...others])).not.toContain('unlike-commands');
});

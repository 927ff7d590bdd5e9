import { expect, test } from 'vitest';
import { calibrate } from '../../calibration/calibrate.ts';
import { markdownPage } from '../../calibration/report.ts';
import { falseCase, foundCase, type Sentence } from '../../calibration/sentence.ts';

const rarely = (share: number): Sentence => ({
  name: `said in ${share}`,
  falseWhen: 'it is said',
  cases: [
    falseCase('nothing is there', (draw) => draw.uniform() < share),
    foundCase('something is there', 0.9, (draw) => draw.uniform() < 1 - share),
  ],
});

test('a rate is what the trials found, and kept where chance explains what is over its bound', () => {
  const report = calibrate([rarely(0.03), rarely(0.052), rarely(0.3)], { trials: 2000, seed: 1 });
  const rates = report.sentences.map(({ cases }) => cases.map(({ rate }) => rate));
  for (const [index, share] of [0.03, 0.052, 0.3].entries()) {
    expect(rates[index]?.[0]).toBeCloseTo(share, 1);
    expect(rates[index]?.[1]).toBeCloseTo(1 - share, 1);
  }
  expect(report.sentences.map(({ cases }) => cases.map(({ held }) => held))).toEqual([
    [true, true],
    [true, true],
    [false, false],
  ]);
});

test('the same seed finds the same rates, whichever sentences are tried beside', () => {
  const alone = calibrate([rarely(0.2)], { trials: 100, seed: 7 });
  expect(calibrate([rarely(0.1), rarely(0.2)], { trials: 100, seed: 7 }).sentences[1]).toEqual(
    alone.sentences[0],
  );
  expect(calibrate([rarely(0.2)], { trials: 100, seed: 8 })).not.toEqual(alone);
});

test('a case that takes long has a share of the trials, and says how many', () => {
  let trials = 0;
  const slow = { ...falseCase('takes long', () => ++trials > 10), share: 0.05 };
  const [sentence] = calibrate([{ name: 'slow', falseWhen: 'it is said', cases: [slow] }], {
    trials: 400,
    seed: 1,
  }).sentences;
  expect(sentence?.cases).toMatchObject([{ name: 'takes long, 20 runs', rate: 0.5 }]);
});

test('the page names the worst case of a sentence, and every bound that is not kept', () => {
  const page = markdownPage(calibrate([rarely(0.01), rarely(0.3)], { trials: 500, seed: 1 }));
  expect(page).toMatch(/\| said in 0\.01 +\| it is said +\| 0\.\d %|1\.\d % \(≤ 5\.0 %\): nothing is there/);
  expect(page).toMatch(/\| no: 2 of 2 cases +\|/);
  expect(page.match(/\*\*no\*\*/g)).toHaveLength(2);
});

test('sentences that are not tried again stay as the page has them', () => {
  const scale = { trials: 500, seed: 1 };
  const all = [rarely(0.01), rarely(0.3), rarely(0.2)];
  const names = all.map(({ name }) => name);
  const page = markdownPage(calibrate(all, scale));
  expect(markdownPage(calibrate([rarely(0.3)], scale), { page, names })).toBe(page);
  // A sentence that has got another case is written with it.
  const [first, ...others] = rarely(0.3).cases;
  if (!first) throw new Error('it has no case');
  const more = { ...rarely(0.3), cases: [first, { ...first, name: 'a further case' }, ...others] };
  const grown = markdownPage(calibrate([more], scale), { page, names });
  expect(grown.replaceAll(/^.*a further case.*\n/gm, '').split('\n')).toHaveLength(page.split('\n').length);
  expect(grown).toContain('a further case');
  expect(() => markdownPage(calibrate([more], { ...scale, seed: 2 }), { page, names })).toThrow(
    /another seed/,
  );
});

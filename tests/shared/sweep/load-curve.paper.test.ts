import { describe, expect, test } from 'vitest';
import { loadStates, overloadCode } from '../../../shared/contract/enums.ts';
import type { LaneResult } from '../../../shared/contract/lane-result.ts';
import type { StepOutcome } from '../../../shared/contract/recipe.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { loadCurve } from '../../../shared/sweep/load-curve.ts';
import { Measured } from '../../../shared/sweep/measured.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { recipeLanguage as russian } from '../../../shared/sweep/ru/index.ts';
import { recipeLanguage as chinese } from '../../../shared/sweep/zh/index.ts';
import { labelInWords, loadAnswerInWords, sentenceInWords } from '../../../shared/sweep/recipe-in-words.ts';

const plan = parsePlan({
  workload: { arrivals: 'poisson', rps: 7 },
  lanes: [
    { strategy: 'one-by-one' },
    { id: 'pipeline', strategy: 'pipeline', client: 'node-redis', workload: { clients: 3 } },
  ],
});
const recipe = loadCurve(plan, [100, 1000, 2000]);

/** Of so many commands that were due in a second; `null`: it gave up. */
const lane = (id: string, rps: number, answered: number | null): Partial<LaneResult> => ({
  id,
  label: id.toUpperCase(),
  state: answered === null ? 'failed' : 'completed',
  error:
    answered === null ? { name: 'LaneFailed', code: overloadCode, message: 'gave up', stack: null } : null,
  commands: answered ?? 1,
  failed: 0,
  throughput: null,
  latencyMs: { command: null, batch: null, response: null },
  rate: {
    offered: rps,
    achieved: answered ?? 0,
    backlog: rps - (answered ?? 0),
    growing: answered !== null && answered < 0.5 * rps,
  },
});
const outcome = (rps: number, first: number | null, second: number | null): StepOutcome => ({
  step: `at-${rps}`,
  label: '',
  state: 'completed',
  error: null,
  result: {
    lanes: [lane('one-by-one', rps, first), lane('pipeline', rps, second)],
  } as unknown as StepOutcome['result'],
});

describe('a load curve', () => {
  test('has a run for each rate, in which every lane is asked for it and keeps its own settings', () => {
    expect(recipe.steps('full').map(({ id }) => id)).toEqual(['at-100', 'at-1000', 'at-2000']);
    for (const [index, step] of recipe.steps('full').entries()) {
      const { workload, lanes } = parsePlan(step.plan);
      const rps = [100, 1000, 2000][index];
      expect(workload).toMatchObject({ rps, arrivals: 'poisson' });
      expect(lanes.map((one) => [one.workload.rps, one.workload.clients])).toEqual([
        [rps, plan.workload.clients],
        [rps, 3],
      ]);
      expect(lanes[1]?.client).toBe('node-redis');
    }
  });

  test('says of each lane what it keeps, and where its queue grows', () => {
    const measured = new Measured([
      outcome(100, 100, 100),
      outcome(1000, 300, 950),
      outcome(2000, null, 1990),
    ]);
    const load = recipe.load?.(measured);
    expect(load?.lanes.map(({ lane: id, keptRps, growsRps }) => [id, keptRps, growsRps])).toEqual([
      ['one-by-one', 100, 1000],
      ['pipeline', 2000, null],
    ]);
    expect(load?.lanes[0]?.points.map(({ state, achievedRps }) => [state, achievedRps])).toEqual([
      ['kept', 100],
      ['grows', 300],
      ['grows', 0],
    ]);
    const { rps: _, ...workload } = plan.workload;
    expect(load?.plan.workload).toEqual(workload);
    expect(load?.lanes[1]).toMatchObject({ label: 'PIPELINE', client: 'node-redis' });
    expect(recipe.read(measured).map((one) => sentenceInWords(one, recipe.id, english))).toEqual([
      'ONE-BY-ONE keeps 100/s; at 1,000/s its queue grows.',
      'PIPELINE keeps 2,000/s, the highest rate.',
    ]);
  });

  test.each([
    [
      'one keeps more',
      [100, 300, 900],
      [100, 1000, 2000],
      [
        'PIPELINE keeps 2,000/s; ONE-BY-ONE 100/s',
        'PIPELINE выдерживает 2000/с; ONE-BY-ONE – 100/с',
        'PIPELINE 跟得上 2000/秒；ONE-BY-ONE 跟得上 100/秒',
      ],
    ],
    [
      'both keep all',
      [100, 1000, 2000],
      [100, 1000, 2000],
      [
        'All lanes keep 2,000/s, the highest rate measured',
        'Все дорожки выдерживают 2000/с, наибольший из измеренных',
        '所有赛道跟得上 2000/秒，即测过的最高速率',
      ],
    ],
    [
      'neither keeps any',
      [9, 9, 9],
      [9, 9, 9],
      [
        'No lane keeps any of the rates',
        'Ни одна дорожка не выдержала ни одного темпа',
        '没有赛道跟得上任何速率',
      ],
    ],
    [
      'one keeps none',
      [9, 9, 9],
      [100, 300, 900],
      [
        'PIPELINE keeps 100/s; ONE-BY-ONE none of the rates',
        'PIPELINE выдерживает 100/с; ONE-BY-ONE – ни одного темпа',
        'PIPELINE 跟得上 100/秒；ONE-BY-ONE 所有速率都跟不上',
      ],
    ],
  ])('answers in one sentence, where %s', (_, first, second, said) => {
    const rates = [100, 1000, 2000];
    const load = recipe.load?.(
      new Measured(rates.map((rps, place) => outcome(rps, first[place] ?? null, second[place] ?? null))),
    );
    const answers = [english, russian, chinese].map((language) => load && loadAnswerInWords(load, language));
    expect(answers.map((text) => text?.replaceAll(/[\u00a0\u202f]/g, ' '))).toEqual(said);
    const nothing = recipe.load?.(new Measured([]));
    expect(nothing && loadAnswerInWords(nothing, english)).toBeNull();
  });

  test('names rates of which it is inconclusive whether they are kept, and claims nothing of them', () => {
    // Nearly all is answered, and the queue does not grow for certain.
    const measured = new Measured([
      outcome(100, 95, 100),
      outcome(1000, 950, 950),
      outcome(2000, null, 1990),
    ]);
    const load = recipe.load?.(measured);
    expect(load?.lanes.map(({ points }) => points.map(({ state }) => state))).toEqual([
      ['short', 'short', 'grows'],
      ['kept', 'short', 'kept'],
    ]);
    const said = (language: typeof english) =>
      recipe.read(measured).map((one) => sentenceInWords(one, recipe.id, language));
    expect(said(english)).toEqual([
      'ONE-BY-ONE keeps none of the rates for certain; 100/s, 1,000/s: inconclusive; at 2,000/s its queue grows.',
      'PIPELINE keeps 2,000/s, the highest rate.',
    ]);
    expect(said(russian)[0]).toContain('ни об одном темпе нельзя сказать');
    expect(said(chinese)[0]).toContain('无法判定');
    const answers = [english, russian, chinese].map((language) => load && loadAnswerInWords(load, language));
    expect(answers[0]).toBe('PIPELINE keeps 2,000/s; ONE-BY-ONE none of the rates for certain');
    expect(answers[1]).toContain('ни одного темпа наверняка');
    expect(answers[2]).toContain('没有确定跟得上的速率');
  });

  test('says why the p50 of a batch falls as the rate grows', () => {
    const withP50 = (rps: number, p50: number): StepOutcome => {
      const at = outcome(rps, rps, rps);
      const lanes = (at.result?.lanes ?? []).map((one) => ({ ...one, latencyMs: { response: { p50 } } }));
      return { ...at, result: { lanes } as unknown as StepOutcome['result'] };
    };
    const measured = new Measured([withP50(100, 16), withP50(1000, 8), withP50(2000, 4)]);
    const said = (language: typeof english) =>
      recipe.read(measured).map((one) => sentenceInWords(one, recipe.id, language));
    expect(said(english)).toEqual([
      'ONE-BY-ONE keeps 2,000/s, the highest rate.',
      'ONE-BY-ONE answers faster at a higher rate (p50 16.000 ms at 100/s, 4.000 ms at 2,000/s). At a low rate client and server sleep between commands, and take time to wake.',
      'PIPELINE keeps 2,000/s, the highest rate.',
      'PIPELINE answers faster at a higher rate (p50 16.000 ms at 100/s, 4.000 ms at 2,000/s): a batch of 16 has to fill first.',
    ]);
    expect(said(russian)[3]).toContain('пакет из 16');
    expect(said(chinese)[3]).toContain('16 条');
  });

  test('a rate that was not measured has no point', () => {
    const load = recipe.load?.(new Measured([outcome(100, 100, 100)]));
    expect(load?.rates).toEqual([100, 1000, 2000]);
    expect(load?.lanes.map(({ points }) => points.length)).toEqual([1, 1]);
    expect(recipe.read(new Measured([]))).toEqual([]);
    expect(
      sentenceInWords(recipe.read(new Measured([outcome(100, 100, 100)]))[0] ?? '', recipe.id, english),
    ).toBe('ONE-BY-ONE keeps 100/s, the highest rate so far.');
  });

  test.each([english, russian, chinese].map((language) => [language.lang, language] as const))(
    'is said in %s, whatever it found',
    (_lang, language) => {
      const figures: [number | null, number | null, number | null][] = [
        [100, 300, null],
        [100, 990, 1990],
        [20, 300, 600],
        [90, 900, 1800],
        [100, 900, 1800],
        [20, 990, null],
      ];
      const said = figures.flatMap(([a, b, c]) =>
        recipe
          .read(new Measured([outcome(100, a, a), outcome(1000, b, b), outcome(2000, c, c)]))
          .map((one) => sentenceInWords(one, recipe.id, language)),
      );
      const states = loadStates.map((state) =>
        labelInWords({ code: 'queue-state', state }, recipe.id, language),
      );
      expect(new Set(states).size).toBe(loadStates.length);
      // Six things to say of each of two lanes, and of one of them that something was in its way.
      expect(new Set(said).size).toBe(14);
      for (const text of [...said, ...states])
        expect(text).not.toMatch(/undefined|null|NaN|queue-state|keeps$/);
    },
  );
});

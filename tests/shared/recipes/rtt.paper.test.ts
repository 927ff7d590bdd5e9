import { describe, expect, test } from 'vitest';
import { recipe as rtt } from '../../../shared/recipes/rtt.ts';
import { makeMeasured } from '../../support/made-outcomes.ts';
import { judgedIn, readIn, tablesIn } from '../../support/recipe-in-english.ts';

/** Commands per second one by one and in a pipeline, by link. */
const withGains = (gains: Record<string, number>, form: 'quick' | 'full' = 'quick') =>
  makeMeasured(
    rtt,
    (step, lane) => {
      const gain = gains[step.replace(/-\d$/, '')];
      if (gain === undefined) return null;
      const rate = lane === 'pipeline' ? 1000 * gain : 1000;
      // In the full form each round is a run by itself, with one slice.
      return { rate: form === 'full' ? [rate * (1 + Number(step.at(-1)) / 1000 || 1)] : rate, pingMs: 1 };
    },
    { form },
  );
const judge = (gains: Record<string, number>, form?: 'quick' | 'full') =>
  judgedIn(rtt, withGains(gains, form))[0];

describe('the longer the round trip, the more a pipeline gains', () => {
  test.each(['quick', 'full'] as const)('holds when each gain is above the one before (%s)', (form) => {
    const finding = judge({ local: 36, office: 93.5, continent: 255.5 }, form);
    expect(finding?.outcome).toBe('holds');
    expect(finding?.because).toMatch(/local container × 36.*office network × 93.*another continent × 25/);
  });

  test.each([
    ['does not hold when the gain falls', { local: 36, office: 20, continent: 255 }, 'does not hold here'],
    ['is not seen when a link is missing', { local: 36, continent: 250 }, 'cannot be seen here'],
  ])('%s', (_what, gains: Record<string, number>, judgement) => {
    expect(judge(gains)?.outcome).toBe(judgement);
  });

  const scattered = { rate: [90, 250, 100, 260, 120].map((gain) => 1000 * gain) };
  const withPipelines = (rates: Record<string, number | typeof scattered>) =>
    judgedIn(
      rtt,
      makeMeasured(rtt, (step, lane) => (lane === 'one-by-one' ? 1000 : (rates[step] ?? null))),
    )[0];

  test('holds from near to far, when only neighbours are too close to tell', () => {
    const finding = withPipelines({ local: 36_000, office: scattered, continent: scattered });
    expect(finding?.outcome).toBe('holds');
    expect(finding?.because).toMatch(
      /Too close to tell here: office network \([\d.]+ – [\d.]+\) and another continent \([\d.]+ – [\d.]+\)\.$/,
    );
    expect(finding?.because).not.toContain('local container (');
  });

  test('is not seen when the ends are not told apart', () => {
    const finding = withPipelines({ local: scattered, office: scattered, continent: scattered });
    expect(finding?.outcome).toBe('cannot be seen here');
    expect(finding?.because).toMatch(/Inconclusive: local container .*; office network .*\.$/);
  });
});

test('the time of 1000 commands follows from the rate, beside the published time', () => {
  const [table] = tablesIn(rtt, withGains({ local: 36, office: 93.5, continent: 255.5 }));
  const local = table?.rows[0];
  expect(local?.slice(3, 7)).toEqual([1000, 1065.4, expect.closeTo(1000 / 36, 1), 29.6]);
});

test('the full form repeats each link as often as was published', () => {
  const steps = rtt.steps('full');
  expect(steps).toHaveLength(15);
  expect(new Set(steps.map(({ plan }) => plan.workload?.requests))).toEqual(new Set([1000]));
});

test('the share of the round trip is said only where it leaves room for the work of a command', () => {
  const [why, near, office, far] = readIn(rtt, withGains({ local: 4.43, office: 93.5, continent: 970 }));
  expect(near).toMatch(/^Local container: .* reaches × 4\.43 .*cannot be told here: a PING/);
  expect(why).toMatch(/waits a whole round trip.*reached 97 % of that/);
  for (const one of [office, far]) expect(one).toContain('100 % of a command’s time is the round trip.');
});

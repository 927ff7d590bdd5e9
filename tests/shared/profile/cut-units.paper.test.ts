import { describe, expect, test } from 'vitest';
import type { Profile } from '../../../shared/contract/profile.ts';
import { parseProfileAssertion } from '../../../server/cli/gate/assertions/profile.ts';
import { judgeProfile } from '../../../shared/profile/gate.ts';
import { profileOf } from '../../../shared/profile/profile-of.ts';
import { lineOf, readTrace, type Trace, type TracedUnit } from '../../../shared/profile/read-trace.ts';
import { headlineOf, profileReport } from '../../../shared/profile/report.ts';
import { NothingToReplay, replayOf } from '../../../shared/profile/replay/replay.ts';
import { adviceOf } from '../../../shared/profile/saving-by-distance.ts';
import { timelineOf } from '../../../shared/profile/timeline.ts';
import { profile as english } from '../../../shared/words/en/profile.ts';
import { profile as russian } from '../../../shared/words/ru/profile.ts';
import { profile as chinese } from '../../../shared/words/zh/profile.ts';
import { markdown } from '../../../server/reporters/markdown.ts';
import { reported } from '../../support/reported.ts';
import { sampleSource, sampleTrace } from '../../support/sample-trace.ts';
import { withSources } from '../../support/with-sources.ts';

/** The two units of the sample, of which the first or both were cut: 4 of 3,000 commands each. */
const cut = (units: number): Trace =>
  readTrace(
    sampleTrace
      .replaceAll('"kind":"http"', (text) => (units-- > 0 ? `${text},"of":3000` : text))
      .replace('"commands":8,"recorded":8', '"commands":6000,"recorded":8,"beyond":5992'),
  );
const withSource = withSources({ 'src/cart.ts': sampleSource });
const judged = (trace: Trace, detecting = withSource): Profile =>
  profileOf(trace, { startedAt: '', program: 'app.js', tookMs: 1 }, detecting);
const nothingFound = { ...withSource, isIgnored: () => true };
const check = (text: string, profile: Profile) => judgeProfile(parseProfileAssertion(text), profile);
const shown = (profile: Profile) =>
  reported(markdown, { kind: 'blocks', report: profileReport(profile, []), result: profile, checks: [] });

test('a line of a unit says how many commands it sent, and is none with anything else there', () => {
  const line = { k: 'unit', id: 2, kind: 'http', name: 'GET /', t0: 0, t1: 1 };
  expect(lineOf(JSON.stringify({ ...line, of: 3000 }))).toMatchObject({ of: 3000 });
  for (const of of [-1, 0.5, '3000', null]) expect(lineOf(JSON.stringify({ ...line, of }))).toBeNull();
});

describe('units that were cut', () => {
  const both = judged(cut(2));
  const one = judged(cut(1));

  test('have findings of their first commands, as the first of so many, and no figures', () => {
    expect(both.gaps).toEqual(['long-units']);
    expect(both.units).toMatchObject([
      { count: 2, recorded: 0, cut: { units: 2, kept: 4, of: 3000 }, commands: 0, tripsNow: 0, waitingMs: 0 },
    ]);
    expect(both.findings).toMatchObject([{ code: 'independent-sequence', perUnit: 4, units: 2 }]);
    expect(headlineOf(both, english)).toMatch(
      /^src\/cart\.ts:9:46 sends 4 GETs .* Of 2 requests, only the first 4 of 3,000 commands were recorded, in the mean\.$/,
    );
    expect(shown(both)).toMatch(/\| GET \/cart\/:id \| 2 \| first 4 of 3,000 commands \|/);
    expect(shown(both)).toContain('was cut. Its first commands were recorded, the rest was only counted.');
  });

  test('leave the figures of others of their name alone', () => {
    const whole = judged(readTrace(sampleTrace));
    expect(one.units).toMatchObject([{ count: 2, recorded: 1, cut: { units: 1 }, commands: 4, tripsNow: 4 }]);
    expect(one.units[0]?.tripsNeeded).toBe(whole.units[0]?.tripsNeeded);
    expect(headlineOf(one, english)).toContain('Of 1 request, only the first 4 of 3,000');
    expect(whole.units[0]).not.toHaveProperty('cut');
  });

  test.each([
    ['profile.independent == 0', null],
    ['profile.sequences == 0', null],
    ["profile.tripsPerUnit['GET /cart/:id'] <= 4", null],
    ["profile.commandsPerUnit['GET /cart/:id'] <= 4", null],
    ['profile.waitingMs < 1s', null],
  ])('leave %s unjudged where nothing was found', (text, passed) => {
    for (const profile of [judged(cut(1), nothingFound), judged(cut(2), nothingFound)]) {
      expect(profile.findings).toEqual([]);
      expect(check(text, profile)).toMatchObject({
        passed,
        message: expect.stringContaining('Record with --budget 100%, or divide its work by marks (unit).'),
      });
    }
    expect(check(text, judged(readTrace(sampleTrace), nothingFound)).passed).toBe(true);
  });

  test('fail what their first commands break', () => {
    expect(check('profile.independent == 0', both).passed).toBe(false);
  });

  test.each([
    ['English', english, /^No unit was recorded to its end/],
    ['Russian', russian, /^Ни одна единица работы не записана до конца/],
    ['Chinese', chinese, /^没有一个单元记录到结尾/],
  ])('are not said to have nothing, in %s', (_, words, sentence) => {
    expect(headlineOf(judged(cut(2), nothingFound), words)).toMatch(sentence);
    expect(headlineOf(judged(cut(1), nothingFound), words)).toContain(
      words.nothingFound(words.unitsOf(1, 'http')),
    );
  });

  test('are neither replayed nor forecast', () => {
    const trace = cut(1);
    expect(replayOf(trace, one).leftOut[0]).toBe(
      '1 units of which only the first commands were recorded are left out.',
    );
    expect(() => replayOf(cut(2), both)).toThrow(NothingToReplay);
    expect(() => replayOf(cut(2), both)).toThrow('--budget 100%');
    expect(adviceOf(trace, one).sites).toMatchObject([{ units: 2 }]);
    expect(adviceOf(cut(2), both).sites).toEqual([]);
  });

  test('end on a line of time with their last command, and it says how many are not there', () => {
    const [unit] = cut(1).units as [TracedUnit];
    const { left, durationMs, bars } = timelineOf(unit);
    expect([left, durationMs]).toEqual([2996, bars.at(-1)?.endMs]);
  });
});

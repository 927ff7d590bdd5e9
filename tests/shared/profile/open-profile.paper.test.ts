import { expect, test } from 'vitest';
import { looksLikeProfile } from '../../../shared/profile/looks-like-profile.ts';
import { openProfile, profileLine, ProfileUnreadable } from '../../../shared/profile/open-profile.ts';
import { withoutSource } from '../../../shared/profile/profile-of.ts';
import { sampleTrace } from '../../support/sample-trace.ts';

const open = (text: string) =>
  openProfile(text, { startedAt: '2026-11-27T00:00:00.000Z', program: 'app.trace' }, ({ source }) =>
    withoutSource(source),
  );

const { profile: found } = open(sampleTrace);
const judged = { ...found, program: 'node app.js' };

test('a trace without findings of its own, and without a source, claims no saving', () => {
  expect(open(sampleTrace)).toMatchObject({ isCut: false, isJudged: false });
  expect(found).toMatchObject({
    program: 'app.trace',
    units: [{ name: 'GET /cart/:id', count: 2, tripsNow: 4 }],
    findings: [{ code: 'sequence', perUnit: 4, reasons: ['not-seen'], savingMs: null }],
  });
});

test('a trace has the findings that it ends with', () => {
  const opened = open(sampleTrace + profileLine(judged));
  expect(opened).toMatchObject({ profile: judged, isJudged: true, isCut: false });
  expect(opened.trace?.units).toHaveLength(2);
});

test('of two traces in one file neither has the last word', () => {
  const one = sampleTrace + profileLine(judged);
  expect(open(one + one)).toMatchObject({ isJudged: false, profile: { units: [{ count: 4 }] } });
});

test('a trace that ends within a line is read to its last whole one', () => {
  const cut = open((sampleTrace + profileLine(judged)).slice(0, -30));
  expect(cut).toMatchObject({ isCut: true, isJudged: false, profile: { units: found.units } });
});

test('the JSON of a profile has no trace', () => {
  expect(open(JSON.stringify(judged, null, 2))).toEqual({
    ...{ profile: judged, trace: null, isCut: false, isJudged: true },
  });
});

test.each([
  ['a trace of a later version', sampleTrace.replace('"v":2', '"v":7'), '7'],
  ['a profile of a later schema', JSON.stringify({ ...judged, schema: 2 }), '2'],
  ['a trace without a unit', sampleTrace.split('\n')[0] ?? '', null],
  ['nothing', '', null],
  ['other JSON', '[]', null],
  ['a profile that lacks a field', JSON.stringify({ ...judged, units: null }), null],
])('%s is refused', (_what, text, version) => {
  const refused: unknown = (() => {
    try {
      return open(text);
    } catch (error) {
      return error;
    }
  })();
  expect(refused).toBeInstanceOf(ProfileUnreadable);
  expect(refused).toMatchObject({ version });
});

test.each([
  ['{"k":"meta","v":1', true],
  ['{ "kind": "profile",', true],
  ['{\n  "kind": "profile"', true],
  ['{"schema":2,"id"', false],
  ['', false],
])('%j may be a profile: %s', (start, may) => {
  expect(looksLikeProfile(start)).toBe(may);
});

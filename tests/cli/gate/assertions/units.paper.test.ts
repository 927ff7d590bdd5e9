import { expect, test } from 'vitest';
import { parseAssertion } from '../../../../server/cli/gate/assertions/lanes.ts';
import { parseProfileAssertion } from '../../../../server/cli/gate/assertions/profile.ts';
import { parsePlan } from '../../../../shared/plan/parse-plan.ts';

const plan = parsePlan({ lanes: [{ strategy: 'pipeline' }] });
/** A figure of each kind in both languages, and what a bound is read as. */
const languages = {
  result: {
    time: 'pipeline.p99',
    count: 'pipeline.failed',
    boundOf: (text: string) => parseAssertion(text, { plan }).right.coefficient,
  },
  profile: {
    time: 'profile.waitingMs',
    count: "profile.tripsPerUnit['GET /cart/:id']",
    boundOf: (text: string) => parseProfileAssertion(text).bound,
  },
};
const both = Object.entries(languages);

test.each([
  ['time', '5ms', 5],
  ['time', '5 ms', 5],
  ['time', '500us', 0.5],
  ['time', '1.5s', 1500],
  ['count', '3', 3],
  ['count', '128k', 128_000],
  ['count', '2.3k', 2300],
  ['count', '1.5M', 1_500_000],
] as const)('of a %s, %s is the same for results and profiles', (kind, bound, value) => {
  for (const [, { boundOf, ...figures }] of both)
    for (const space of ['', ' '])
      expect(boundOf(`${figures[kind]}${space}<=${space}${bound}${space}`)).toBe(value);
});

test.each([
  ['count', '1ms', 'a number is compared with a time: leave the unit out, as in 1'],
  ['count', '16 s', 'a number is compared with a time: leave the unit out, as in 16'],
  ['count', '10%', 'a number is compared with a share: leave the % out, as in 10'],
  ['time', '5', 'a time is compared with a number: give it a unit, such as 5ms'],
  ['time', '10%', 'a time is compared with a share: give it a unit, such as 10ms'],
  ['time', '5parsecs', 'no unit "parsecs"; known are us, ms, s, %, k and M'],
] as const)('of a %s, %s is refused at its column, with what is right', (kind, bound, said) => {
  for (const [, { boundOf, ...figures }] of both) {
    const text = `${figures[kind]} <= ${bound}`;
    const column = text.indexOf(bound) + (said.startsWith('no unit') ? 1 : 0);
    expect(() => boundOf(text)).toThrow(`column ${column + 1}: ${said}\n  ${text}\n  ${' '.repeat(column)}^`);
  }
});

test.each([
  ['profile.independent == 0 0', 26, 'expected *, / or a comparison, not "0"'],
  ['profile.independent ==', 23, 'a number or a figure is missing, such as 5ms or profile.independent'],
  ['profile.trips <= 3', 9, 'there is no figure "trips"; known are independent, dependent,'],
  ['profile.tripsPerUnits <= 3', 9, 'there is no figure "tripsPerUnits", did you mean tripsPerUnit?'],
  ["profile.independent['x'] == 0", 20, '"independent" counts sites of all units'],
  ['profile.tripsPerUnit@5k <= 3', 9, 'a profile has no rates'],
  ['profil.independent == 0', 1, 'there is no figure "profil", did you mean profile?'],
  ['my profile.independent == 0', 1, '"my" is no figure: write profile before it, as in profile.independent'],
])('%s: a profile’s assertion is shown at column %d', (text, column, said) => {
  expect(() => languages.profile.boundOf(text)).toThrow(`column ${column}: ${said}`);
});

test.each([
  [' profile.tripsPerUnit>=3 ', '>=', 3],
  ['3 <= profile.tripsPerUnit', '>=', 3],
  ['2 * profile.tripsPerUnit < 6', '<', 3],
  ['6 > profile.tripsPerUnit * 2', '<', 3],
  ['3 == profile.tripsPerUnit', '==', 3],
])('%s: a profile’s figure is held against its bound: %s %d', (text, comparator, bound) => {
  expect(parseProfileAssertion(text)).toMatchObject({ text, comparator, bound });
});

test.each([
  'profile.tripsPerUnit <= profile.tripsNeeded',
  "profile.tripsPerUnit['a'] / profile.tripsPerUnit['b'] < 2",
  '5 / profile.tripsPerUnit > 2',
  '0 * profile.tripsPerUnit < 3',
])('%s: a profile holds one figure against a number', (text) => {
  expect(() => parseProfileAssertion(text)).toThrow(/holds one figure against a number, as in .* == 0/);
});

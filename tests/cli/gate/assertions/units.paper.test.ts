import { expect, test } from 'vitest';
import { parseAssertion } from '../../../../server/cli/gate/assertions/parse.ts';
import { parseProfileAssertions } from '../../../../server/cli/gate/assertions/profile.ts';
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
    boundOf: (text: string) => parseProfileAssertions([text], '--assert')[0]?.bound,
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
  ['profile.independent == 0 0', 26, 'a number ends the assertion'],
  ['profile.independent ==', 23, 'expected a figure, a comparison and a number'],
  ['profile.trips <= 3', 9, 'there is no figure "trips"; known are independent, dependent,'],
  ['profile.pro <= 3', 9, 'there is no figure "pro"'],
  ["profile.independent['x'] == 0", 20, '"independent" counts sites of all units'],
])('%s: a profile’s assertion is shown at column %d', (text, column, said) => {
  expect(() => languages.profile.boundOf(text)).toThrow(`column ${column}: ${said}`);
});

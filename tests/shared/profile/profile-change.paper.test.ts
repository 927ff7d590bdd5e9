import { expect, test } from 'vitest';
import type { Profile, ProfileFinding, ProfileUnit } from '../../../shared/contract/profile.ts';
import { profileChange } from '../../../shared/profile/profile-change.ts';
import { aFinding, aProfile } from '../../support/a-profile.ts';

const finding = (name: string, line: number) =>
  aFinding(line, { site: { file: 'src/cart.ts', line, column: 3, function: name } });

const unit = (name: string, count: number, tripsNow: number, recorded = count): ProfileUnit => ({
  ...{ name, kind: 'http', count, recorded, durationMs: 5, waitingMs: 2 },
  ...{ commands: 12, tripsNow, tripsNeeded: 1 },
});

const profile = (units: ProfileUnit[], findings: ProfileFinding[], more: Partial<Profile> = {}): Profile => ({
  ...aProfile(findings),
  units,
  ...more,
});

test('Findings are matched over moved lines, and trips and waiting are those of all units', () => {
  const was = profile(
    [unit('GET /cart', 2, 12), unit('GET /front', 3, 1)],
    [finding('cart', 9), finding('total', 20)],
  );
  const is = profile(
    [unit('GET /cart', 2, 2), unit('GET /front', 3, 1)],
    [finding('total', 31), finding('list', 4)],
  );
  const { gone, left, added, ...change } = profileChange(was, is);
  expect(change).toMatchObject({
    trips: { was: 27, is: 7 },
    waitingMs: { was: 10, is: 10 },
    isSameWork: true,
    isWhole: true,
  });
  const functions = [gone, left, added].map((found) => found.map(({ site }) => site.function));
  expect(functions).toEqual([['cart'], ['total'], ['list']]);
});

test.each([
  ['came less often', [unit('GET /cart', 1, 2)]],
  ['did not come', [unit('GET /front', 1, 2)]],
  ['was not recorded', [unit('GET /cart', 2, 2, 0)]],
])('It is not the same work where a unit %s', (_what, units) => {
  const was = profile([unit('GET /cart', 2, 12)], []);
  expect(profileChange(was, profile(units, [])).isSameWork).toBe(false);
});

test('It is not whole where either profile left something out', () => {
  const [whole, sampled] = [profile([], []), profile([], [], { gaps: ['sampled'] })];
  expect([profileChange(whole, sampled).isWhole, profileChange(sampled, whole).isWhole]).toEqual([
    false,
    false,
  ]);
});

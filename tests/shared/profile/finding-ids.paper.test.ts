import { expect, test } from 'vitest';
import type { ProfileFinding } from '../../../shared/contract/profile.ts';
import { withFindingIds } from '../../../shared/profile/finding-ids.ts';
import { aFinding } from '../../support/a-profile.ts';

const ids = (findings: readonly ProfileFinding[]) => withFindingIds(findings).map(({ id }) => id);
const down = ({ site, ...rest }: ProfileFinding): ProfileFinding => ({
  ...rest,
  site: { ...site, line: site.line + 10 },
});

const findings = [
  ...[aFinding(30), aFinding(9), aFinding(9, { unit: 'GET /' })],
  aFinding(12, { command: 'HGETALL' }),
];

test('an id has no line: the same program with ten lines above has equal ones', () => {
  expect(ids(findings)).toEqual([
    'independent-sequence:src/cart.ts:cart:GET:3',
    'independent-sequence:src/cart.ts:cart:GET:2',
    'independent-sequence:src/cart.ts:cart:GET',
    'independent-sequence:src/cart.ts:cart:HGETALL',
  ]);
  expect(ids(findings.map(down))).toEqual(ids(findings));
});

test('numbers of equal findings follow the lines, in whatever order they are listed', () => {
  expect(ids(findings.toReversed())).toEqual(ids(findings).toReversed());
});

test('the pattern of keys tells findings without a line apart, and no others', () => {
  const site = { file: 'shop', line: 0, column: 0, function: '' };
  expect(ids(['cart:*', 'user:*'].map((keyPattern) => aFinding(0, { site, keyPattern })))).toEqual([
    'independent-sequence:shop::GET:cart:*',
    'independent-sequence:shop::GET:user:*',
  ]);
  expect(ids([aFinding(9, { keyPattern: 'cart:*' })])).toEqual(ids([aFinding(9)]));
});

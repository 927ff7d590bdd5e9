import { expect, test } from 'vitest';
import type { ProfileFinding } from '../../../shared/contract/profile.ts';
import { withFindingIds } from '../../../shared/profile/finding-ids.ts';

const finding = (line: number, more: Partial<ProfileFinding> = {}): ProfileFinding => ({
  ...{
    code: 'independent-sequence',
    unit: 'GET /cart',
    command: 'GET',
    library: 'ioredis',
    keyPattern: null,
  },
  site: { file: 'src/cart.ts', line, column: 3, function: 'cart' },
  ...{
    others: [],
    owner: 'app',
    perUnit: 12,
    units: 5,
    waitingMs: 2,
    tripsNeeded: 1,
    savingMs: [1, 2],
    reasons: [],
  },
  ...more,
});
const ids = (findings: readonly ProfileFinding[]) => withFindingIds(findings).map(({ id }) => id);
const down = ({ site, ...rest }: ProfileFinding): ProfileFinding => ({
  ...rest,
  site: { ...site, line: site.line + 10 },
});

const findings = [
  finding(30),
  finding(9),
  finding(9, { unit: 'GET /' }),
  finding(12, { command: 'HGETALL' }),
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
  const byProxy = finding(0, {
    site: { file: 'shop', line: 0, column: 0, function: '' },
    keyPattern: 'cart:*',
  });
  expect(ids([byProxy, { ...byProxy, keyPattern: 'user:*' }])).toEqual([
    'independent-sequence:shop::GET:cart:*',
    'independent-sequence:shop::GET:user:*',
  ]);
  expect(ids([finding(9, { keyPattern: 'cart:*' })])).toEqual(ids([finding(9)]));
});

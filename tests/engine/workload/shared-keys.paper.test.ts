import { expect, test } from 'vitest';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { keyOwners } from '../../../server/engine/workload/key-names.ts';

type Own = NonNullable<PlanInput['workload']>;

/** Owners of three lanes; the second and the third have settings of their own. */
const ownersOf = (workload: Own, second: Own = {}, third: Own = {}) =>
  keyOwners(
    parsePlan({
      workload,
      lanes: [
        { strategy: 'one-by-one' },
        { strategy: 'pipeline', workload: second },
        { strategy: 'wire', workload: third },
      ],
    }).lanes,
  );

test('lanes that only read the same share the keys of the first of them', () => {
  expect(ownersOf({ commands: ['get', 'hget'] }, { pipeline: 64 }, { commands: ['hget', 'get'] })).toEqual([
    0, 0, 0,
  ]);
  expect(ownersOf({ commands: ['set'] }, { commands: ['mget'] }, { commands: ['mget'] })).toEqual([0, 1, 1]);
});

test.each<[string, Own, Own?]>([
  ['they write', { commands: ['set'] }],
  ['they write as well', { commands: ['get', 'set'] }],
  ['others write beside them', { commands: ['get'], writesPerSecond: 5 }],
  ['they use keys up', { commands: ['lpop'] }],
  ['keys end by what they do', { commands: ['expire'] }],
  ['nobody knows what they do', { commands: ['custom'], customCommand: 'GET __key__' }],
  ['values have another size', { commands: ['get'] }, { dataSize: 7 }],
  ['there are more keys', { commands: ['get'] }, { keyspace: 20 }],
  ['keys have other names', { commands: ['get'] }, { keyPrefix: 'x:' }],
  ['they read something else', { commands: ['get'] }, { commands: ['hget'] }],
])('a lane has keys of its own where %s', (_, workload, second = {}) => {
  expect(ownersOf(workload, second)[1]).toBe(1);
});

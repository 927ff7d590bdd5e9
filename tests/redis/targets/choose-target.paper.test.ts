import { expect, test } from 'vitest';
import { InvalidInput } from '../../../shared/contract/parse.ts';
import { planOn } from '../../../server/engine/run/assert-plan.ts';
import { describeChoice, namesCluster } from '../../../server/redis/targets/choose-target.ts';

test.each([
  ['redis://h', false],
  ['redis+sentinel://h/m', false],
  ['redis+cluster://h', true],
  ['redis://a, redis://b', true],
])('%s is known to be a cluster before it is opened: %s', (url, isCluster) => {
  const choice = { url, target: null };
  expect(describeChoice(choice)).toEqual({ id: 'url', kind: 'url', ...(isCluster ? { isCluster } : {}) });
  expect(namesCluster(choice)).toBe(isCluster);
});

test('a plan that no cluster can carry out is refused before the cluster is opened', () => {
  const plan = {
    workload: { durationMs: 5000, commands: ['incr'] },
    network: { cutEveryMs: 2000 },
    lanes: [{ strategy: 'pipeline' }],
  };
  const on = (url: string) => planOn(plan, () => describeChoice({ url, target: null }));
  expect(() => on('redis://h')).not.toThrow();
  expect(() => on('redis+cluster://h')).toThrow(InvalidInput);
});

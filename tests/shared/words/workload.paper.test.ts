import { expect, test } from 'vitest';
import { workloadName } from '../../../shared/words/workload.ts';

const customCommands = ['HGETALL __key__', 'ZRANGE __key__ 0 9'];

test('A mix of few commands is told with its lines, one of many by their names', () => {
  expect(workloadName({ commands: ['get', 'custom', 'custom'], ratio: [3, 2, 1], customCommands })).toBe(
    'GET:HGETALL __key__:ZRANGE __key__ 0 9 3:2:1',
  );
  expect(
    workloadName({
      commands: ['get', 'custom', 'custom', 'set', 'incr'],
      ratio: [5, 4, 3, 2, 1],
      customCommands,
    }),
  ).toBe('GET:HGETALL:ZRANGE:SET:INCR 5:4:3:2:1');
});

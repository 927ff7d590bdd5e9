import { expect, test } from 'vitest';
import { asWords, checkTaken, type Branch } from '../../../server/cli/options/branch.ts';

const branch: Branch = {
  called: 'bench',
  takes: ['join', 'agents', 'plan'],
  refuses: (others) => `not taken: ${others.map(({ written }) => written).join(', ')}`,
  needs: { join: ['agents', 'plan'] },
};
const check = (...names: string[]) => {
  checkTaken(asWords(new Map(names.map((name) => [name, ['x']]))), branch);
};

test.each([
  ['an option that another way takes', ['rps'], 'not taken: --rps'],
  ['an option that does nothing alone', ['join'], '--join does nothing in bench without --agents or --plan'],
])('%s is refused', (_, names, says) => {
  expect(() => {
    check(...names);
  }).toThrow(says);
});

test.each([[['join', 'agents']], [['join', 'plan']], [['agents']]])('%j are taken', (names) => {
  expect(() => {
    check(...names);
  }).not.toThrow();
});

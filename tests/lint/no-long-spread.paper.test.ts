import { expect, test } from 'vitest';
import { noLongSpread } from '../../lint/no-long-spread.js';
import { messagesOf } from './rule-under-test.ts';

const complaintsOf = (file: string, text: string) =>
  messagesOf('no-long-spread', noLongSpread, file, text).map(({ messageId }) => messageId);

test.each([
  ['a list in Math.max', 'server/x.ts', 'Math.max(0, ...list);', ['list']],
  ['a list in Math.min', 'shared/x.ts', 'Math.min(...list.map((one) => one.ms));', ['list']],
  ['a list in push', 'client/src/x.ts', 'this.#found.push(...list);', ['list']],
  ['a list that is written out', 'server/x.ts', 'found.push(...[one, two]);', []],
  ['no list', 'server/x.ts', 'Math.max(one, two); found.push(one);', []],
  ['a list in a call of the program', 'server/x.ts', 'send(...list); [...list];', []],
  ['a test', 'tests/x.paper.test.ts', 'Math.max(...list);', []],
])('%s in %s: %s', (_what, file, text, expected) => {
  expect(complaintsOf(file, text)).toEqual(expected);
});

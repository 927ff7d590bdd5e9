import { expect, test } from 'vitest';
import { readProfileFile } from '../../../../client/src/rooms/profile/read-file.ts';
import { largestTrace } from '../../../../shared/limits.ts';
import { sampleTrace } from '../../../support/sample-trace.ts';

const file = (text: string, size = text.length) => ({
  ...{ name: 'app.trace', size, lastModified: 0 },
  text: () => Promise.resolve(text),
});

test('A trace is read, and named by its file', async () => {
  expect(await readProfileFile(file(sampleTrace))).toMatchObject({
    state: 'read',
    file: { fileName: 'app.trace', isJudged: false, profile: { program: 'app.trace', commands: 8 } },
  });
});

test.each([
  ['of a later version', file(sampleTrace.replace('"v":2', '"v":3')), { code: 'newer', version: '3' }],
  ['of an earlier version', file(sampleTrace.replace('"v":2', '"v":1')), { code: 'older', version: '1' }],
  ['that holds something else', file('{}'), { code: 'other' }],
  ['over the bound', file('', largestTrace + 1), { code: 'tooLarge', bytes: largestTrace + 1 }],
  ['that has gone', { ...file(''), text: () => Promise.reject(new Error('gone')) }, { code: 'unreadable' }],
])('A file %s is refused', async (_which, given, refusal) => {
  expect(await readProfileFile(given)).toEqual({ state: 'refused', refusal });
});

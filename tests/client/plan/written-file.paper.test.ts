import { expect, test } from 'vitest';
import { writtenIn } from '../../../client/src/plan/written/written-file.ts';

const file = (text: string) => new File([text], 'a.json');

test.each([
  ['units, right or not', [file('{"units": 3}')], '{"units": 3}'],
  ['a result', [file('{"schema": 2, "units": []}')], null],
  ['no JSON', [file('units')], null],
  ['no object', [file('"units"')], null],
  ['several files', [file('{"units": []}'), file('{"units": []}')], null],
])('A dropped file is taken for written units where it holds such: %s', async (_, files, text) => {
  expect(await writtenIn(files)).toBe(text);
});

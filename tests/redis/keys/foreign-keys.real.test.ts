import { expect, test } from 'vitest';
import { othersKeys } from '../../../campaign/attacks/foreign-keys.ts';

test('no command of ours changes or removes any of 2000 keys of others', async () => {
  const { cases, failures } = await othersKeys.run({ seed: 7, scale: 'short' });
  expect(failures).toEqual([]);
  expect(cases).toBe(9);
});

import { expect, test } from 'vitest';
import { foreignLines } from '../../campaign/attacks/foreign-lines.ts';
import { seedOfTest } from '../support/matrix.ts';

test('no option of a drawn line is lost, and the line that is shown is what is measured', async () => {
  const { cases, failures } = await foreignLines.run({ seed: seedOfTest('foreign lines'), scale: 'short' });
  expect(failures).toEqual([]);
  expect(cases).toBe(500);
});

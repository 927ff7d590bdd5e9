import { expect, test } from 'vitest';
import { table } from '../../../server/cli/reporters/table.ts';
import { sampleResult } from '../../support/sample-result.ts';

test('the table of a result is as it was agreed', async () => {
  const parts: string[] = [];
  table.report({ result: sampleResult }, (text) => parts.push(text));
  await expect(parts.join('')).toMatchFileSnapshot('golden/table.txt');
});

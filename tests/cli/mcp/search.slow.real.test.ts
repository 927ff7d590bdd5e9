import { expect, test } from 'vitest';
import { servedByMcp } from '../../support/mcp-client.ts';

test('advise searches for a workload on a private server', async () => {
  const { call } = await servedByMcp({}, { job: 'node --version' });
  const { text, data } = await call('advise', {
    workload: { command: 'get', dataSize: 100, budgetSeconds: 20 },
  });
  expect(text).toMatch(/^(Batch|Do not batch|Inconclusive|No )/);
  expect(data).toMatchObject({ state: 'completed', baseline: { strategy: 'one-by-one' } });
});

import { expect, test } from 'vitest';
import type { Result } from '../../shared/contract/result.ts';
import { eventually } from '../support/eventually.ts';
import { usePageServer } from '../support/page-server.ts';
import { useScript } from '../support/scripted/use-script.ts';

useScript();
const serve = usePageServer();

const plan = {
  lanes: [{ strategy: 'pipeline' }],
  workload: { durationMs: 200, warmupMs: 0, clients: 2, keyspace: 100 },
  schedule: { sliceMs: 100 },
};

// embedded-settings.real measures such servers.
test('a plan says how the private server runs, and the result tells it', async () => {
  const url = await serve().url;
  const resultOf = async (document: unknown): Promise<Result> => {
    const started = await fetch(new URL('/api/runs', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(document),
    });
    const { id } = (await started.json()) as { id: string };
    const ask = () => fetch(new URL(`/api/runs/${id}`, url));
    await eventually('a result', async () => (await ask()).status === 200);
    return (await (await ask()).json()) as Result;
  };
  const wanted = { persistence: 'aof-always', ioThreads: 2, tls: true, access: 'acl-user' };
  const result = await resultOf({ ...plan, server: wanted });
  expect(result).toMatchObject({ state: 'completed', plan: { server: wanted }, warnings: [] });
  expect(result.lanes[0]).toMatchObject({ failed: 0, countsAgree: true });
  expect((await resultOf(plan)).plan).not.toHaveProperty('server');
});

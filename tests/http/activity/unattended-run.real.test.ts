import { expect, test, vi } from 'vitest';
import { next, smallPlan, startServer } from '../../support/build-app.ts';

const endless = { ...smallPlan, schedule: { untilStopped: true } };

test.each([
  ['a run without an end stops', endless, true],
  ['any other run continues', smallPlan, false],
])('%s once the last page that may stop it is gone', async (_, plan, stops) => {
  const server = await startServer({ unattendedMs: 50 });
  const [first, last] = [server.viewer().connect(), server.viewer().connect()];
  await Promise.all([next(first, 'snapshot'), next(last, 'snapshot')]);
  await server.post(plan);
  first.close();
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(server.engine.run.stops).toBe(0);
  last.close();
  if (stops)
    await vi.waitFor(() => {
      expect(server.engine.run.stops).toBe(1);
    });
  else {
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(server.engine.run.stops).toBe(0);
  }
});

test('a page that comes back in time keeps it', async () => {
  const server = await startServer({ unattendedMs: 300 });
  const page = server.viewer().connect();
  await next(page, 'snapshot');
  await server.post(endless);
  page.close();
  await next(server.viewer().connect(), 'snapshot');
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(server.engine.run.stops).toBe(0);
});

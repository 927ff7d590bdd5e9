import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openClients } from '../../../server/engine/lane/clients.ts';
import type { ConnectionContext, Strategy } from '../../../server/engine/lane/strategy.ts';
import type { LaneClient } from '../../../server/engine/lane/batch.ts';
import { findStrategy } from '../../../server/engine/strategies/index.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const context = { endpoint: { db: 0 }, workload: { keepalive: true } } as unknown as ConnectionContext;

function strategyThat(connect: () => Promise<LaneClient>): Strategy {
  const noop = findStrategy('noop');
  if (!noop) throw new Error('noop is there');
  return { ...noop, connect };
}

test('a connection whose handshake never ends is given up, and closed where it comes after all', async () => {
  const close = vi.fn();
  let finish: (client: LaneClient) => void = () => undefined;
  const opening = openClients(
    strategyThat(() => new Promise((resolve) => (finish = resolve))),
    context,
    1,
  );
  const refused = expect(opening).rejects.toThrow('timeout: the connection was not ready after 5 s');
  await vi.advanceTimersByTimeAsync(5000);
  await refused;
  finish({ send: () => undefined, close });
  await vi.advanceTimersByTimeAsync(0);
  expect(close).toHaveBeenCalledOnce();
});

test('one that is ready in time leaves no timer behind', async () => {
  const client: LaneClient = { send: () => undefined, close: () => undefined };
  expect(
    await openClients(
      strategyThat(() => Promise.resolve(client)),
      context,
      2,
    ),
  ).toEqual([client, client]);
  expect(vi.getTimerCount()).toBe(0);
});

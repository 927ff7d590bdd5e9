import { describe, expect, test } from 'vitest';
import { startSearch } from '../../../server/engine/search/search.ts';
import { defaultServer } from '../../../shared/contract/private-server.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { madeWorkload } from '../../support/made-points.ts';
import { briefOrder, searchBriefly } from './made-order.ts';

const embedded = useEmbedded();
const script = useScript();

test('a target that was opened is made ready once, and what that has to say is a warning', async () => {
  const prepared: unknown[] = [];
  const stopping = new AbortController();
  const target = {
    ...alreadyThere(embedded().target),
    prepare: (server: unknown) => {
      prepared.push(server);
      return Promise.resolve([{ code: 'server-restarted' as const, ended: 'by a test' }]);
    },
  };
  const order = briefOrder({ server: { ...defaultServer, persistence: 'aof-always' } });
  const { finished } = startSearch(
    { order, target },
    {
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'point') stopping.abort();
      },
    },
  );
  expect((await finished).warnings[0]).toEqual({ code: 'server-restarted', ended: 'by a test' });
  expect(prepared).toMatchObject([{ server: { persistence: 'aof-always' } }]);
});

test.each([
  ['10 Mbit/s', 10, [1, 4]],
  ['10 Gbit/s', 10_000, [1, 4, 16]],
])(
  'the first look over %s tries what its share of the time has room for',
  async (_, bandwidthMbit, sizes) => {
    const stopping = new AbortController();
    const tried: number[] = [];
    const order = briefOrder({
      network: { rttMs: 1, jitterMs: 0, bandwidthMbit },
      workload: madeWorkload({ clients: 10, dataSize: 10_000 }),
      deepest: 16,
    });
    const { finished } = startSearch(
      { order, target: embedded().target },
      {
        signal: stopping.signal,
        onEvent: (event) => {
          if (event.type !== 'stage-started') return;
          tried.push(...event.candidates.map(({ batchSize }) => batchSize));
          stopping.abort();
        },
      },
    );
    await finished;
    expect(tried).toEqual(expect.arrayContaining(sizes));
    expect(Math.max(...tried)).toBe(sizes.at(-1));
  },
);

describe('no advice', () => {
  test('when the search is stopped: what was measured is kept', async () => {
    const stopping = new AbortController();
    const run = startSearch(
      { order: briefOrder(), target: embedded().target },
      {
        signal: stopping.signal,
        onEvent: (event) => {
          if (event.type === 'run-event' && event.event.type === 'sample') stopping.abort();
        },
      },
    );
    const advice = await run.finished;
    expect(advice).toMatchObject({ state: 'stopped', recommendation: null, snippet: null });
  });

  test('when every command fails: the reason is named', async () => {
    script.lane(() => true, { answer: () => new Error('ERR value is not an integer') });
    await expect(searchBriefly(embedded().target, briefOrder())).rejects.toThrow(
      /nothing could be measured.*ERR/,
    );
  });

  test('when the budget is too short for the network', () => {
    const order = briefOrder({ network: { rttMs: 400, jitterMs: 0 } });
    expect(() => startSearch({ order, target: embedded().target })).toThrow(
      /budgetMs: 7 s are too short .* at least \d+/,
    );
  });
});

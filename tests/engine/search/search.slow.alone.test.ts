import { describe, expect, test } from 'vitest';
import type { SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import { startSearch } from '../../../server/engine/search/search.ts';
import { defaultServer } from '../../../shared/contract/private-server.ts';
import { alreadyThere } from '../../../server/redis/connection/opened-target.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { useEmbedded } from '../../support/embedded.ts';
import { madeSearch, madeWorkload } from '../../support/made-points.ts';
import { untilTold } from '../../support/until-told.ts';

const embedded = useEmbedded();
const orderOf = (fields: Partial<SearchOrder> = {}): SearchOrder => ({
  target: 'embedded',
  ...madeSearch({ workload: madeWorkload({ clients: 2 }), deepest: 4 }),
  budgetMs: 7000,
  ...fields,
});

async function advise(order: SearchOrder, signal?: AbortSignal) {
  const events: SearchEvent[] = [];
  const { finished } = startSearch(
    { order, target: embedded().target },
    { onEvent: (event) => events.push(event), ...(signal ? { signal } : {}) },
  );
  return { events, advice: await finished };
}

test('a survey and a final round end in a judgement, and leave no key behind', async () => {
  // Over a trip the answer does not hang on how busy the machine is.
  const { events, advice } = await advise(orderOf({ network: { rttMs: 10, jitterMs: 0 } }));
  expect(events[0]?.type).toBe('search-started');
  expect(events.at(-1)).toEqual({ type: 'search-finished', result: advice });
  expect(events.filter((event) => event.type === 'stage-started').map(({ stage }) => stage)).toEqual([
    'survey',
    'final',
  ]);
  expect(advice.state).toBe('completed');
  const final = advice.points.filter(({ stage }) => stage === 'final');
  expect(final.map(({ strategy, depth }) => `${strategy} ${depth}`)).toContain('pipeline 2');
  expect(final[0]).toMatchObject({ strategy: 'one-by-one', depth: 1 });
  for (const { slices, p99Slices, effectiveBatch, depth } of final) {
    expect(slices.length).toBeGreaterThanOrEqual(4);
    expect(p99Slices).toHaveLength(slices.length);
    expect(effectiveBatch).toBeCloseTo(depth, 0);
  }
  expect(advice.judgement?.candidate.throughput).toBeGreaterThan(0);
  // As data: it is put into words where it is read.
  expect(advice).toMatchObject({ schema: 2, judgement: { candidate: { verdict: { code: 'round-trip' } } } });
  expect(advice).not.toHaveProperty('sentences');
  expect(advice.snippet).toContain("from 'ioredis'");
  const redis = await openAdmin(embedded().target);
  expect(await redis.dbsize()).toBe(0);
  redis.disconnect();
});

test('over a round trip of 5 ms the answer is a deep batch, for the round trip binds', async () => {
  const order = orderOf({ network: { rttMs: 5, jitterMs: 0 }, deepest: 8, budgetMs: 9000 });
  const { advice } = await untilTold(
    () => advise(order),
    ({ advice }) => advice.judgement?.worth !== 'not told',
  );
  expect(advice.judgement).toMatchObject({ worth: 'yes', advised: { strategy: 'pipeline', depth: 8 } });
  expect(advice.judgement?.gain?.ratio).toBeGreaterThan(3);
  expect(advice.judgement?.baseline.verdict.bound).toBe('round-trip');
});

test('a target that was opened is made ready once, and what that has to say is a warning', async () => {
  const prepared: unknown[] = [];
  const stopping = new AbortController();
  const target = {
    ...alreadyThere(embedded().target),
    prepare: (server: unknown) => {
      prepared.push(server);
      return Promise.resolve([{ code: 'stored' as const, text: 'it was started again' }]);
    },
  };
  const order = orderOf({ server: { ...defaultServer, persistence: 'aof-always' } });
  const { finished } = startSearch(
    { order, target },
    {
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'point') stopping.abort();
      },
    },
  );
  expect((await finished).warnings[0]).toEqual({ code: 'stored', text: 'it was started again' });
  expect(prepared).toMatchObject([{ server: { persistence: 'aof-always' } }]);
});

describe('no advice', () => {
  test('when the search is stopped: what was measured is kept', async () => {
    const stopping = new AbortController();
    const run = startSearch(
      { order: orderOf(), target: embedded().target },
      {
        signal: stopping.signal,
        onEvent: (event) => {
          if (event.type === 'run-event' && event.event.type === 'sample') stopping.abort();
        },
      },
    );
    const advice = await run.finished;
    expect(advice).toMatchObject({ state: 'stopped', judgement: null, snippet: null });
  });

  test('when every command fails: the reason is named', async () => {
    const workload = madeWorkload({ commands: ['custom'], customCommand: 'INCRBY __key__ word' });
    await expect(advise(orderOf({ workload }))).rejects.toThrow(/nothing could be measured.*ERR/);
  });

  test('when the budget is too short for the network', () => {
    const order = orderOf({ network: { rttMs: 400, jitterMs: 0 } });
    expect(() => startSearch({ order, target: embedded().target })).toThrow(
      /budgetMs: 7 s are too short .* at least \d+/,
    );
  });
});

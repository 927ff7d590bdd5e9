import { describe, expect, test } from 'vitest';
import { startSearch } from '../../../server/engine/search/search.ts';
import { defaultServer } from '../../../shared/contract/private-server.ts';
import { alreadyThere } from '../../../server/redis/connection/target.ts';
import { useScript } from '../../support/scripted/use-script.ts';
import { useEmbedded } from '../../support/embedded.ts';
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

import { describeAnswer } from '../../../shared/search/describe.ts';
import { search } from '../../../shared/words/en/search.ts';
import { expect, onTestFinished, test } from 'vitest';
import { strategyDescriptions } from '../../../server/engine/clients/index.ts';
import { openAdmin } from '../../../server/redis/connection/connect.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { alreadyThere } from '../../../server/redis/connection/opened-target.ts';
import { collect, startServer } from '../../support/build-app.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { untilTold } from '../../support/until-told.ts';

test(
  'a real search is seen live: its runs, its points, its answer; and leaves no key behind',
  { timeout: 300_000 },
  async () => {
    const embedded = await startEmbedded({ root: temporaryFolder() });
    onTestFinished(() => embedded.stop());
    const server = await startServer({
      targets: [alreadyThere(embedded.target)],
      strategies: strategyDescriptions,
    });
    const viewer = server.viewer();
    const [seen, runs] = [collect(viewer, 'search'), collect(viewer, 'snapshot')];
    viewer.connect();
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({
      workload: { clients: 2 },
      // Far enough for the answer not to hang on what else this machine has to do.
      network: { rttMs: 20, jitterMs: 0 },
      strategies: ['pipeline'],
      deepest: 4,
      budgetMs: 9000,
    });
    const ask = async () => {
      seen.length = 0;
      const response = await fetch(`${server.url}/api/search`, { method: 'POST', headers, body });
      expect(response.status).toBe(201);
      await expect.poll(() => seen.at(-1)?.state, { timeout: 60_000 }).toBe('completed');
      return seen.at(-1);
    };
    const last = await untilTold(ask, (answer) => answer?.advice?.recommendation?.worth !== 'inconclusive');
    expect(last?.advice).toMatchObject({
      recommendation: { worth: 'yes', advised: { strategy: 'pipeline', batchSize: 4 } },
      snippet: expect.stringContaining("from 'ioredis'") as string,
    });
    const recommendation = last?.advice?.recommendation;
    expect(recommendation && describeAnswer(last.order, recommendation, search).answer[0]).toMatch(
      /^Batch(: pipeline, 4 at a time|ing pays; the best batch size is uncertain)/,
    );
    // Points came while it went on, and not only at the end.
    expect(
      seen.filter((search) => search?.state === 'running' && search.points.length > 0).length,
    ).toBeGreaterThan(2);
    expect(runs.filter((run) => run?.series === 'search').length).toBeGreaterThanOrEqual(2);
    const redis = await openAdmin(embedded.target);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  },
);

import { expect, test } from 'vitest';
import { alreadyThere, type Target } from '../../../server/redis/connection/target.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import { useCluster } from '../../support/private-cluster.ts';
import { joinAgent, useServers } from './agents-of-a-test.ts';

const servers = useServers();
const cluster = useCluster();

test('three agents measure a cluster of three masters: all counts are those of its masters', async () => {
  const { target } = cluster();
  const shop: Target = {
    ...target,
    isPrivate: false,
    description: { ...target.description, id: 'shop', kind: 'url' },
  };
  const targets = new Map([['shop', () => Promise.resolve(alreadyThere(shop))]]);
  await Promise.all(['a', 'b', 'c'].map((name) => joinAgent(servers(), name, { targets })));
  const { lanes } = await startRun({
    plan: parsePlan({
      target: 'shop',
      agents: 3,
      workload: { warmupMs: 0, clients: 3, keyspace: 500, requests: 3000, pipeline: 8 },
      lanes: [{ strategy: 'one-by-one' }, { strategy: 'pipeline' }],
    }),
    target: shop,
    agents: { control: servers().control.target.endpoint },
  }).finished;
  for (const lane of lanes) {
    expect([lane.commands, lane.countsAgree, lane.error]).toEqual([3000, true, null]);
    expect(lane.server.cluster?.nodes).toHaveLength(3);
  }
});

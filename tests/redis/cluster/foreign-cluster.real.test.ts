import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import { openTarget } from '../../../server/redis/targets/open-target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { useCluster } from '../../support/private-cluster.ts';

const cluster = useCluster();
const addresses = () =>
  (cluster().target.endpoint.cluster?.nodes ?? []).map(({ host, port }) => `${host}:${port}`);

const workload: PlanInput['workload'] = { requests: 120, warmupMs: 0, clients: 2, pipeline: 8, keyspace: 50 };
const plan = (more: Partial<PlanInput> = {}) =>
  parsePlan({ target: 'url', lanes: [{ strategy: 'pipeline' }, { strategy: 'wire' }], workload, ...more });

describe('the URL of a cluster', () => {
  test.each([
    ['one node of it', () => `redis+cluster://${addresses()[1] ?? ''}`],
    ['all of its nodes', () => `redis+cluster://${addresses().join(',')}`],
    [
      'a list of URLs',
      () =>
        addresses()
          .map((address) => `redis://${address}`)
          .join(','),
    ],
  ])('names it by %s, and leaves keys of others as they were', async (_, url) => {
    const { nodes, send, close } = await openBookkeeping(cluster().target);
    onTestFinished(close);
    const theirs = Array.from({ length: 60 }, (_, index) => `theirs:${index}`);
    await send(theirs.map((key) => ['SET', key, key]));
    const target = await openTarget(url());
    const result = await startRun({ plan: plan(), target }).finished;
    for (const lane of result.lanes) {
      expect(lane.failures).toEqual({});
      expect(lane.commands).toBe(120);
      expect(lane.server.cluster?.nodes.map(({ name }) => name)).toEqual(addresses());
    }
    expect(await send(theirs.map((key) => ['GET', key]))).toEqual(theirs);
    const sizes = await Promise.all(nodes.map(({ redis }) => redis.dbsize()));
    expect(sizes.reduce((sum, size) => sum + size)).toBe(theirs.length);
  });

  test.each([
    ['redis+cluster://', 'malformed'],
    ['redis+cluster://h:1/2', 'malformed'],
    ['redis://h:1/2,redis://h:2', 'no database but 0'],
  ])('%s is refused', async (url, reason) => {
    await expect(openTarget(url)).rejects.toThrow(reason);
  });
});

test('a node of a cluster that is named alone is refused, with the URL that would be right', async () => {
  const run = startRun({ plan: plan(), target: await openTarget(`redis://${addresses()[0] ?? ''}`) });
  await expect(run.finished).rejects.toThrow(`redis+cluster://${addresses()[0] ?? ''}`);
});

test('a server that is no cluster is refused as one', async () => {
  const server = await startEmbedded();
  onTestFinished(() => server.stop());
  const url = `redis+cluster://127.0.0.1:${server.target.endpoint.port ?? 0}`;
  await expect(startRun({ plan: plan(), target: await openTarget(url) }).finished).rejects.toThrow(
    'no node of a cluster',
  );
});

test('a network lies in front of every node', async () => {
  const result = await startRun({
    plan: plan({ network: { rttMs: 20 }, lanes: [{ strategy: 'one-by-one' }, { strategy: 'wire' }] }),
    target: cluster().target,
  }).finished;
  for (const lane of result.lanes) {
    expect(lane.failures).toEqual({});
    // The quickest of all is no quicker than the network.
    expect(lane.latencyMs.command?.min).toBeGreaterThan(19);
    expect(lane.server.cluster?.nodes.filter(({ calls }) => (calls ?? 0) > 0)).toHaveLength(3);
  }
});

import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePlan } from '../../../shared/plan/parse-plan.ts';
import type { PlanInput } from '../../../shared/contract/plan.ts';
import { startRun } from '../../../server/engine/run/run.ts';
import { openBookkeeping } from '../../../server/redis/keys/bookkeeping.ts';
import type { OpenedTarget } from '../../../server/redis/connection/target.ts';
import { openNamedTarget } from '../../../server/redis/targets/open-named-target.ts';
import { openTarget } from '../../../server/redis/targets/open-target.ts';
import { startEmbedded } from '../../../server/redis/private/embedded.ts';
import { eventually } from '../../support/eventually.ts';
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
    ['redis+cluster://', 'names no host'],
    ['redis+cluster://h:1/2', 'no database but 0'],
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

describe('a cluster that announces its nodes', () => {
  /** The same cluster, which says of its nodes what these settings make it say. */
  async function announcing(settings: (index: number) => Record<string, string>) {
    const { nodes, close } = await openBookkeeping(cluster().target);
    onTestFinished(async () => {
      for (const { redis } of nodes) {
        await redis.config('SET', 'cluster-announce-hostname', '');
        await redis.config('SET', 'cluster-preferred-endpoint-type', 'ip');
      }
      close();
    });
    for (const [index, { redis }] of nodes.entries())
      for (const [name, value] of Object.entries(settings(index))) await redis.config('SET', name, value);
    const hosts = nodes.flatMap((_, index) => settings(index)['cluster-announce-hostname'] ?? []);
    await eventually('each node has heard of the others’ names', async () => {
      const known = await Promise.all(
        nodes.map(async ({ redis }) => JSON.stringify(await redis.cluster('SLOTS'))),
      );
      return known.every((text) => hosts.every((host) => text.includes(host)));
    });
    const ports = addresses().map((address) => address.split(':')[1] ?? '');
    const open = (natMap?: Record<string, string>) =>
      openNamedTarget({
        id: 'shop',
        url: `redis+cluster://127.0.0.1:${ports[0] ?? ''}`,
        ...(natMap && { natMap }),
      });
    return { ports, open };
  }

  const measure = async ({ target }: OpenedTarget) =>
    startRun({
      plan: plan({
        target: 'shop',
        lanes: [{ strategy: 'pipeline' }, { strategy: 'one-by-one' }, { strategy: 'wire' }],
      }),
      target,
    }).finished;
  const failedOf = async (opened: OpenedTarget) =>
    (await measure(opened)).lanes.map(({ state, failed }) => [state, failed]);
  const allWell = [
    ['completed', 0],
    ['completed', 0],
    ['completed', 0],
  ];

  test('without a host is looked for where it was asked', async () => {
    const { open } = await announcing(() => ({ 'cluster-preferred-endpoint-type': 'unknown-endpoint' }));
    expect(await failedOf(await open())).toEqual(allWell);
  });

  test('by a name that it does not have is looked for where it was asked', async () => {
    // Without cluster-announce-hostname, Redis writes "?".
    const { open } = await announcing(() => ({ 'cluster-preferred-endpoint-type': 'hostname' }));
    expect(await failedOf(await open())).toEqual(allWell);
  });

  test('by names that nobody knows is refused with both addresses, and natMap says where they are', async () => {
    const { ports, open } = await announcing((index) => ({
      'cluster-announce-hostname': `node${index}.invalid`,
      'cluster-preferred-endpoint-type': 'hostname',
    }));
    const names = ports.map((port, index) => `node${index}.invalid:${port}`);
    await expect(measure(await open())).rejects.toThrow(
      `The cluster at 127.0.0.1:${ports[0] ?? ''} announces its nodes as ${names.join(', ')}, and ${names[0] ?? ''} cannot be reached from here`,
    );
    const natMap = Object.fromEntries(names.map((name, index) => [name, `127.0.0.1:${ports[index] ?? ''}`]));
    expect(await failedOf(await open(natMap))).toEqual(allWell);
  });
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

import { existsSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { nodeName, readSlotMap } from '../../../server/redis/cluster/slot-map.ts';
import { openNode } from '../../../server/redis/connection/connect.ts';
import { startPrivateCluster } from '../../../server/redis/cluster/private-cluster.ts';
import { startOf } from '../../../server/redis/private/leftovers.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function start(replicas = 0) {
  const cluster = await startPrivateCluster({ replicas, root: temporaryFolder() });
  onTestFinished(() => cluster.stop());
  const { endpoint } = cluster.target;
  const nodes = await Promise.all((endpoint.cluster?.nodes ?? []).map((node) => openNode(endpoint, node)));
  onTestFinished(() => {
    for (const redis of nodes) redis.disconnect();
  });
  return { cluster, nodes };
}

test('a private cluster serves all slots from three masters', async () => {
  const { cluster, nodes } = await start();
  expect(cluster.target).toMatchObject({
    description: { id: 'cluster', kind: 'cluster', isCluster: true },
    isPrivate: true,
  });
  for (const redis of nodes) {
    const map = await readSlotMap(redis, '127.0.0.1');
    expect(map.map(({ slots }) => slots).toSorted((a, b) => a[0] - b[0])).toEqual([
      [0, 5460],
      [5461, 10921],
      [10922, 16383],
    ]);
    expect(new Set(map.map(({ master }) => nodeName(master)))).toEqual(
      new Set(cluster.target.endpoint.cluster?.nodes.map(nodeName)),
    );
  }
});

test('replicas follow a master each', async () => {
  const { cluster, nodes } = await start(2);
  expect(cluster.servers).toHaveLength(5);
  const [first] = nodes;
  const map = first ? await readSlotMap(first, '127.0.0.1') : [];
  expect(map.map(({ replicas }) => replicas.length).toSorted()).toEqual([0, 1, 1]);
});

test('a number of replicas that cannot be is refused', async () => {
  await expect(startPrivateCluster({ replicas: 4 })).rejects.toThrow(
    'replicas: must be a whole number from 0 to 3',
  );
});

test('stopping ends all nodes and removes their folders', async () => {
  const { cluster } = await start(1);
  await Promise.all([cluster.stop(), cluster.stop()]);
  for (const server of cluster.servers) {
    expect(startOf(server.pid)).toBeNull();
    expect(existsSync(server.folder)).toBe(false);
  }
});

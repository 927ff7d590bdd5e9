import { afterAll, beforeAll } from 'vitest';
import {
  startPrivateCluster,
  type PrivateCluster,
  type PrivateClusterOptions,
} from '../../server/redis/cluster/private-cluster.ts';

/** A private cluster for the tests of one file; gone after the last. */
export function useCluster(options: PrivateClusterOptions = {}): () => PrivateCluster {
  let cluster: PrivateCluster | null = null;
  beforeAll(async () => {
    cluster = await startPrivateCluster(options);
  }, 30_000);
  afterAll(async () => {
    await cluster?.stop();
  });
  return () => {
    if (!cluster) throw new Error('the cluster is started before the first test');
    return cluster;
  };
}

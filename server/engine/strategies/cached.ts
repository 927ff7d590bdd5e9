import { description } from '../../../shared/strategies/cached.ts';
import { cacheable } from '../../../shared/commands/workload.ts';
import type { Strategy } from '../lane/strategy.ts';

const needsNodeRedis = () => Promise.reject(new Error('ioredis has no cache in the client'));

/** Carried out by the cache of a client library alone. */
export const strategy: Strategy = {
  ...description,
  commands: cacheable(),
  connect: needsNodeRedis,
  connectCluster: needsNodeRedis,
};

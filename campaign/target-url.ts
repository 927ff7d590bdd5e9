import type { Target } from '../server/redis/connection/target.ts';

/** The address by which another program reaches a server that was started here. */
export const urlOf = ({ endpoint: { host = '127.0.0.1', port = 6379 } }: Target): string =>
  `redis://${host}:${port}`;

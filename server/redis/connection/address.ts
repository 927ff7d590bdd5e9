import type { Endpoint } from './target.ts';

/** Where an endpoint is, for people: `127.0.0.1:6379`, `[::1]:6379`, `/run/redis.sock`. Never with a secret. */
export function addressOf({ host = 'localhost', port = 6379, path, cluster }: Endpoint): string {
  if (path !== undefined) return path;
  if (cluster) return cluster.nodes.map((node) => addressOf({ ...node, db: 0 })).join(', ');
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

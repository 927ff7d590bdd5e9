import { createServer } from 'node:net';

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no port was given'));
      });
    });
  });
}

/** A node of a cluster talks to the others at its own port and this (redis.conf, cluster-port). */
const busOffset = 10_000;
const largestPort = 65_535;
const attempts = 200;

/** A TCP port on 127.0.0.1 that was free a moment ago, and the cluster bus's beside it. */
export async function freeClusterPort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = await freePort();
    if (port + busOffset <= largestPort && (await isFree(port + busOffset))) return port;
  }
  throw new Error(`no port was found whose bus port (${busOffset} above it) is free as well`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => {
      resolve(false);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(true);
      });
    });
  });
}

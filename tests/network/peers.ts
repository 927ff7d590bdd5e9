import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { openNetwork, type Network } from '../../server/network/network.ts';
import type { NetworkSettings } from '../../server/network/settings.ts';
import type { Endpoint } from '../../server/redis/connection/target.ts';

export const asIs: NetworkSettings = { rttMs: 0, jitterMs: 0, bandwidthMbit: null };

/** A network for one test. */
export async function useNetwork(
  endpoint: Endpoint,
  settings: Partial<NetworkSettings> = {},
): Promise<Network> {
  const network = await openNetwork(endpoint, { ...asIs, ...settings });
  onTestFinished(() => network.close());
  return network;
}

/** A client and a server with a network between them; each test says what they do. */
export async function usePeers(settings: Partial<NetworkSettings> = {}, path?: string) {
  const listener = createServer({ allowHalfOpen: true, noDelay: true });
  if (path === undefined) listener.listen(0, '127.0.0.1');
  else listener.listen(path);
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const address = listener.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const network = await useNetwork(
    path === undefined ? { host: '127.0.0.1', port, db: 0 } : { path, db: 0 },
    settings,
  );
  const accepted = once(listener, 'connection') as Promise<[Socket]>;
  const client = openSocket(network.endpoint);
  const [server] = await accepted;
  for (const socket of [client, server]) {
    socket.on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
  }
  return { network, client, server };
}

export function openSocket({ host = 'localhost', port = 0 }: Endpoint): Socket {
  return connect({ host, port, allowHalfOpen: true, noDelay: true });
}

/** Everything that comes until the end; leaves the socket open for the other direction. */
export function readAll(socket: Socket): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('end', () => resolve(Buffer.concat(chunks)));
    socket.once('error', reject);
    socket.resume();
  });
}

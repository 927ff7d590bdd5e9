import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { explainFailure, type TargetUnusable } from './target-unusable.ts';
import type { Endpoint } from './target.ts';

const withinMs = 500;
const mostBytes = 4096;

/**
 * As `explainFailure`. A server that lets nobody in says why before it closes the connection: protected mode, too many
 * clients. A client library that was about to say HELLO or AUTH takes that for the answer, or never reads it.
 */
export async function explainConnection(error: unknown, endpoint: Endpoint): Promise<TargetUnusable> {
  const unusable = explainFailure(error, endpoint);
  if (unusable.reason !== 'connection-lost' || endpoint.cluster) return unusable;
  const [line = ''] = (await readGreeting(endpoint)).split('\r\n', 1);
  return line.startsWith('-') ? explainFailure(new Error(line.slice(1)), endpoint) : unusable;
}

/** What a server says without being asked; empty: nothing. Never rejects. */
function readGreeting({ host = 'localhost', port = 6379, path, tls }: Endpoint): Promise<string> {
  return new Promise((resolve) => {
    const address = path === undefined ? { host, port } : { path };
    const socket = tls ? connectTls({ ...address, ...tls }) : connectTcp(address);
    let text = '';
    socket
      .setTimeout(withinMs, () => socket.destroy())
      .on('data', (bytes: Buffer) => {
        text += bytes.toString('latin1');
        if (text.includes('\r\n') || text.length > mostBytes) socket.destroy();
      })
      .on('error', () => undefined)
      .on('close', () => {
        resolve(text);
      });
  });
}

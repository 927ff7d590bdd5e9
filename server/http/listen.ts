import { networkInterfaces } from 'node:os';
import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';

export interface ListenAddress {
  host: string;
  port: number;
  /** Whether the next free port will do when this one is taken. */
  portMayMove: boolean;
}

/** The server cannot listen where it was told to; the message says why and what to do. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen';
}

const portsToTry = 20;

/** Listens; resolves with the port. Throws CannotListen. */
export async function listen(
  app: FastifyInstance,
  { host, port, portMayMove }: ListenAddress,
): Promise<number> {
  const last = portMayMove ? port + portsToTry : port;
  for (let candidate = port; ; candidate++) {
    try {
      await app.listen({ host, port: candidate });
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : candidate;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EADDRINUSE' && candidate < last) continue;
      throw new CannotListen(explain(code, { host, port, last }, error), { cause: error });
    }
  }
}

function explain(code: unknown, at: { host: string; port: number; last: number }, error: unknown): string {
  const { host, port, last } = at;
  switch (code) {
    case 'EADDRINUSE':
      return last > port
        ? `Ports ${port} to ${last} on ${host} are all in use. Choose another with --port.`
        : `Port ${port} on ${host} is in use. Choose another with --port, or leave it out to take the next free one.`;
    case 'EACCES':
      return `No permission to listen on port ${port}; ports below 1024 may need it. Choose another with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Choose another with --host.`;
    default:
      return `Cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Where the page can be opened: from this machine first, then from others. */
export function pageUrls(host: string, port: number, token: string | null): string[] {
  const hash = token === null ? '' : `#token=${encodeURIComponent(token)}`;
  return reachableAs(host).map((name) => `http://${name.includes(':') ? `[${name}]` : name}:${port}/${hash}`);
}

function reachableAs(host: string): string[] {
  if (host !== '0.0.0.0' && host !== '::') return [host];
  const others = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  return [
    '127.0.0.1',
    ...others.filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  ];
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. That is one wish, not two. */
const sameWishMs = 500;

/** Ends the process in good order at the first signal, with the code that `close` resolves with, and at once at the second. */
export function closeOnSignal(close: () => Promise<number>): void {
  let firstAt: number | null = null;
  const onSignal = () => {
    if (firstAt !== null) {
      if (performance.now() - firstAt > sameWishMs) process.exit(1);
      return;
    }
    firstAt = performance.now();
    close().then(
      (code) => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of signals) process.on(signal, onSignal);
}

/** A browser opens up to seven: enough for 200 of them to reload before the old ones have ended. */
const mostOfOneAddress = 4000;

/** Closes connections of an address that has too many open. */
export function limitConnections(server: Server, most = mostOfOneAddress): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const { remoteAddress: address } = socket;
    if (address === undefined) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > most) {
      socket.destroy();
      return;
    }
    open.set(address, count);
    socket.once('close', () => {
      const rest = (open.get(address) ?? 1) - 1;
      if (rest > 0) open.set(address, rest);
      else open.delete(address);
    });
  });
}

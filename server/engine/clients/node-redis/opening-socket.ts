import net, { type Socket } from 'node:net';
import tls from 'node:tls';

type Connect = (...args: unknown[]) => Socket;

const owners = [
  [net, 'createConnection'],
  [tls, 'connect'],
] as const;

/**
 * Calls `open`, and finds the socket that it makes before it returns: node-redis keeps its own to itself. Node has a
 * diagnostics channel for TCP and none for TLS, so functions of node:net and node:tls are others during the call.
 */
export function withSocket<Opened>(open: () => Opened): { opened: Opened; socket: Socket | null } {
  let socket: Socket | null = null;
  const restore = owners.map(([owner, name]) => {
    const methods = owner as unknown as Record<string, Connect>;
    const connect = methods[name];
    if (!connect) throw new Error(`Node has no ${name}`);
    methods[name] = (...args) => (socket = connect.apply(owner, args));
    return () => {
      methods[name] = connect;
    };
  });
  try {
    const opened = open();
    return { opened, socket };
  } finally {
    for (const one of restore) one();
  }
}

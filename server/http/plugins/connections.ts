import type { Server } from 'node:http';

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

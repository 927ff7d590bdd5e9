import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../../shared/events.ts';

/** Viewers without a page: they come and go as they are told, and count what they were sent. */
const [url = '', count = '1'] = process.argv.slice(2);
const sockets: Socket<ServerToClientEvents>[] = Array.from({ length: Number(count) }, () =>
  io(url, { autoConnect: false, transports: ['websocket'], forceNew: true }),
);
let ticks = 0;
for (const socket of sockets) socket.on('tick', () => ticks++);

process.on('message', (word) => {
  if (word === 'watch') for (const socket of sockets) socket.connect();
  else if (word === 'leave') for (const socket of sockets) socket.disconnect();
  else process.send?.(`${(ticks / sockets.length).toFixed(0)} ticks reached each viewer`);
});
process.send?.('ready');

import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../../shared/events.ts';

/** Viewers without a page: they come and go as they are told, and note which seconds of the run they were shown. */
const [url = '', count = '1'] = process.argv.slice(2);

class Viewer {
  readonly socket: Socket<ServerToClientEvents> = io(url, {
    autoConnect: false,
    transports: ['websocket'],
    forceNew: true,
  });
  ticks = 0;
  /** Seconds of the run that went by unseen while it was there. */
  missed = 0;
  /** The newest second that it was shown in this stay; `null`: none yet. */
  #second: number | null = null;

  constructor() {
    this.socket.on('snapshot', () => (this.#second = null));
    this.socket.on('tick', ({ elapsedMs }) => {
      const second = Math.floor(elapsedMs / 1000);
      if (this.#second !== null) this.missed += Math.max(0, second - this.#second - 1);
      this.#second = second;
      this.ticks++;
    });
  }
}

const viewers = Array.from({ length: Number(count) }, () => new Viewer());
const report = () => {
  const sum = (of: (viewer: Viewer) => number) => viewers.reduce((total, viewer) => total + of(viewer), 0);
  const short = viewers.filter(({ missed }) => missed > 0).length;
  const fewest = Math.min(...viewers.map(({ ticks }) => ticks));
  return (
    `${(sum(({ ticks }) => ticks) / viewers.length).toFixed(0)} ticks reached each viewer, ${fewest} the one with the fewest\n` +
    `${sum(({ missed }) => missed)} seconds were missed, by ${short} of ${viewers.length} viewers`
  );
};

process.on('message', (word) => {
  if (word === 'watch') for (const { socket } of viewers) socket.connect();
  else if (word === 'leave') for (const { socket } of viewers) socket.disconnect();
  else process.send?.(report());
});
process.send?.('ready');

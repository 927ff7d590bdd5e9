import { constants, setPriority } from 'node:os';
import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../shared/contract/live.ts';
import type { FromViewers, ToViewers } from './viewer-messages.ts';
import { Witness } from './delivery-check.ts';

/**
 * Viewers without a page: they come and go as they are told, and note what they were shown. On machines of their own
 * they would take nothing from the run: here they get the processor when nobody else wants it.
 */
setPriority(constants.priority.PRIORITY_LOW);
const [url = '', count = '1'] = process.argv.slice(2);

class Viewer {
  readonly socket: Socket<ServerToClientEvents> = io(url, {
    autoConnect: false,
    transports: ['websocket'],
    forceNew: true,
  });
  readonly stays: { witness: Witness; due: number }[] = [];

  constructor() {
    this.socket.on('snapshot', (run) => {
      // The first word of a stay. Another one in the middle of it would be a tick that could not be sent.
      this.stays.at(-1)?.witness.snapshot(run);
    });
    this.socket.on('tick', (tick) => this.stays.at(-1)?.witness.tick(tick));
  }

  come(): void {
    this.stays.push({ witness: new Witness(), due: 0 });
    this.socket.connect();
  }

  /** `due`: samples that every viewer has to have by now. */
  leave(due: number): void {
    const stay = this.stays.at(-1);
    // Who did not get in has nothing to tell.
    if (stay) stay.due = this.socket.connected ? due : 0;
    this.socket.disconnect();
  }
}

const viewers = Array.from({ length: Number(count) }, () => new Viewer());
const post = (message: FromViewers) => process.send?.(message);

process.on('message', (message: ToViewers) => {
  if (message.type === 'watch') for (const viewer of viewers) viewer.come();
  else if (message.type === 'leave') for (const viewer of viewers) viewer.leave(message.due);
  else
    post({
      type: 'report',
      cpuMs: (process.cpuUsage().user + process.cpuUsage().system) / 1000,
      viewers: viewers.map(({ stays }) =>
        stays.map(({ witness, due }) => witness.testify(message.emitted, due)),
      ),
    });
});
post({ type: 'ready' });

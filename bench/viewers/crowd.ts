import { constants, setPriority } from 'node:os';
import { io, type Socket } from 'socket.io-client';
import type { ServerToClientEvents } from '../../shared/contract/live.ts';
import type { FromCrowd, ToCrowd } from './crowd-messages.ts';

/** Viewers without a page, in a process of their own: they get the processor when nobody else wants it. */
setPriority(constants.priority.PRIORITY_LOW);
const [url = ''] = process.argv.slice(2);
/** So many connect at the same moment. */
const atOnce = 50;

interface Received {
  starts: string[];
  ends: string[];
  ticks: number;
}

let crowd: { socket: Socket<ServerToClientEvents>; received: Received }[] = [];
const emit = (message: FromCrowd) => process.send?.(message);

function viewer() {
  const socket: Socket<ServerToClientEvents> = io(url, { transports: ['websocket'], forceNew: true });
  const received: Received = { starts: [], ends: [], ticks: 0 };
  socket.on('snapshot', (run) => {
    if (run?.state === 'running') received.starts.push(run.runId);
  });
  socket.on('tick', () => received.ticks++);
  socket.on('finished', ({ id }) => received.ends.push(id));
  return { socket, received };
}

async function join(count: number): Promise<void> {
  while (crowd.length < count) {
    const next = Array.from({ length: Math.min(atOnce, count - crowd.length) }, viewer);
    await Promise.all(
      next.map(({ socket }) => new Promise<void>((resolve) => socket.once('connect', resolve))),
    );
    crowd.push(...next);
  }
  emit({ type: 'joined' });
}

process.on('message', (message: ToCrowd) => {
  if (message.type === 'join') void join(message.viewers);
  else if (message.type === 'report')
    emit({ type: 'report', received: crowd.map(({ received }) => received) });
  else {
    for (const { socket } of crowd) socket.close();
    crowd = [];
    emit({ type: 'left' });
  }
});
emit({ type: 'ready' });

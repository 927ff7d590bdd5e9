import { setImmediate } from 'node:timers/promises';
import type { Batch } from '../lane/batch.ts';
import { drivenClient } from './driven-client.ts';
import type { LaneClient, Strategy } from '../lane/strategy.ts';

/** Replies given in a row before the event loop gets its turn, as a socket with that many replies would. */
const repliesPerTurn = 256;

export const noop: Strategy = {
  id: 'noop',
  label: 'No client',
  summary: 'A client that does nothing: the ceiling of the harness itself.',
  batching: 'in-flight',
  commands: null,
  hidden: true,
  semantics: {
    atomic: false,
    onFailure: 'Nothing is sent.',
    blocksOthers: 'No: nothing is sent.',
    cluster: 'Nothing is sent.',
    writes: '0',
    bytes: 'none',
  },
  connect: () => Promise.resolve(connectToNothing()),
  connectCluster: () => Promise.resolve(connectToNothing()),
};

function connectToNothing(): LaneClient {
  const reply = Promise.resolve('OK');
  let replies = 0;
  const send = (batch: Batch) => {
    batch.draw();
    return ++replies % repliesPerTurn === 0 ? setImmediate('OK') : reply;
  };
  return drivenClient(send, () => undefined);
}

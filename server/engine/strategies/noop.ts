import type { Strategy } from './strategy.ts';

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
  connect: () => {
    let replies = 0;
    return Promise.resolve({
      send(batch) {
        batch.draw();
        if (++replies % repliesPerTurn === 0) setImmediate(batch.onReply, 'OK');
        else
          queueMicrotask(() => {
            batch.onReply('OK');
          });
      },
      close: () => undefined,
    });
  },
};

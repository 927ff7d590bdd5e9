import { setImmediate } from 'node:timers/promises';
import type { CommandSource } from '../workload/command-source.ts';
import { exampleOf } from '../workload/reply-kind.ts';
import type { Batch } from '../lane/batch.ts';
import { drivenClient } from './driven-client.ts';
import type { Strategy } from '../lane/strategy.ts';
import type { LaneClient } from '../lane/batch.ts';

/** Replies given in a row before the event loop gets its turn, as a socket with that many replies would. */
const repliesPerTurn = 256;

export const strategy: Strategy = {
  id: 'noop',
  label: 'No client',
  summary: 'A client that does nothing: the ceiling of the harness itself.',
  batching: 'in-flight',
  commands: null,
  bare: true,
  hidden: true,
  semantics: {
    atomic: false,
    onFailure: 'Nothing is sent.',
    blocksOthers: 'No: nothing is sent.',
    cluster: 'Nothing is sent.',
    writes: '0',
    bytes: 'none',
  },
  connect: ({ source }) => Promise.resolve(connectToNothing(source)),
  connectCluster: ({ source }) => Promise.resolve(connectToNothing(source)),
};

function connectToNothing({ commands }: CommandSource): LaneClient {
  // Its replies are made up: nobody knows what its commands would find.
  for (const command of commands) command.countsHits = false;
  const samples = new Map(commands.map((command) => [command, Promise.resolve(exampleOf(command.accepts))]));
  let replies = 0;
  const none = Promise.resolve<unknown>(null);
  const send = (batch: Batch) => {
    const reply = samples.get(batch.draw().command) ?? none;
    return ++replies % repliesPerTurn === 0 ? setImmediate(reply) : reply;
  };
  return drivenClient(send, () => undefined);
}

import type { Batch } from '../lane/batch.ts';
import type { LaneClient } from '../lane/batch.ts';

/**
 * A client of single commands: each place in the lane has a loop that sends a command, awaits its reply and sends the next,
 * as a program would, without a new promise chain for every command. `send` draws it and gives the promise of its reply.
 */
export function drivenClient(send: (batch: Batch) => Promise<unknown>, close: () => void): LaneClient {
  const drive = async (batch: Batch) => {
    batch.isDriven = true;
    let reply: unknown;
    do {
      try {
        reply = await send(batch);
      } catch (error) {
        reply = error instanceof Error ? error : new Error(String(error));
      }
    } while (batch.onReply(reply));
    batch.isDriven = false;
  };
  return {
    send(batch) {
      // Called from within a reply: the loop that got it continues.
      if (batch.isDriven) batch.isWanted = true;
      else void drive(batch);
    },
    close,
  };
}

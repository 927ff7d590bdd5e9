import type { Redis } from 'ioredis';

class ReplyTooLarge extends Error {
  override readonly name = 'ReplyTooLarge';
}

/**
 * Breaks a connection off when one reply takes more than `most` bytes, since ioredis keeps what has come of a reply
 * until it is whole. To be called before it connects; commands that wait fail with ReplyTooLarge.
 */
export function boundReplies(redis: Redis, most: number): void {
  redis.on('connect', () => {
    const { stream } = redis;
    let answering = redis.commandQueue.peekFront();
    let from = stream.bytesRead;
    let written = stream.bytesWritten;
    const look = () => {
      // ioredis has read the same bytes by now: another command is first as soon as a reply is whole, or none is.
      const first = redis.commandQueue.peekFront();
      const { bytesRead } = stream;
      const isNext = first !== answering || (first === undefined && stream.bytesWritten !== written);
      if (isNext) {
        answering = first;
        from = bytesRead;
        written = stream.bytesWritten;
      } else if (bytesRead - from > most) {
        const error = new ReplyTooLarge(
          `the reply to ${first?.command.name.toUpperCase() ?? 'nothing'} has more than ${most} bytes`,
        );
        stream.off('data', look);
        redis.recoverFromFatalError(error, error, { offlineQueue: false });
        // What still comes is not waited for.
        stream.destroy();
      }
    };
    stream.on('data', look);
  });
}

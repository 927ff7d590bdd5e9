import type { Redis } from 'ioredis';

const blockMs = 500;
const perRead = 500;
/** Of one stream; what was read long ago is let go. */
const mostEntries = 20_000;

/** Messages of one moment go out together, in order. `makes`: a stream that is not there; else what is for one is dropped. */
export class MessageWriter {
  readonly #redis: Redis;
  #queued: [stream: string, text: string][] = [];
  #writing: Promise<unknown> = Promise.resolve();
  readonly #onError: (error: unknown) => void;
  readonly #makes: boolean;

  constructor(redis: Redis, makes: boolean, onError: (error: unknown) => void) {
    this.#redis = redis;
    this.#makes = makes;
    this.#onError = onError;
  }

  add(stream: string, message: unknown): void {
    this.#queued.push([stream, JSON.stringify(message)]);
    if (this.#queued.length > 1) return;
    this.#writing = Promise.resolve().then(() => this.#flush());
  }

  /** Resolves when all that was added is written, or could not be. */
  async flushed(): Promise<void> {
    await this.#writing;
  }

  async #flush(): Promise<void> {
    const queued = this.#queued;
    this.#queued = [];
    try {
      await Promise.all(
        queued.map(([stream, text]) =>
          this.#makes
            ? this.#redis.xadd(stream, 'MAXLEN', '~', mostEntries, '*', 'm', text)
            : this.#redis.xadd(stream, 'NOMKSTREAM', 'MAXLEN', '~', mostEntries, '*', 'm', text),
        ),
      );
    } catch (error) {
      this.#onError(error);
    }
  }
}

/**
 * Reads streams from their beginning, until the signal says so; `onMessage` gets each message with its stream, and
 * `undefined` for a text that is no JSON. Rejects when the control Redis does not answer. `redis`: a connection for this
 * alone.
 */
export async function readStreams(
  redis: Redis,
  streams: readonly string[],
  onMessage: (message: unknown, stream: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const from = new Map(streams.map((stream) => [stream, '0']));
  const isOver = () => signal.aborted;
  while (!isOver()) {
    const reading = redis.xread(
      'COUNT',
      perRead,
      'BLOCK',
      blockMs,
      'STREAMS',
      ...from.keys(),
      ...from.values(),
    );
    const answer = await reading;
    for (const [stream, entries] of answer ?? [])
      for (const [id, [, text]] of entries) {
        from.set(stream, id);
        if (isOver()) return;
        onMessage(parsed(text), stream);
      }
  }
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

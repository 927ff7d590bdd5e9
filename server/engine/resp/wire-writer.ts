import type { Endpoint } from '../../redis/connection/target.ts';
import { openWire, type WireConnection } from './wire-connection.ts';

const silenceMs = 30_000;

/** Sends commands that are encoded already, and awaits as many replies: what they are does not matter unless they are errors. */
export class WireWriter {
  readonly #connection: WireConnection;
  readonly #waiting: { replies: number; resolve: () => void; reject: (error: Error) => void }[] = [];
  #failed: Error | null = null;

  private constructor(connection: WireConnection) {
    this.#connection = connection;
    const fail = (error: Error) => {
      this.#failed ??= error;
      for (const { reject } of this.#waiting.splice(0)) reject(this.#failed);
    };
    connection.listen({ accept: () => undefined, refuse: fail, broken: fail }, (replies) => {
      this.#answer(replies);
    });
    connection.socket.once('error', fail).once('close', () => {
      fail(new Error('Connection is closed.'));
    });
    connection.socket.setTimeout(silenceMs, () => {
      connection.socket.destroy(new Error(`no reply for ${silenceMs / 1000} s`));
    });
  }

  /** Rejects when it cannot connect. */
  static async open(endpoint: Endpoint): Promise<WireWriter> {
    return new WireWriter(await openWire(endpoint, 2));
  }

  /** Text with one byte a character. Rejects with the first error that Redis or the connection reports. */
  write(text: string, replies: number): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#failed) {
        reject(this.#failed);
        return;
      }
      this.#waiting.push({ replies, resolve, reject });
      this.#connection.socket.write(text, 'latin1');
    });
  }

  close(): void {
    this.#connection.socket.destroy();
  }

  #answer(replies: number): void {
    for (let left = replies; left > 0;) {
      const [first] = this.#waiting;
      if (!first) return;
      const taken = Math.min(left, first.replies);
      first.replies -= taken;
      left -= taken;
      if (first.replies > 0) return;
      this.#waiting.shift();
      first.resolve();
    }
  }
}

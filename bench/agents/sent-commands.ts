import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { EmbeddedServer } from '../../server/redis/private/embedded.ts';

/** A command as the server saw it: when, by its own clock, ms, and on which connection. */
export interface SeenCommand {
  at: number;
  from: string;
}

/** `+1795565863.407877 [0 127.0.0.1:50920] "set" "roundtrip:k3x9qm7q:as00042" "…"` */
const setOfLane = /^\+([\d.]+) \[\d+ (\S+)\] "set" "roundtrip:[a-z0-9]{8}:([a-z])s\d+"/i;

/**
 * SETs that lanes have sent to a server without a password, by the server's own account (MONITOR): for low rates. On a
 * socket of its own: ioredis fails where a command of another client comes together with the answer to MONITOR.
 */
export class SentCommands {
  readonly #socket: Socket;
  readonly #byLane: SeenCommand[][] = [];

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Rejects when the server does not let its commands be watched. */
  static async watch({ target }: EmbeddedServer): Promise<SentCommands> {
    const { host = 'localhost', port = 6379 } = target.endpoint;
    const socket = connect({ host, port });
    const sent = new SentCommands(socket);
    const lines = createInterface({ input: socket, crlfDelay: Infinity });
    const answered = once(lines, 'line') as Promise<[string]>;
    // From the first line on: what comes together with the answer counts.
    lines.on('line', (line) => {
      const [, at, from = '', lane] = setOfLane.exec(line) ?? [];
      if (lane === undefined) return;
      (sent.#byLane[lane.charCodeAt(0) - 97] ??= []).push({ at: Number(at) * 1000, from });
    });
    socket.write('MONITOR\r\n');
    const [answer] = await answered;
    if (answer !== '+OK') throw new Error(`MONITOR was answered by ${answer}`);
    socket.on('error', () => undefined);
    return sent;
  }

  get total(): number {
    return this.#byLane.reduce((sum, { length }) => sum + length, 0);
  }

  /** Commands of a lane of the plan from this moment of the server's clock to that one, ms. */
  of(lane: number, after: number, before: number): SeenCommand[] {
    return this.#byLane[lane]?.filter(({ at }) => at >= after && at < before) ?? [];
  }

  end(): void {
    this.#socket.destroy();
  }
}

import type { Redis } from 'ioredis';
import type { EmbeddedServer } from '../../server/redis/private/embedded.ts';
import { openAdmin } from '../../server/redis/connection/connect.ts';

/** A command as the server saw it: when, by its own clock, ms, and on which connection. */
export interface SeenCommand {
  at: number;
  from: string;
}

/** SETs that lanes have sent to a server, by the server's own account (MONITOR): for low rates. */
export class SentCommands {
  readonly #redis: Redis;
  readonly #byLane: SeenCommand[][] = [];

  private constructor(redis: Redis) {
    this.#redis = redis;
  }

  static async watch({ target }: EmbeddedServer): Promise<SentCommands> {
    const redis = await openAdmin(target, 600_000);
    const monitor = await redis.monitor();
    redis.disconnect();
    const sent = new SentCommands(monitor);
    monitor.on('error', () => undefined);
    monitor.on('monitor', (at: string, [name = '', key = '']: string[], from: string) => {
      const [, lane] = /^roundtrip:[a-z0-9]{5}:([a-z])s\d+$/.exec(key) ?? [];
      if (lane === undefined || name.toLowerCase() !== 'set') return;
      (sent.#byLane[lane.charCodeAt(0) - 97] ??= []).push({ at: Number(at) * 1000, from });
    });
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
    this.#redis.disconnect();
  }
}

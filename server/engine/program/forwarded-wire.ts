import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Forwarder, type Passage } from '../../network/forwarder.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { systemClock } from '../lane/clock.ts';
import type { SocketMeter } from '../lane/socket-meter.ts';
import { ProgramFault } from './fault.ts';
import { KeptReplies } from './kept-replies.ts';
import { mostConnections, untilQuiet, type ProgramWire } from './program-wire.ts';
import { UnitWatch, type SeenUnit } from './unit-watch.ts';

interface ForwardedWireParts {
  endpoint: Endpoint;
  meter: SocketMeter;
  prefix: string;
  clients: number;
  onFault: (fault: ProgramFault) => void;
}

/** The connections of programs that are processes: they pass a port of this thread, where they are counted. */
export class ForwardedWire implements ProgramWire {
  readonly #parts: ForwardedWireParts;
  readonly #watch: UnitWatch;
  readonly #forwarder: Forwarder;
  readonly #sockets = new Set<Socket>();
  readonly #kept = new KeptReplies(systemClock);
  #isReading = false;
  #isRefused = false;

  constructor(parts: ForwardedWireParts) {
    this.#parts = parts;
    this.#watch = new UnitWatch({
      prefix: parts.prefix,
      advice: 'Keys begin with what ROUNDTRIP_PREFIX says',
      refuse: (message) => {
        this.#refuse(message);
      },
    });
    this.#forwarder = new Forwarder(parts.endpoint, (server) => this.#passage(server));
  }

  /** Resolves with what programs connect to. */
  async listen(): Promise<Endpoint> {
    const { host: _, path: _path, tls: _tls, ...access } = this.#parts.endpoint;
    return { ...access, host: '127.0.0.1', port: await this.#forwarder.listen() };
  }

  close(): Promise<void> {
    return this.#forwarder.close();
  }

  get names(): Set<string> {
    return this.#watch.names;
  }

  claim(): void {
    // Every connection to its port is its own.
  }

  release(): void {
    // As above.
  }

  begin(): void {
    this.#isReading = true;
  }

  end(): void {
    this.#isReading = false;
    this.#kept.handOver();
  }

  quiet(mostMs: number): Promise<void> {
    return untilQuiet(
      () => this.#watch.isTalking || [...this.#sockets].some(({ connecting }) => connecting),
      mostMs,
    );
  }

  beginUnit(): void {
    this.#kept.begin();
    this.#watch.beginUnit();
  }

  async endUnit(): Promise<SeenUnit> {
    // What was sent before the answer, on a connection of its own, may be read after it.
    await sleep(1);
    const seen = this.#watch.endUnit();
    this.#kept.handOver();
    return seen;
  }

  closeAll(): void {
    // A process ends its connections itself, and has a moment for it: see `close`.
  }

  #refuse(message: string): void {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.#parts.onFault(new ProgramFault(message));
    this.#forwarder.breakAll();
  }

  #passage(server: Socket): Passage {
    const { meter, clients } = this.#parts;
    this.#sockets.add(server);
    if (this.#sockets.size > mostConnections(clients))
      this.#refuse(
        `has ${this.#sockets.size} connections open, and closes none: open them once, as the process starts`,
      );
    server.once('connect', () => {
      meter.add(server);
    });
    const conversation = this.#watch.listen(() => !server.destroyed);
    return {
      out: (bytes) => {
        if (this.#isReading) {
          this.#kept.sent();
          conversation.sent(bytes);
        }
        return !this.#isRefused;
      },
      back: (bytes, deliver) => {
        const hand = () => {
          if (this.#isReading) conversation.answered(bytes);
          deliver(bytes);
        };
        if (this.#watch.isInUnit) this.#kept.keep(bytes.length, hand);
        else hand();
      },
      ended: () => {
        this.#kept.handOver();
      },
      closed: () => {
        conversation.close();
        this.#sockets.delete(server);
      },
    };
  }
}

import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Endpoint } from '../redis/connection/target.ts';
import { Alarm, systemClock } from './precise-timer.ts';
import { Jitter } from './jitter.ts';
import { breakOff, OneWay, type OneWayOptions } from './one-way.ts';
import { halve, type NetworkSettings } from './settings.ts';
import { Wire } from './direction.ts';

/** More than TCP has under way on a connection where nobody has tuned the kernel (4 to 6 MB on Linux). */
const maxWindowBytes = 16 * 1024 * 1024;
const maxGrainMs = 0.12;
/** All connections together, in each direction. */
const maxHeldBytes = 256 * 1024 * 1024;

interface Connection {
  sockets: readonly [client: Socket, server: Socket];
  ways: readonly OneWay[];
}

/** What a cut of all connections met. */
export interface Cut {
  connections: number;
  /** On their way in the proxy, both directions together. */
  bytes: number;
}

/** A TCP proxy on 127.0.0.1 with a network in it. Lives as long as its thread; see `openNetwork`. */
export class Proxy {
  readonly #upstream: Endpoint;
  readonly #server: Server;
  readonly #alarm: Alarm;
  readonly #outbound: Wire;
  readonly #inbound: Wire;
  readonly #sockets = new Set<Socket>();
  readonly #open = new Set<Connection>();
  #settings: NetworkSettings;
  #accepted = 0;

  /** Throws RangeError for settings that are no network. */
  constructor(upstream: Endpoint, settings: NetworkSettings) {
    this.#upstream = upstream;
    this.#settings = settings;
    this.#outbound = new Wire(halve(settings));
    this.#inbound = new Wire(halve(settings));
    this.#alarm = new Alarm(systemClock, (now) => Math.min(this.#outbound.run(now), this.#inbound.run(now)));
    this.#setGrain();
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  /** What arrives at almost the same time is written together: a fifth of the way, at most 0.12 ms. */
  #setGrain(): void {
    this.#alarm.grainMs = Math.min(maxGrainMs, halve(this.#settings).delayMs / 5);
  }

  /** Resolves with the port. */
  async listen(): Promise<number> {
    this.#server.listen({ host: '127.0.0.1', port: 0, backlog: 1024 });
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no port was given');
    return address.port;
  }

  /** Throws RangeError for settings that are no network. */
  tune(settings: NetworkSettings): void {
    const wire = halve(settings);
    this.#settings = settings;
    this.#outbound.tune(wire);
    this.#inbound.tune(wire);
    this.#setGrain();
    const now = systemClock.now();
    this.#alarm.bringForward(Math.min(this.#outbound.run(now), this.#inbound.run(now)));
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#alarm.stop();
    await closed;
  }

  /** Breaks all connections off, on both sides: what is on its way is lost. New ones are accepted as before. */
  cut(): Cut {
    const open = [...this.#open];
    const bytes = open.flatMap(({ ways }) => ways).reduce((sum, way) => sum + way.bytesOnWay, 0);
    for (const { sockets } of open) for (const socket of sockets) breakOff(socket);
    return { connections: open.length, bytes };
  }

  get #connections(): number {
    return this.#sockets.size / 2;
  }

  #accept(client: Socket): void {
    const { host = 'localhost', port = 6379, path } = this.#upstream;
    const server = connect({
      ...(path === undefined ? { host, port, autoSelectFamily: true } : { path }),
      allowHalfOpen: true,
      noDelay: true,
    });
    const windowBytes = () => Math.min(maxWindowBytes, maxHeldBytes / this.#connections);
    const seed = (this.#settings.seed ?? 1) + 2 * this.#accepted++;
    const out = new OneWay({
      from: client,
      to: server,
      // A client is connected to this proxy at once; over a real network, that takes a round trip.
      startsAt: systemClock.now() + this.#settings.rttMs,
      jitter: new Jitter(seed),
      windowBytes,
      bufferBytes: () => this.#outbound.bufferBytes(this.#connections),
      carry: this.#carryBy(this.#outbound),
    });
    const back = new OneWay({
      from: server,
      to: client,
      startsAt: -Infinity,
      jitter: new Jitter(seed + 1),
      windowBytes,
      bufferBytes: () => this.#inbound.bufferBytes(this.#connections),
      carry: this.#carryBy(this.#inbound),
    });
    const connection: Connection = { sockets: [client, server], ways: [out, back] };
    this.#open.add(connection);
    const refuse = () => breakOff(client);
    server.once('error', refuse);
    server.once('connect', () => server.off('error', refuse));
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        this.#open.delete(connection);
      });
    }
  }

  #carryBy(wire: Wire): OneWayOptions['carry'] {
    return (flow, content) => this.#alarm.bringForward(wire.carry(flow, content, systemClock.now()));
  }
}

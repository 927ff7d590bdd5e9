import type { Jitter } from './jitter.ts';
import type { WireSettings } from './settings.ts';
import { TimeQueue } from './time-queue.ts';

interface Waiting<T> {
  item: T;
  bytes: number;
  since: number;
}

/**
 * A line of limited bandwidth: bytes leave one after the other, first come, first served, as from a router. There
 * is no allowance for bursts; a token bucket's would let the first megabytes through at the speed of loopback. What
 * waits is sent at the speed that holds when its turn comes, so that a new one takes effect at once.
 */
export class Link<T> {
  bytesPerMs = Infinity;
  #queue: Waiting<T>[] = [];
  #first = 0;
  #freeAt = -Infinity;

  get isEmpty(): boolean {
    return this.#first === this.#queue.length;
  }

  /** When the next one is to start; Infinity when nothing waits. */
  get nextStart(): number {
    const next = this.#queue[this.#first];
    return next ? Math.max(this.#freeAt, next.since) : Infinity;
  }

  push(item: T, bytes: number, now: number): void {
    this.#queue.push({ item, bytes, since: now });
  }

  /** Tells, in order, of all that have started by `until`, and when the last byte of each has left. */
  startUntil(until: number, leave: (item: T, leftAt: number) => void): void {
    for (;;) {
      const next = this.#queue[this.#first];
      const start = this.nextStart;
      if (!next || start > until) break;
      this.#first++;
      this.#freeAt = start + next.bytes / this.bytesPerMs;
      leave(next.item, this.#freeAt);
    }
    // Moved up only now and then: shifting a long array for every entry would cost its whole length.
    if (this.#first > 1000 || this.isEmpty) {
      this.#queue.splice(0, this.#first);
      this.#first = 0;
    }
  }
}

/** What travels: bytes, or how a connection ended. */
export type Content = Buffer | 'end' | 'reset';

export interface Flow {
  readonly jitter: Jitter;
  /** Nothing sets out before: a handshake comes first. */
  readonly startsAt: number;
  /** When the last that is on its way arrives. */
  arrivesAt: number;
  /** Bytes that wait for the link. */
  waitingBytes: number;
  /** Bytes that have left and not arrived. */
  travellingBytes: number;
  /** Called for what arrives, in the order it was sent. */
  deliver(content: Content): void;
  /** Called once all that arrives at this moment is delivered: it can be written together. */
  flush(): void;
  /** Hears that there is room on the link again. */
  onLeft(): void;
}

interface Parcel {
  flow: Flow;
  content: Content;
}

const maxSegmentBytes = 1460;
/** At low bandwidth a chunk arrives bit by bit; at high bandwidth, cutting it up would only cost. */
const pieceMs = 0.5;
/** Departures are worked out so much ahead that a late timer loses no bandwidth. */
const aheadMs = 3;

/** A router's buffer; also what keeps the link busy while this thread is kept from running. */
const bufferMs = 30;
const minBufferBytes = 128 * 1024;
const maxBufferBytes = 8 * 1024 * 1024;

const sizeOf = (content: Content) => (typeof content === 'string' ? 0 : content.length);

/**
 * One direction of the network: all its connections share the link, then each byte takes the delay. Order is kept
 * within a connection. Knows no sockets and no timers: whoever owns it calls `run` at the moment that `run` and
 * `carry` name.
 */
export class Wire {
  readonly #link = new Link<Parcel>();
  readonly #travelling = new TimeQueue<Parcel>();
  /** Flows with something delivered and not flushed. */
  readonly #delivered = new Set<Flow>();
  #settings: WireSettings;

  constructor(settings: WireSettings) {
    this.#settings = settings;
    this.#link.bytesPerMs = settings.bytesPerMs;
  }

  /** What may wait for the link before whoever sends has to wait. */
  bufferBytes(connections: number): number {
    const bytes = Math.min(maxBufferBytes, this.#settings.bytesPerMs * bufferMs) / connections;
    return Math.max(minBufferBytes, bytes);
  }

  /** Holds for all that has not left yet; what is on its way arrives when it would have. Call `run` afterwards. */
  tune(settings: WireSettings): void {
    this.#settings = settings;
    this.#link.bytesPerMs = settings.bytesPerMs;
  }

  /** Takes content over; it may arrive during the call. Returns when to call `run`. */
  carry(flow: Flow, content: Content, now: number): number {
    if (this.#link.isEmpty && this.#settings.bytesPerMs === Infinity) {
      flow.waitingBytes += sizeOf(content);
      this.#leave({ flow, content }, now, now);
      this.#flush();
      return this.#travelling.nextAt;
    }
    for (const piece of this.#cut(content)) {
      flow.waitingBytes += sizeOf(piece);
      this.#link.push({ flow, content: piece }, sizeOf(piece), now);
    }
    return this.run(now);
  }

  /** Delivers what is due. Returns when to call again; Infinity when nothing is on its way. */
  run(now: number): number {
    this.#link.startUntil(now + aheadMs, (parcel, leftAt) => {
      this.#leave(parcel, leftAt, now);
      parcel.flow.onLeft();
    });
    for (let due = this.#travelling.takeDue(now); due; due = this.#travelling.takeDue(now)) this.#arrive(due);
    this.#flush();
    return Math.min(this.#travelling.nextAt, this.#link.nextStart - aheadMs);
  }

  #leave(parcel: Parcel, leftAt: number, now: number): void {
    const { flow, content } = parcel;
    const { delayMs, strayMs } = this.#settings;
    const setsOutAt = Math.max(leftAt, flow.startsAt);
    const arrivesAt = Math.max(setsOutAt + delayMs + flow.jitter.at(setsOutAt, strayMs), flow.arrivesAt);
    flow.arrivesAt = arrivesAt;
    flow.waitingBytes -= sizeOf(content);
    flow.travellingBytes += sizeOf(content);
    // Nothing of this flow can be on its way still, or it would arrive no earlier.
    if (arrivesAt <= now && flow.travellingBytes === sizeOf(content)) this.#arrive(parcel);
    else this.#travelling.push(arrivesAt, parcel);
  }

  #arrive({ flow, content }: Parcel): void {
    flow.travellingBytes -= sizeOf(content);
    flow.deliver(content);
    this.#delivered.add(flow);
  }

  #flush(): void {
    if (this.#delivered.size === 0) return;
    for (const flow of this.#delivered) flow.flush();
    this.#delivered.clear();
  }

  #cut(content: Content): Content[] {
    const size = Math.max(maxSegmentBytes, Math.round(this.#settings.bytesPerMs * pieceMs));
    if (typeof content === 'string' || content.length <= size) return [content];
    return Array.from({ length: Math.ceil(content.length / size) }, (_, index) =>
      content.subarray(index * size, (index + 1) * size),
    );
  }
}

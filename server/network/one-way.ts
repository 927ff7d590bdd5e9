import type { Socket } from 'node:net';
import type { Jitter } from './jitter.ts';
import type { Content, Flow } from './direction.ts';

/** Up to this, copying pieces together costs less than a vectored write of them. */
const maxCopiedBytes = 64 * 1024;

export interface OneWayOptions {
  from: Socket;
  to: Socket;
  jitter: Jitter;
  startsAt: number;
  /** Bytes that may wait for the link. */
  bufferBytes: () => number;
  /** Bytes that may be on their way or wait for a reader that is slow. */
  windowBytes: () => number;
  /** Takes content over for the network; hands it to `deliver` when it has arrived. */
  carry: (flow: Flow, content: Content) => void;
}

/**
 * One direction of a connection: what one socket gets, the other sends, after the network. Its end and its breaking
 * off travel as well, behind the bytes that came before.
 */
export class OneWay implements Flow {
  readonly jitter: Jitter;
  readonly startsAt: number;
  arrivesAt = -Infinity;
  waitingBytes = 0;
  travellingBytes = 0;
  readonly #options: OneWayOptions;
  #arrived: Buffer[] = [];
  #isPaused = false;

  constructor(options: OneWayOptions) {
    this.#options = options;
    this.jitter = options.jitter;
    this.startsAt = options.startsAt;
    const { from, to, carry } = options;
    from.on('data', (chunk: Buffer) => {
      carry(this, chunk);
      this.#balance();
    });
    from.on('end', () => carry(this, 'end'));
    from.on('close', (hadError) => {
      if (hadError || !from.readableEnded) carry(this, 'reset');
    });
    to.on('drain', () => this.#balance());
  }

  /** Taken over from the one socket, and not handed to the kernel of the other. */
  get bytesOnWay(): number {
    return this.waitingBytes + this.travellingBytes + this.#options.to.writableLength;
  }

  deliver(content: Content): void {
    const { to } = this.#options;
    if (to.destroyed) return;
    if (typeof content !== 'string') this.#arrived.push(content);
    else {
      this.flush();
      if (content === 'reset') breakOff(to);
      else to.end();
    }
  }

  flush(): void {
    const { to } = this.#options;
    const pieces = this.#arrived;
    if (pieces.length === 0) return;
    this.#arrived = [];
    if (to.destroyed) return;
    const [first] = pieces;
    if (first && pieces.length === 1) to.write(first);
    else if (pieces.reduce((bytes, piece) => bytes + piece.length, 0) <= maxCopiedBytes)
      to.write(Buffer.concat(pieces));
    else {
      to.cork();
      for (const piece of pieces) to.write(piece);
      to.uncork();
    }
    this.#balance();
  }

  onLeft(): void {
    this.#balance();
  }

  /** Reads only while there is room: what a slow reader leaves lying stays with the sender, as on any network. */
  #balance(): void {
    const { from, to, bufferBytes, windowBytes } = this.#options;
    const isFull =
      this.waitingBytes > bufferBytes() || this.travellingBytes + to.writableLength > windowBytes();
    if (isFull === this.#isPaused) return;
    this.#isPaused = isFull;
    if (isFull) from.pause();
    else from.resume();
  }
}

/** Closes as a process does that dies: the other side gets an error, not an end. */
export function breakOff(socket: Socket): void {
  // A Unix socket has no reset; neither has what is not connected yet. And one that is still sending its last bytes
  // before its end would never be closed: libuv refuses to reset it, and Node 20 takes it for closed.
  const isEnding = socket.writableEnded && !socket.writableFinished;
  if (socket.remoteAddress === undefined || socket.connecting || isEnding) socket.destroy();
  else socket.resetAndDestroy();
}

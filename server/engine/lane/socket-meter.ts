import type { Socket } from 'node:net';

export interface SocketFigures {
  /** Times that the client handed data to the kernel. */
  writes: number;
  bytesOut: number;
  bytesIn: number;
}

/** What Node hands data to, once for each write of the kernel; each kind of text has a method of its own. */
interface WriteHandle {
  writeBuffer(request: unknown, data: unknown): number;
  writev(request: unknown, data: unknown, allBuffers: unknown): number;
  writeUtf8String(request: unknown, data: unknown): number;
  writeLatin1String(request: unknown, data: unknown): number;
  writeAsciiString(request: unknown, data: unknown): number;
  writeUcs2String(request: unknown, data: unknown): number;
}

/**
 * A layer between a socket's handle and its prototype that counts writes. `super` lets the compiler keep calling
 * the native methods directly, which by a wrapper of their own would cost some per cent of a small command.
 */
function countingLayer(prototype: WriteHandle, count: { writes: number }): WriteHandle {
  class CountingHandle extends (Object as unknown as new () => WriteHandle) {
    override writeBuffer(request: unknown, data: unknown): number {
      count.writes++;
      return super.writeBuffer(request, data);
    }
    override writev(request: unknown, data: unknown, allBuffers: unknown): number {
      count.writes++;
      return super.writev(request, data, allBuffers);
    }
    override writeUtf8String(request: unknown, data: unknown): number {
      count.writes++;
      return super.writeUtf8String(request, data);
    }
    override writeLatin1String(request: unknown, data: unknown): number {
      count.writes++;
      return super.writeLatin1String(request, data);
    }
    override writeAsciiString(request: unknown, data: unknown): number {
      count.writes++;
      return super.writeAsciiString(request, data);
    }
    override writeUcs2String(request: unknown, data: unknown): number {
      count.writes++;
      return super.writeUcs2String(request, data);
    }
  }
  return Object.setPrototypeOf(CountingHandle.prototype, prototype) as WriteHandle;
}

/** Counts what goes over the sockets of one lane thread. */
export class SocketMeter {
  readonly #count = { writes: 0 };
  /** One for each kind of socket: TCP, TLS, Unix. */
  readonly #layers = new Map<unknown, WriteHandle>();
  #closedOut = 0;
  #closedIn = 0;
  readonly #sockets = new Set<Socket>();
  /** A new one with each set of connections. */
  #set = {};
  /** Whether a connection of the newest set has been closed. */
  hasLost = false;

  /**
   * Counts this connected socket from now on; what was sent before (the handshake) does not count.
   */
  add(socket: Socket): void {
    // On the handle: a socket that is given methods of its own becomes slower in everything it does.
    const handle = (socket as unknown as { _handle?: WriteHandle | null })._handle;
    if (handle) Object.setPrototypeOf(handle, this.#layerOver(Object.getPrototypeOf(handle) as WriteHandle));
    this.#closedOut -= socket.bytesWritten;
    this.#closedIn -= socket.bytesRead;
    this.#sockets.add(socket);
    const set = this.#set;
    socket.once('close', () => {
      if (set === this.#set) this.hasLost = true;
      this.#closedOut += socket.bytesWritten;
      this.#closedIn += socket.bytesRead;
      this.#sockets.delete(socket);
    });
  }

  /** The connections so far are given up; those that come next are another set. */
  beginSet(): void {
    this.#set = {};
    this.hasLost = false;
  }

  /** Running totals since the first socket. */
  figures(): SocketFigures {
    let bytesOut = this.#closedOut;
    let bytesIn = this.#closedIn;
    for (const socket of this.#sockets) {
      bytesOut += socket.bytesWritten;
      bytesIn += socket.bytesRead;
    }
    return { writes: this.#count.writes, bytesOut, bytesIn };
  }

  #layerOver(prototype: WriteHandle): WriteHandle {
    const layer = this.#layers.get(prototype) ?? countingLayer(prototype, this.#count);
    this.#layers.set(prototype, layer);
    return layer;
  }
}

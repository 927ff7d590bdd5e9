import type { Socket } from 'node:net';

export interface SocketFigures {
  /** Times that the client handed data to the kernel. */
  writes: number;
  bytesOut: number;
  bytesIn: number;
}

/** What Node hands data to, once for each write of the kernel; each kind of text has a method of its own. */
const writeMethods = [
  'writeBuffer',
  'writev',
  'writeUtf8String',
  'writeLatin1String',
  'writeAsciiString',
  'writeUcs2String',
] as const;
type Write = (request: unknown, data: unknown, third?: unknown) => number;
interface WithHandle {
  _handle?: Partial<Record<(typeof writeMethods)[number], Write>> | null;
}

/** Counts what goes over the sockets of one lane thread. */
export class SocketMeter {
  #writes = 0;
  #closedOut = 0;
  #closedIn = 0;
  readonly #sockets = new Set<Socket>();

  /**
   * Counts this connected socket from now on; what was sent before (the handshake) does not count.
   */
  add(socket: Socket): void {
    // On the handle: a socket that is given methods of its own becomes slower in everything it does.
    const handle = (socket as unknown as WithHandle)._handle;
    for (const name of writeMethods) {
      const write = handle?.[name];
      if (handle && write)
        handle[name] = (request, data, third) => {
          this.#writes++;
          return write.call(handle, request, data, third);
        };
    }
    this.#closedOut -= socket.bytesWritten;
    this.#closedIn -= socket.bytesRead;
    this.#sockets.add(socket);
    socket.once('close', () => {
      this.#closedOut += socket.bytesWritten;
      this.#closedIn += socket.bytesRead;
      this.#sockets.delete(socket);
    });
  }

  /** Running totals since the first socket. */
  figures(): SocketFigures {
    let bytesOut = this.#closedOut;
    let bytesIn = this.#closedIn;
    for (const socket of this.#sockets) {
      bytesOut += socket.bytesWritten;
      bytesIn += socket.bytesRead;
    }
    return { writes: this.#writes, bytesOut, bytesIn };
  }
}

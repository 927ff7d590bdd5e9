import type { Socket } from 'node:net';

export interface SocketFigures {
  /** Times that the client handed data to the kernel. */
  writes: number;
  bytesOut: number;
  bytesIn: number;
}

type Write = (this: Socket, ...args: never[]) => void;
interface Writable {
  _write: Write;
  _writev?: Write | null;
}

/** Counts what goes over the sockets of one lane thread. */
export class SocketMeter {
  #writes = 0;
  #closedOut = 0;
  #closedIn = 0;
  readonly #sockets = new Set<Socket>();

  /**
   * Counts this socket from now on. Node hands data to the kernel in `_write`, or in `_writev` when several
   * chunks were waiting, once each; what was sent before (the handshake) does not count.
   */
  add(socket: Socket): void {
    const writable = socket as unknown as Writable;
    for (const name of ['_write', '_writev'] as const) {
      const original = writable[name];
      if (!original) continue;
      const count = () => this.#writes++;
      writable[name] = function (this: Socket, ...args) {
        count();
        original.apply(this, args);
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

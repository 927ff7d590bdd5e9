import type { Socket } from 'node:net';

export interface SocketFigures {
  /** Times that the client handed data to the kernel. */
  writes: number;
  bytesOut: number;
  bytesIn: number;
}

type Done = (error?: Error | null) => void;
interface Writable {
  _write: (chunk: unknown, encoding: BufferEncoding, done: Done) => void;
  _writev?: (chunks: unknown, done: Done) => void;
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
    const { _write: write, _writev: writev } = writable;
    // Every command of a lane that does not batch comes by here: no rest arguments, no apply.
    writable._write = (chunk, encoding, done) => {
      this.#writes++;
      write.call(socket, chunk, encoding, done);
    };
    if (writev)
      writable._writev = (chunks, done) => {
        this.#writes++;
        writev.call(socket, chunks, done);
      };
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

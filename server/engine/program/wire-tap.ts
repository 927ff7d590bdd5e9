import { Socket } from 'node:net';
import type { SocketMeter } from '../lane/socket-meter.ts';
import { ProgramFault } from './fault.ts';
import { mostConnections, untilQuiet, type ProgramWire } from './program-wire.ts';
import { UnitWatch, type WatchedConnection, type SeenUnit } from './unit-watch.ts';

/** The methods by which Node hands data to the kernel, and how a text is encoded there. */
const encodings = {
  writeUtf8String: 'utf8',
  writeLatin1String: 'latin1',
  writeAsciiString: 'latin1',
  writeUcs2String: 'utf16le',
} as const;
type TextMethod = keyof typeof encodings;
interface Handle extends Record<TextMethod, (request: unknown, data: string) => number> {
  writeBuffer(request: unknown, data: Buffer): number;
  writev(request: unknown, chunks: unknown[], allBuffers: boolean): number;
}

interface Connection {
  socket: Socket;
  handle: Handle;
  /** Of the handle, while nobody reads. */
  usual: object;
  conversation: WatchedConnection;
  onData: (bytes: Buffer) => void;
}

/** What libuv says of a request that was cancelled: the write is not made, and its socket ends. */
const cancelled = -125;
/** Beyond so many, all are sent from one place. */
const mostPlaces = 100;

/** Whose connections are being made in this thread: lanes that share it open theirs one after the other. */
let maker: WireTap | null = null;
const usualConnect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket;

function connectTapped(this: Socket, ...args: unknown[]): Socket {
  const socket = usualConnect.apply(this, args);
  maker?.adopt(socket);
  return socket;
}

function makeBy(tap: WireTap | null): void {
  maker = tap;
  Reflect.set(Socket.prototype, 'connect', tap ? connectTapped : usualConnect);
}

interface WireTapParts {
  meter: SocketMeter;
  prefix: string;
  clients: number;
  onFault: (fault: ProgramFault) => void;
}

/**
 * The connections that the code of one lane makes, by whatever library. All are counted by the lane's meter. While it
 * reads, each command is seen before the kernel gets it: a write outside the prefix is not sent. While nobody reads, a
 * connection is as fast as that of any lane.
 */
export class WireTap implements ProgramWire {
  /** Where the newest command was sent. A stack costs most when it is written out. */
  #sentAt: Error | null = null;
  readonly #parts: WireTapParts;
  readonly #watch: UnitWatch;
  readonly #connections = new Set<Connection>();
  readonly #byHandle = new WeakMap<Handle, Connection>();
  readonly #layers = new Map<object, object>();
  readonly #sockets = new Set<Socket>();
  #isReading = false;
  #fault: ProgramFault | null = null;

  constructor(parts: WireTapParts) {
    this.#parts = parts;
    this.#watch = new UnitWatch({
      prefix: parts.prefix,
      advice:
        'Keys begin with prefix, of the third argument; the client that is given puts it there by itself',
      onCommand: (waiting, isStray) => {
        if (isStray || waiting < mostPlaces) this.#sentAt = new Error();
      },
      refuse: (message) => {
        this.#refuse(new ProgramFault(message, this.sentAt));
      },
    });
  }

  get names(): Set<string> {
    return this.#watch.names;
  }

  /** The stack of where the newest command was sent. */
  get sentAt(): string | undefined {
    return this.#sentAt?.stack;
  }

  /** Connections that are made from now on in this thread are of this lane, until `release`. */
  claim(): void {
    makeBy(this);
  }

  release(): void {
    makeBy(null);
  }

  /** Of a socket that is about to connect. */
  adopt(socket: Socket): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const most = mostConnections(this.#parts.clients);
    if (this.#sockets.size > most)
      this.#refuse(
        new ProgramFault(
          `has ${this.#sockets.size} connections open, and closes none: open them in connect, once for each client`,
          new Error().stack,
        ),
      );
    socket.once('connect', () => {
      this.#parts.meter.add(socket);
      this.#listen(socket);
    });
  }

  /** Reads what is sent from now on. */
  begin(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    for (const connection of this.#connections) this.#tap(connection);
  }

  end(): void {
    this.#isReading = false;
    for (const connection of this.#connections) this.#untap(connection);
  }

  quiet(mostMs: number): Promise<void> {
    return untilQuiet(
      () => this.#watch.isTalking || [...this.#sockets].some(({ connecting }) => connecting),
      mostMs,
    );
  }

  beginUnit(): void {
    this.#watch.beginUnit();
  }

  endUnit(): SeenUnit {
    return this.#watch.endUnit();
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #refuse(fault: ProgramFault): void {
    if (this.#fault) return;
    this.#fault = fault;
    this.#parts.onFault(fault);
    this.closeAll();
  }

  #listen(socket: Socket): void {
    const { _handle: handle } = socket as unknown as { _handle: Handle | null };
    if (!handle) return;
    const conversation = this.#watch.listen(() => !socket.destroyed);
    const connection: Connection = {
      ...{ socket, handle, usual: Object.getPrototypeOf(handle) as object, conversation },
      onData: conversation.answered,
    };
    this.#connections.add(connection);
    this.#byHandle.set(handle, connection);
    socket.once('close', () => {
      this.#connections.delete(connection);
      conversation.close();
    });
    if (this.#isReading) this.#tap(connection);
  }

  #tap(connection: Connection): void {
    const { handle, usual, socket, onData } = connection;
    Object.setPrototypeOf(handle, this.#layerOver(usual));
    // Beside the listener of the library: its own would begin the flow before the library is there.
    if (socket.listenerCount('data') > 0) socket.on('data', onData);
    else setImmediate(() => this.#isReading && !socket.destroyed && socket.on('data', onData));
  }

  #untap({ handle, usual, socket, onData }: Connection): void {
    Object.setPrototypeOf(handle, usual);
    socket.off('data', onData);
  }

  /** Hands on what was written, once it was seen. One for each kind of socket, so that all stay alike to the compiler. */
  #layerOver(usual: object): object {
    const made = this.#layers.get(usual);
    if (made) return made;
    const below = usual as Handle;
    const see = (handle: Handle, pieces: readonly Buffer[]): boolean => {
      const connection = this.#byHandle.get(handle);
      for (const piece of pieces) connection?.conversation.sent(piece);
      return this.#fault === null;
    };
    const text = (method: TextMethod) =>
      function (this: Handle, request: unknown, data: string): number {
        return see(this, [Buffer.from(data, encodings[method])])
          ? below[method].call(this, request, data)
          : cancelled;
      };
    const layer: Handle = {
      writeBuffer(request, data) {
        return see(this, [data]) ? below.writeBuffer.call(this, request, data) : cancelled;
      },
      writev(request, chunks, allBuffers) {
        return see(this, allBuffers ? (chunks as Buffer[]) : withEncodings(chunks))
          ? below.writev.call(this, request, chunks, allBuffers)
          : cancelled;
      },
      writeUtf8String: text('writeUtf8String'),
      writeLatin1String: text('writeLatin1String'),
      writeAsciiString: text('writeAsciiString'),
      writeUcs2String: text('writeUcs2String'),
    };
    Object.setPrototypeOf(layer, usual);
    this.#layers.set(usual, layer);
    return layer;
  }
}

/** Pairs of text and encoding, as a vectored write has them. */
function withEncodings(chunks: unknown[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < chunks.length; at += 2) {
    const [data, encoding] = [chunks[at], chunks[at + 1]];
    pieces.push(Buffer.isBuffer(data) ? data : Buffer.from(String(data), encoding as BufferEncoding));
  }
  return pieces;
}

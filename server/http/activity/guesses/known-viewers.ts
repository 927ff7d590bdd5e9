import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ViewerSocket } from '../viewers.ts';

/** How long a viewer may be away before it counts as having left, ms. */
const patienceMs = 120_000;

/**
 * Viewers that guess and vote, by ids of this server. A browser keeps the id that it was given, so that its guess stays
 * one after a reload; one that was made up is none.
 */
export class KnownViewers {
  readonly #secret = randomBytes(32);
  readonly #patienceMs: number;
  readonly #onLeft: (id: string) => void;
  /** Ids of those who are connected, with the number of their connections. */
  readonly #here = new Map<string, number>();
  /** Ids of those who were a moment ago. */
  readonly #away = new Map<string, NodeJS.Timeout>();

  constructor({
    onLeft,
    awayMs = patienceMs,
  }: {
    onLeft: (id: string) => void;
    awayMs?: number | undefined;
  }) {
    this.#onLeft = onLeft;
    this.#patienceMs = awayMs;
  }

  /** A connection that comes back is known by the id that it shows at once. */
  welcome(viewer: ViewerSocket): void {
    const shown: unknown = viewer.handshake.auth['viewer'];
    if (this.#gave(shown)) this.#know(viewer, shown);
    viewer.on('disconnect', () => {
      if (viewer.data.guesser !== undefined) this.#count(viewer.data.guesser, -1);
    });
  }

  /** A connection has one id: the one that its browser was given earlier, or a new one. */
  idOf(viewer: ViewerSocket, sent: unknown): string {
    if (viewer.data.guesser !== undefined) return viewer.data.guesser;
    const shown = typeof sent === 'object' && sent !== null && 'viewer' in sent ? sent.viewer : null;
    return this.#know(viewer, this.#gave(shown) ? shown : this.#give());
  }

  readonly isHere = (id: string): boolean => this.#here.has(id);

  close(): void {
    for (const timer of this.#away.values()) clearTimeout(timer);
    this.#away.clear();
  }

  #know(viewer: ViewerSocket, id: string): string {
    viewer.data.guesser = id;
    this.#count(id, 1);
    return id;
  }

  #count(id: string, by: 1 | -1): void {
    clearTimeout(this.#away.get(id));
    this.#away.delete(id);
    const connections = (this.#here.get(id) ?? 0) + by;
    if (connections > 0) {
      this.#here.set(id, connections);
      return;
    }
    this.#here.delete(id);
    const leave = () => {
      this.#away.delete(id);
      this.#onLeft(id);
    };
    this.#away.set(id, setTimeout(leave, this.#patienceMs).unref());
  }

  #give(): string {
    const name = randomBytes(9).toString('base64url');
    return `${name}.${this.#sign(name)}`;
  }

  /** Whether this server gave it. */
  #gave(id: unknown): id is string {
    if (typeof id !== 'string') return false;
    const [name = '', signature = ''] = id.split('.');
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#sign(name))];
    return (
      given.length === expected.length && timingSafeEqual(given, expected) && id === `${name}.${signature}`
    );
  }

  #sign(name: string): string {
    return createHmac('sha256', this.#secret).update(name).digest('base64url').slice(0, 22);
  }
}

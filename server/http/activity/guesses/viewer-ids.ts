import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/**
 * Ids by which guesses are told apart. A browser keeps the one that it was given, so that its guess stays one after a
 * reload; one that was made up is none.
 */
export class ViewerIds {
  readonly #secret = randomBytes(32);

  give(): string {
    const name = randomBytes(9).toString('base64url');
    return `${name}.${this.#sign(name)}`;
  }

  /** Whether this server gave it. */
  gave(id: unknown): id is string {
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

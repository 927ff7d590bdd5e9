import { createHash, timingSafeEqual } from 'node:crypto';
import { RequestParser } from './request-parser.ts';
import { Desynchronised } from './resp.ts';

/** Bytes, and commands, before somebody has signed in. */
const mostBytes = 16_384;
const mostCommands = 16;

export type Door =
  /** `answer`: what the client is told. */
  | { state: 'closed'; answer: string }
  | { state: 'refused'; answer: string }
  /** `onwards`: what goes to the server, instead of what was read. */
  | { state: 'open'; answer: string; onwards: Buffer };

const noAuth = '-NOAUTH Authentication required.\r\n';
const wrong = '-WRONGPASS invalid username-password pair\r\n';

/**
 * Lets in who knows the password of the proxy. A client says it as Redis’ own, by AUTH or HELLO: that is not passed on.
 * `PASSWORD:OTHER` signs in at the server with what stands behind the colon.
 */
export class Doorkeeper {
  readonly #password: Buffer;
  readonly #length: number;
  #held: Buffer = Buffer.alloc(0);
  #refused = 0;

  constructor(password: string) {
    this.#password = digest(password);
    this.#length = password.length;
  }

  read(bytes: Buffer): Door {
    this.#held = Buffer.concat([this.#held, bytes]);
    let answer = '';
    for (;;) {
      const first = firstCommand(this.#held);
      if (first === 'unreadable' || (first === null && this.#held.length > mostBytes))
        return { state: 'refused', answer: `${answer}-ERR Protocol error\r\n` };
      if (first === null) return { state: 'closed', answer };
      const door = this.#judge(first.words, this.#held.subarray(first.end));
      answer += door.answer;
      if (door.state !== 'closed') return { ...door, answer };
      if (++this.#refused > mostCommands) return { state: 'refused', answer };
      this.#held = this.#held.subarray(first.end);
    }
  }

  #judge(words: readonly string[], rest: Buffer): Door {
    const [name = '', ...values] = words;
    const isAuth = /^auth$/i.test(name) && values.length >= 1 && values.length <= 2;
    const at = /^hello$/i.test(name) ? values.findIndex((value) => /^auth$/i.test(value)) : -1;
    if (!isAuth && at < 0) return { state: 'closed', answer: noAuth };
    const [user, said = ''] = isAuth
      ? [values.length === 2 ? values[0] : null, values.at(-1)]
      : [values[at + 1], values[at + 2]];
    const other = this.#knows(said);
    if (other === null) return { state: 'refused', answer: wrong };
    if (isAuth)
      return other === ''
        ? { state: 'open', answer: '+OK\r\n', onwards: rest }
        : {
            state: 'open',
            answer: '',
            onwards: Buffer.concat([command(['AUTH', ...(user == null ? [] : [user]), other]), rest]),
          };
    const auth = other === '' ? [] : ['AUTH', user ?? 'default', other];
    const hello = command([name, ...values.slice(0, at), ...auth, ...values.slice(at + 3)]);
    return { state: 'open', answer: '', onwards: Buffer.concat([hello, rest]) };
  }

  /** What stands behind it; `null`: it is another. */
  #knows(said: string): string | null {
    if (timingSafeEqual(digest(said.slice(0, this.#length)), this.#password)) {
      const rest = said.slice(this.#length);
      if (rest === '') return '';
      if (rest.startsWith(':') && rest.length > 1) return rest.slice(1);
    }
    return null;
  }
}

/** Of equal length, so that comparing takes as long for each. */
const digest = (text: string): Buffer => createHash('sha256').update(text, 'latin1').digest();

function firstCommand(bytes: Buffer): { words: string[]; end: number } | 'unreadable' | null {
  const found: { words: string[]; end: number }[] = [];
  const parser = new RequestParser((args, end) => {
    found.push({ words: args.map((arg) => arg.toString('latin1')), end });
  });
  try {
    parser.read(bytes);
  } catch (error) {
    if (!(error instanceof Desynchronised)) throw error;
    return found[0] ?? 'unreadable';
  }
  return found[0] ?? null;
}

const command = (words: readonly string[]): Buffer =>
  Buffer.from(
    `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`,
    'latin1',
  );

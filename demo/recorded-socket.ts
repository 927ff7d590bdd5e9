import type { Guess, GatheredGuesses } from '../shared/contract/guesses.ts';
import type { ErrorDetails } from '../shared/contract/http.ts';
import type { GuessAnswer, Acknowledgement, ServerToClientEvents } from '../shared/contract/live.ts';
import type { RecordedEvent, Recording } from './recording.ts';

type Listener = (...values: unknown[]) => void;

/** The round of all guesses: nobody clears them here. */
const round = 'demo';

/** Stands for the live feed: plays what was recorded, at the pace at which it came. */
export class RecordedSocket {
  readonly #listeners = new Map<string, Listener[]>();
  readonly #refusal: () => ErrorDetails;
  readonly #guesses = new Map<string, GatheredGuesses>();
  #waiting: { event: RecordedEvent; timer: ReturnType<typeof setTimeout> }[] = [];

  /** `refusal`: why the demo does not do what only a server can. */
  constructor(refusal: () => ErrorDetails) {
    this.#refusal = refusal;
  }

  on(name: string, listener: Listener): this {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }

  off(name: string, listener: Listener): this {
    this.#listeners.set(name, this.#listeners.get(name)?.filter((one) => one !== listener) ?? []);
    return this;
  }

  /** Nobody follows a presenter here, and no program is recorded. */
  emit(): this {
    return this;
  }

  timeout(): { emitWithAck: (name: string, sent: unknown) => Promise<Acknowledgement | GuessAnswer> } {
    return {
      emitWithAck: (name, sent) =>
        Promise.resolve(
          name === 'guess' ? this.#guess(sent as Guess) : { ok: false as const, error: this.#refusal() },
        ),
    };
  }

  connect(): this {
    setTimeout(() => {
      this.#onMessage('connect');
      this.#tell('viewers', 0, 1);
      this.#tell('snapshot', null);
      this.#tell('lesson', null);
      this.#tell('search', null);
      this.#tell('presenter', null);
      this.#tellGuesses();
    });
    return this;
  }

  close(): this {
    this.#waiting.forEach(({ timer }) => {
      clearTimeout(timer);
    });
    this.#waiting = [];
    return this;
  }

  get playing(): boolean {
    return this.#waiting.length > 0;
  }

  play({ events }: Recording): void {
    this.close();
    this.#waiting = events.map((event) => ({
      event,
      timer: setTimeout(() => {
        this.#waiting = this.#waiting.filter((one) => one.event !== event);
        this.#pass(event);
      }, event.afterMs),
    }));
  }

  /** To the recorded end at once. */
  skip(): void {
    const rest = this.#waiting.map(({ event }) => event);
    this.close();
    for (const event of rest) this.#pass(event);
  }

  #pass(event: RecordedEvent): void {
    if (event.name === 'lesson' && event.values[0]?.state !== 'running') this.#closeGuesses();
    this.#onMessage(event.name, ...event.values);
  }

  #guess({ recipe, value }: Guess): GuessAnswer {
    const before = this.#guesses.get(recipe);
    if (before?.closed) return { ok: false, error: this.#refusal() };
    this.#guesses.set(recipe, { recipe, round, count: 1, closed: false, spread: null });
    this.#tellGuesses();
    return { ok: true, round, viewer: `demo-${typeof value}` };
  }

  #closeGuesses(): void {
    for (const [recipe, guesses] of this.#guesses) this.#guesses.set(recipe, { ...guesses, closed: true });
    this.#tellGuesses();
  }

  #tellGuesses(): void {
    this.#tell('guesses', [...this.#guesses.values()]);
  }

  #tell<Name extends keyof ServerToClientEvents>(
    name: Name,
    ...values: Parameters<ServerToClientEvents[Name]>
  ): void {
    this.#onMessage(name, ...values);
  }

  #onMessage(name: string, ...values: unknown[]): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(...values);
  }
}

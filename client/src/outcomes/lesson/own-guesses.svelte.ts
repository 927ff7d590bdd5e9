import type { Guess } from '../../../../shared/contract/guesses.ts';

const viewerKey = 'roundtrip.viewer';
const guessesKey = 'roundtrip.guesses';

type Kept = Record<string, { round: string; value: Guess['value'] }>;

/** What was guessed in this browser, also in a tab that was closed since; and the name by which the server knows its guesses. */
export class OwnGuesses {
  readonly viewer: string;
  readonly #storage: Storage;
  #kept = $state.raw<Kept>({});

  constructor(storage: Storage) {
    this.#storage = storage;
    this.viewer = storage.getItem(viewerKey) ?? newViewer();
    storage.setItem(viewerKey, this.viewer);
    this.#kept = read(storage.getItem(guessesKey));
  }

  /** The guess of this round; one of an earlier round no longer counts. */
  of(recipe: string, round: string | undefined): Guess['value'] | null {
    const kept = this.#kept[recipe];
    return kept !== undefined && kept.round === round ? kept.value : null;
  }

  keep(recipe: string, round: string, value: Guess['value']): void {
    // Another tab may have kept more.
    this.#kept = { ...read(this.#storage.getItem(guessesKey)), [recipe]: { round, value } };
    this.#storage.setItem(guessesKey, JSON.stringify(this.#kept));
  }
}

/** crypto.randomUUID is there over TLS and on loopback only; a class comes over plain HTTP. */
const newViewer = (): string =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function read(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

import type { Guess } from '../../../../shared/contract/guesses.ts';

const viewerKey = 'roundtrip.viewer';
const guessesKey = 'roundtrip.guesses';

type Kept = Record<string, { round: string; value: Guess['value'] }>;

/** What was guessed in this browser, also in a tab that was closed since; and the id that the server gave it. */
export class OwnGuesses {
  readonly #storage: Storage;
  #kept = $state.raw<Kept>({});

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#kept = read(storage.getItem(guessesKey));
  }

  /** By which the server knows the guesses of this browser; `null`: it has not given one yet. */
  get viewer(): string | null {
    return this.#storage.getItem(viewerKey);
  }

  /** The guess of this round; one of an earlier round no longer counts. */
  of(recipe: string, round: string | undefined): Guess['value'] | null {
    const kept = this.#kept[recipe];
    return kept !== undefined && kept.round === round ? kept.value : null;
  }

  keep(recipe: string, { round, viewer }: { round: string; viewer: string }, value: Guess['value']): void {
    this.#storage.setItem(viewerKey, viewer);
    // Another tab may have kept more.
    this.#kept = { ...read(this.#storage.getItem(guessesKey)), [recipe]: { round, value } };
    this.#storage.setItem(guessesKey, JSON.stringify(this.#kept));
  }
}

function read(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

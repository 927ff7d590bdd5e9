import type { Guess } from '../../../../shared/contract/guesses.ts';

const guessesKey = 'roundtrip.guesses';

type Kept = Record<string, { round: string; value: Guess['value'] }>;

/** What was guessed in this browser, also in a tab that was closed since. */
export class OwnGuesses {
  readonly #storage: Storage;
  #kept = $state.raw<Kept>({});

  constructor(storage: Storage) {
    this.#storage = storage;
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

function read(text: string | null): Kept {
  try {
    const kept: unknown = JSON.parse(text ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Kept) : {};
  } catch {
    return {};
  }
}

const key = 'roundtrip.workshop';

/** When the workshop began. Kept for this tab: a reload does not end it. */
export class WorkshopClock {
  readonly #storage: Storage;
  #startedAt = $state<number | null>(null);

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#startedAt = Number(storage.getItem(key)) || null;
  }

  /** In ms since 1970; `null`: none is in progress. */
  get startedAt(): number | null {
    return this.#startedAt;
  }

  start(): void {
    this.#startedAt = Date.now();
    this.#storage.setItem(key, String(this.#startedAt));
  }

  end(): void {
    this.#startedAt = null;
    this.#storage.removeItem(key);
  }
}

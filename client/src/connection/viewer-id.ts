const key = 'roundtrip.viewer';

/** The id by which the server knows the guesses and votes of this browser, which all its tabs share. */
export class ViewerId {
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Names the id where the server has given one. */
  get shown(): { viewer?: string } {
    const id = this.#storage.getItem(key);
    return id === null ? {} : { viewer: id };
  }

  keep(id: string): void {
    this.#storage.setItem(key, id);
  }
}

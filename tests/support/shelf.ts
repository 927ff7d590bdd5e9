/** What a browser keeps for a tab. */
export class Shelf {
  readonly kept = new Map<string, string>();

  asStorage(): Storage {
    return {
      getItem: (key) => this.kept.get(key) ?? null,
      setItem: (key, value) => void this.kept.set(key, value),
      removeItem: (key) => void this.kept.delete(key),
      clear: () => {
        this.kept.clear();
      },
      key: () => null,
      length: 0,
    };
  }
}

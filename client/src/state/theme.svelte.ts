export const themeChoices = ['system', 'light', 'dark'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const key = 'roundtrip.theme';

/** Light or dark: what the system says, unless the reader chose. The choice is kept in this browser. */
export class Theme {
  readonly #root: HTMLElement;
  readonly #storage: Storage;
  #choice = $state<ThemeChoice>('system');
  #systemIsDark = $state(false);

  constructor(root: HTMLElement, storage: Storage, dark: MediaQueryList) {
    this.#root = root;
    this.#storage = storage;
    const kept = storage.getItem(key);
    this.#choice = themeChoices.find((choice) => choice === kept) ?? 'system';
    this.#systemIsDark = dark.matches;
    dark.addEventListener('change', (event) => (this.#systemIsDark = event.matches));
    this.#show();
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  /** What is on screen; charts, which know no CSS, are drawn anew when it changes. */
  get shown(): 'light' | 'dark' {
    return this.#choice === 'system' ? (this.#systemIsDark ? 'dark' : 'light') : this.#choice;
  }

  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    if (choice === 'system') this.#storage.removeItem(key);
    else this.#storage.setItem(key, choice);
    this.#show();
  }

  #show(): void {
    if (this.#choice === 'system') delete this.#root.dataset['theme'];
    else this.#root.dataset['theme'] = this.#choice;
  }
}

export const themeChoices = ['system', 'light', 'dark'] as const;
type ThemeChoice = (typeof themeChoices)[number];

const key = 'roundtrip.theme';

/** Light or dark: what the system says, unless the reader chose. The choice is kept in this browser. */
export class Theme {
  readonly #root: HTMLElement;
  readonly #storage: Storage;
  readonly #presenting: { readonly on: boolean };
  #choice = $state<ThemeChoice>('system');
  #systemIsDark = $state(false);
  /** Paper is light. */
  #printing = $state(false);

  /** `presenting`: presenter mode, which has a larger type and stronger colours. */
  constructor(
    root: HTMLElement,
    storage: Storage,
    dark: MediaQueryList,
    presenting: { readonly on: boolean },
  ) {
    this.#root = root;
    this.#presenting = presenting;
    this.#storage = storage;
    const kept = storage.getItem(key);
    this.#choice = themeChoices.find((choice) => choice === kept) ?? 'system';
    this.#systemIsDark = dark.matches;
    dark.addEventListener('change', (event) => (this.#systemIsDark = event.matches));
    for (const when of ['beforeprint', 'afterprint'])
      root.ownerDocument.defaultView?.addEventListener(when, () => {
        this.#printing = when === 'beforeprint';
        this.#show();
      });
    this.#show();
  }

  get choice(): ThemeChoice {
    return this.#choice;
  }

  /** What is on screen; charts, which know no CSS, are drawn anew when it changes, also with presenter mode. */
  get shown(): 'light' | 'dark' {
    void this.#presenting.on;
    if (this.#printing) return 'light';
    return this.#choice === 'system' ? (this.#systemIsDark ? 'dark' : 'light') : this.#choice;
  }

  choose(choice: ThemeChoice): void {
    this.#choice = choice;
    if (choice === 'system') this.#storage.removeItem(key);
    else this.#storage.setItem(key, choice);
    this.#show();
  }

  #show(): void {
    if (this.#printing) this.#root.dataset['theme'] = 'light';
    else if (this.#choice === 'system') delete this.#root.dataset['theme'];
    else this.#root.dataset['theme'] = this.#choice;
  }
}

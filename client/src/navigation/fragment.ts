/** The start of a fragment that holds a result. */
export const resultStart = '#result=';

/** The state of a step in the browser's history whose fragment was opened. */
const opened = 'opened';

/** The part of the page's address after its path: what it holds opens when the page starts and when it changes. */
export class Fragment {
  readonly #window: Window;
  readonly #kinds: { start: string; open: (text: string) => void }[] = [];

  constructor(window: Window) {
    this.#window = window;
    // The new address of the event: by now the page may have written another.
    window.addEventListener('hashchange', ({ newURL }) => this.#open(new URL(newURL).hash));
  }

  /** With its `#`; empty: there is none. */
  get text(): string {
    return this.#window.location.hash;
  }

  /** Names what opens fragments with this start. The longest start that fits decides; an empty one fits all. */
  register(start: string, open: (text: string) => void): void {
    this.#kinds.push({ start, open });
    this.#kinds.sort((one, other) => other.start.length - one.start.length);
  }

  /** Opens the fragment that the page came with, once every kind is registered; after a reload once more. */
  openFirst(): void {
    this.#mark(null);
    this.#open(this.text);
  }

  /** Keeps a step back to this fragment from opening it again: its reader would never get past it. */
  markOpened(text: string): void {
    if (this.text === text) this.#mark(opened);
  }

  /** True where the fragment in the address is opened by what is registered for this start. */
  isOf(start: string): boolean {
    return this.#kindOf(this.text)?.start === start;
  }

  /** Replaces the fragment, without a step in the browser's history. */
  write(text: string): void {
    const { history, location } = this.#window;
    // The whole address: a path that begins with two slashes would be taken for another server.
    history.replaceState(history.state, '', location.href.replace(/#.*$/, '') + text);
  }

  /** Makes the query the fragment, where it was meant so: `/?plan=1&lane=pipeline`. */
  takeQuery(isMeant: (text: string) => boolean): void {
    const { history, location } = this.#window;
    const query = location.search.slice(1);
    if (!isMeant(location.hash) && isMeant(query))
      history.replaceState(history.state, '', `${location.origin}${location.pathname}#${query}`);
  }

  #open(text: string): void {
    this.#kindOf(text)?.open(text);
  }

  #mark(state: unknown): void {
    const { history, location } = this.#window;
    history.replaceState(state, '', location.href);
  }

  #kindOf(text: string) {
    const wasOpened = this.#window.history.state === opened && this.text === text;
    return this.#kinds.find(({ start }) => text.startsWith(start) && !(wasOpened && start !== ''));
  }
}

/** What lies over the page: how to join, which keys there are. */
type Overlay = 'join' | 'keys';

const key = 'roundtrip.presenting';

/**
 * Presenter mode: large type for the back row, a lane in focus, the settings folded away. Kept for this tab. The
 * look follows from attributes of the root element (styles/presenting.css), whatever room is open.
 */
export class Presenting {
  readonly #root: HTMLElement;
  readonly #storage: Storage;
  #on = $state(false);
  #lane = $state<number | null>(null);
  #settings = $state(false);
  #overlay = $state<Overlay | null>(null);

  constructor(root: HTMLElement, storage: Storage) {
    this.#root = root;
    this.#storage = storage;
    this.#on = storage.getItem(key) === 'on';
    this.#show();
  }

  get on(): boolean {
    return this.#on;
  }

  /** The lane in focus by its place, from 0; `null`: all. */
  get lane(): number | null {
    return this.#lane;
  }

  /** Whether the settings are unfolded. */
  get settings(): boolean {
    return this.#settings;
  }

  get overlay(): Overlay | null {
    return this.#overlay;
  }

  toggle(): void {
    this.#on = !this.#on;
    if (this.#on) this.#storage.setItem(key, 'on');
    else {
      this.#storage.removeItem(key);
      this.#overlay = null;
    }
    this.#lane = null;
    this.#settings = false;
    this.#show();
  }

  /** Shows one of so many lanes large; all of them where there is none at that place. */
  focus(lane: number | null, lanes: number): void {
    this.#lane = lane !== null && lane >= 0 && lane < lanes ? lane : null;
    this.#show();
  }

  /** The next lane, or by -1 the one before; before the first and after the last come all. */
  step(by: 1 | -1, lanes: number): void {
    const places = lanes + 1;
    const at = this.#lane === null ? 0 : this.#lane + 1;
    const next = (at + by + places) % places;
    this.focus(next === 0 ? null : next - 1, lanes);
  }

  toggleSettings(): void {
    this.#settings = !this.#settings;
    this.#show();
  }

  foldSettings(): void {
    if (this.#settings) this.toggleSettings();
  }

  /** Opens it, closes it when it is open already. */
  toggleOverlay(overlay: Overlay): void {
    this.#overlay = this.#overlay === overlay ? null : overlay;
  }

  closeOverlay(): void {
    this.#overlay = null;
  }

  #show(): void {
    const lane = this.#lane === null ? null : String(this.#lane + 1);
    this.#mark('data-presenting', this.#on ? '' : null);
    this.#mark('data-focus-lane', this.#on ? lane : null);
    this.#mark('data-settings', this.#settings ? 'open' : null);
  }

  #mark(attribute: string, value: string | null): void {
    if (value === null) this.#root.removeAttribute(attribute);
    else this.#root.setAttribute(attribute, value);
  }
}

import { pastedLimits } from '../../../../shared/limits.ts';
import type { JudgedPaste } from '../../../../shared/profile/pasted/judge-pasted.ts';

/** Nobody is told what is wrong in the middle of a word, ms. */
const pauseMs = 300;

/** The sentence about a pasted text; `unloaded`: the parser could not be had. */
type Said = JudgedPaste | { state: 'unloaded' };

/** The code that somebody pasted into the room. It stays on this page, and is never run. */
class PastedCode {
  #text = $state('');
  #typedItems = $state(String(pastedLimits.items.default));
  #said = $state.raw<Said>({ state: 'refused', why: 'empty' });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  get text(): string {
    return this.#text;
  }

  /** The number of items, as it was typed. */
  get typedItems(): string {
    return this.#typedItems;
  }

  get said(): Said {
    return this.#said;
  }

  get hasItems(): boolean {
    const { min, max } = pastedLimits.items;
    const items = Number(this.#typedItems);
    return Number.isInteger(items) && items >= min && items <= max;
  }

  write(text: string): void {
    this.#text = text;
    if (this.hasItems) this.#judgeSoon();
  }

  countItems(typed: string): void {
    this.#typedItems = typed;
    if (this.hasItems) this.#judgeSoon();
  }

  #judgeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#judge(), pauseMs);
  }

  async #judge(): Promise<void> {
    const asked = ++this.#asked;
    const [text, items] = [this.#text, Number(this.#typedItems)];
    let said: Said = { state: 'refused', why: 'empty' };
    // The parser is as large as the room: it comes with the first text.
    if (text.trim() !== '')
      said = await import('../../../../shared/profile/pasted/judge-pasted.ts').then(
        ({ judgePasted }): Said => judgePasted(text, items),
        () => ({ state: 'unloaded' }),
      );
    if (asked === this.#asked) this.#said = said;
  }
}

export const pastedCode = new PastedCode();

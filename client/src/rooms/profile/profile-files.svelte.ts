import { readProfileFile, type OpenedFile, type ProfileRefusal } from './read-file.ts';

/** The file that the room Profile shows. It stays on this page, and goes with it. */
class ProfileFiles {
  #opened = $state.raw<OpenedFile | null>(null);
  #refused = $state.raw<{ fileName: string; refusal: ProfileRefusal } | null>(null);
  #isReading = $state(false);
  #hasMore = $state(false);

  get opened(): OpenedFile | null {
    return this.#opened;
  }

  /** Of the file that was taken last. */
  get refused(): { fileName: string; refusal: ProfileRefusal } | null {
    return this.#refused;
  }

  get isReading(): boolean {
    return this.#isReading;
  }

  /** Whether others came with the file, which are not shown. */
  get hasMore(): boolean {
    return this.#hasMore;
  }

  async take([file, ...others]: readonly File[]): Promise<void> {
    if (!file) return;
    this.#refused = null;
    this.#isReading = true;
    // A large file keeps the page busy: first it says so.
    await new Promise((shown) => setTimeout(shown, 30));
    const read = await readProfileFile(file);
    this.#isReading = false;
    if (read.state === 'refused') {
      this.#refused = { fileName: file.name, refusal: read.refusal };
      return;
    }
    this.#opened = read.file;
    this.#hasMore = others.length > 0;
  }

  async takeExample(): Promise<void> {
    const { default: text } = await import('./example.trace?raw');
    await this.take([new File([text], 'shop.trace')]);
  }

  close(): void {
    this.#opened = null;
    this.#refused = null;
  }
}

export const profileFiles = new ProfileFiles();

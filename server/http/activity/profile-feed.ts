import type { LiveProfile } from '../../../shared/contract/live-profile.ts';
import { isDrained, type FeedPart, type ViewerSocket } from './viewers.ts';

interface ProfileFeedOptions {
  /** The same object as long as nothing is new. */
  current: () => LiveProfile | null;
  everyMs?: number;
}

/** Sends the program that is recorded beside the page to those who look at it. A slow viewer is sent less of it. */
export class ProfileFeed implements FeedPart {
  readonly #options: ProfileFeedOptions;
  readonly #watching = new Set<ViewerSocket>();
  /** What each was sent last, and keeps. */
  readonly #sent = new WeakMap<ViewerSocket, LiveProfile | null>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ProfileFeedOptions) {
    this.#options = options;
  }

  open(): void {
    this.#timer = setInterval(() => {
      this.#send([...this.#watching].filter(isDrained));
    }, this.#options.everyMs ?? 1000).unref();
  }

  welcome(viewer: ViewerSocket): void {
    viewer.on('watchProfile', (wanted: unknown) => {
      if (wanted === true) {
        this.#watching.add(viewer);
        this.#send([viewer]);
      } else this.#watching.delete(viewer);
    });
    viewer.on('disconnect', () => this.#watching.delete(viewer));
  }

  /** How the program ended is sent still. */
  close(): void {
    clearInterval(this.#timer);
    this.#send([...this.#watching]);
  }

  #send(viewers: readonly ViewerSocket[]): void {
    if (viewers.length === 0) return;
    const profile = this.#options.current();
    for (const viewer of viewers) {
      if (this.#sent.get(viewer) === profile) continue;
      this.#sent.set(viewer, profile);
      viewer.emit('profile', profile);
    }
  }
}

import type { LiveProfile } from '../../../../shared/contract/live-profile.ts';

/** The program that the server records: it sends what the page does not have yet. */
class LiveRecording {
  #profile = $state.raw<LiveProfile | null>(null);

  get profile(): LiveProfile | null {
    return this.#profile;
  }

  readonly take = (profile: LiveProfile | null): void => {
    this.#profile = profile;
  };
}

export const liveRecording = new LiveRecording();

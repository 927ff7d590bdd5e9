import type { ActivityKind } from '../../../shared/contract/enums.ts';
import type { Api } from '../connection/api.ts';
import type { PageSession } from '../connection/page-session.svelte.ts';
import type { Messages } from '../messages/en.ts';
import { Activity } from './activity.svelte.ts';

/** What the server can be busy with. */
export class Activities {
  readonly run: Activity;
  readonly lesson: Activity;
  readonly search: Activity;

  constructor(session: PageSession, api: Api, messages: Messages) {
    const make = (kind: ActivityKind, stop: () => Promise<unknown>) =>
      new Activity(kind, session, messages.run, stop, () => this.#all.filter((one) => one.kind !== kind));
    this.run = make('run', () => api.stop());
    this.lesson = make('lesson', () => api.stopLesson());
    this.search = make('search', () => api.stopSearch());
  }

  get #all(): readonly Activity[] {
    return [this.lesson, this.search, this.run];
  }

  /** The lesson or search in progress, also between two of its runs; `null`: none. */
  get series(): Activity | null {
    return [this.lesson, this.search].find(({ running }) => running) ?? null;
  }
}

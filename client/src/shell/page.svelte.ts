import type { Messages } from '../messages/en.ts';
import { Api } from './api.ts';
import { Feed, feedSocket, type FeedSocket } from './feed.svelte.ts';
import { Lab, type SeriesGoingOn } from '../rooms/compare/lab.svelte.ts';
import { PlanLink } from '../plan/plan-link.svelte.ts';
import { Lessons } from '../rooms/lessons/lessons.svelte.ts';
import { isPart, type LessonPart } from '../rooms/lessons/parts.ts';
import { BatchSearch } from '../rooms/search/batch-search.svelte.ts';
import type { Route } from './route.svelte.ts';
import { Runs } from '../rooms/runs/runs.svelte.ts';
import type { Theme } from './theme.svelte.ts';
import type { Following } from '../workshop/following.svelte.ts';
import type { Presenting } from '../workshop/presenting.svelte.ts';

export interface PageParts {
  messages: Messages;
  token: string | null;
  route: Route;
  theme: Theme;
  presenting: Presenting;
  following: Following;
  api?: Api;
  socket?: FeedSocket;
  /** Keeps what was guessed in this browser. */
  storage?: Storage;
}

/** The page as a whole: where its reader is, what connects it to the server, and the state of each room. */
export class Page {
  readonly messages: Messages;
  readonly route: Route;
  readonly theme: Theme;
  readonly presenting: Presenting;
  readonly following: Following;
  readonly api: Api;
  readonly feed: Feed;
  readonly lab: Lab;
  readonly link: PlanLink;
  readonly lessons: Lessons;
  readonly search: BatchSearch;
  readonly runs: Runs;

  constructor(parts: PageParts) {
    const { messages, token, route, theme, socket = feedSocket(token) } = parts;
    const { api = new Api(token, messages.connection) } = parts;
    this.messages = messages;
    this.route = route;
    this.theme = theme;
    this.presenting = parts.presenting;
    this.following = parts.following;
    this.api = api;
    this.feed = new Feed(socket, messages.connection);
    this.lab = new Lab(api, this.feed, messages);
    this.feed.listen({ presenter: (place) => this.following.hear(place) });
    this.link = new PlanLink(this.lab, api, window, messages);
    this.lessons = new Lessons(api, this.lab, parts.storage ?? localStorage, messages);
    this.search = new BatchSearch(api, this.feed, this.lab, messages);
    this.runs = new Runs(api, messages.runs);
    this.lab.watch(
      () => this.#series,
      () => this.follows || (this.presenting.on && !this.presenting.settings),
    );
  }

  /** Whether this page goes along with a presenter. */
  get follows(): boolean {
    return !this.presenting.on && this.following.on && this.following.presenter !== null;
  }

  /** Whether this is the page of who leads the class: in presenter mode, or with the presenter's token. */
  get leads(): boolean {
    const session = this.lab.session;
    return this.presenting.on || (session?.needsToken === true && session.mayControl);
  }

  /** The part of a lesson that is open here; `null`: no lesson is. */
  get lessonPart(): LessonPart | null {
    const { view, id } = this.route;
    return view === 'lessons' && id !== null ? this.lessons.part(id) : null;
  }

  /** To where the presenter is, also within a lesson. */
  goBackToPresenter(): void {
    this.following.back();
    const { id = null, step = null } = this.following.presenter ?? {};
    if (id !== null && isPart(step)) this.lessons.show(id, step);
  }

  get #series(): SeriesGoingOn | null {
    const { lessons, search } = this;
    if (lessons.running)
      return {
        kind: 'lesson',
        remainingMs: lessons.remainingMs,
        stopping: lessons.action === 'stopping',
      };
    if (!search.running) return null;
    return { kind: 'search', remainingMs: search.remainingMs, stopping: search.action === 'stopping' };
  }

  /** Result files from disk: shown at once, several side by side, or refused with a word in the Runs room. */
  async takeFiles(files: readonly File[]): Promise<void> {
    if (files.length > 0) this.route.go('runs', await this.runs.take(files));
  }

  open(): void {
    this.feed.open();
  }
}

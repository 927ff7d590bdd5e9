import type { Messages } from '../messages/en.ts';
import { Api } from '../connection/api.ts';
import { Feed, feedSocket, type FeedSocket } from '../connection/feed.svelte.ts';
import { PageSession } from '../connection/page-session.svelte.ts';
import { ViewerId } from '../connection/viewer-id.ts';
import type { Theme } from '../controls/theme.svelte.ts';
import { Fragment } from '../navigation/fragment.ts';
import type { Route } from '../navigation/route.svelte.ts';
import { OwnGuesses } from '../outcomes/lesson/own-guesses.svelte.ts';
import { PlanEditor } from '../plan/plan-editor.svelte.ts';
import { PlanLink } from '../plan/plan-link.svelte.ts';
import { Lessons } from '../rooms/lessons/lessons.svelte.ts';
import { isPart, type LessonPart } from '../rooms/lessons/parts.ts';
import { BatchSearch } from '../rooms/search/batch-search.svelte.ts';
import { Activities } from '../run/activities.ts';
import { ShownRun } from '../run/shown-run.svelte.ts';
import { keepCards } from '../share/keep-cards.ts';
import type { Following } from '../workshop/following.svelte.ts';
import type { Presenting } from '../workshop/presenting.svelte.ts';
import type { WorkshopClock } from '../workshop/workshop-clock.svelte.ts';

export interface PageParts {
  messages: Messages;
  token: string | null;
  route: Route;
  theme: Theme;
  presenting: Presenting;
  following: Following;
  clock: WorkshopClock;
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
  readonly clock: WorkshopClock;
  readonly api: Api;
  readonly session: PageSession;
  readonly activities: Activities;
  readonly shownRun: ShownRun;
  readonly editor: PlanEditor;
  readonly fragment = new Fragment(window);
  readonly link: PlanLink;
  readonly lessons: Lessons;
  readonly search: BatchSearch;

  constructor(parts: PageParts) {
    const { messages, token, route, theme, storage = localStorage } = parts;
    const viewer = new ViewerId(storage);
    const { socket = feedSocket(token, viewer) } = parts;
    const feed = new Feed(socket, messages.connection, viewer);
    const { api = new Api(token, messages.connection, undefined, () => feed.id) } = parts;
    this.messages = messages;
    this.route = route;
    this.theme = theme;
    this.presenting = parts.presenting;
    this.following = parts.following;
    this.clock = parts.clock;
    this.api = api;
    this.session = new PageSession(api, feed, messages, () => this.follows);
    this.activities = new Activities(this.session, api, messages);
    const { run, lesson, search } = this.activities;
    this.shownRun = new ShownRun(this.session, this.activities);
    // Presenters show settings and lanes only when they say so.
    const rests = () => this.presenting.on && !this.presenting.settings;
    this.editor = new PlanEditor(api, this.session, run, this.shownRun, messages, rests);
    feed.listen({ presenter: (place) => this.following.onPresenter(place, this.shownRun.isBeingRead) });
    this.link = new PlanLink(this.editor, api, feed, this.fragment, window.location.origin, messages);
    keepCards(this);
    this.lessons = new Lessons(api, feed, lesson, new OwnGuesses(storage), messages);
    this.search = new BatchSearch(api, feed, search, this.shownRun, this.editor, messages);
  }

  /** Whether this page goes along with a presenter. */
  get follows(): boolean {
    return !this.presenting.on && this.following.on && this.following.presenter !== null;
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

  open(): void {
    this.session.feed.open();
  }
}

import { Api } from './api.ts';
import { Feed, feedSocket, type FeedSocket } from './feed.svelte.ts';
import { Lab } from './lab.svelte.ts';
import type { Route } from './route.svelte.ts';
import type { Theme } from './theme.svelte.ts';

export interface PageParts {
  token: string | null;
  route: Route;
  theme: Theme;
  api?: Api;
  socket?: FeedSocket;
}

/** The page as a whole: where its reader is, what connects it to the server, and the state of each room. */
export class Page {
  readonly route: Route;
  readonly theme: Theme;
  readonly api: Api;
  readonly feed: Feed;
  readonly lab: Lab;

  constructor({ token, route, theme, api = new Api(token), socket = feedSocket(token) }: PageParts) {
    this.route = route;
    this.theme = theme;
    this.api = api;
    this.feed = new Feed(socket);
    this.lab = new Lab(api, this.feed);
  }

  open(): void {
    this.feed.open();
  }
}

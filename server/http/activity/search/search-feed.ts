import type { FeedServer, ViewerSocket } from '../feed-sockets.ts';
import type { FeedPart } from '../live-feed.ts';
import type { SearchBoard } from './search-board.ts';

/** Shows the search to every viewer: the whole of it at each change, which is once for each run and each point. */
export class SearchFeed implements FeedPart {
  readonly #searches: SearchBoard;
  #io: FeedServer | null = null;

  constructor(searches: SearchBoard) {
    this.#searches = searches;
    searches.onChange((search) => {
      this.#io?.emit('search', search);
    });
  }

  open(io: FeedServer): void {
    this.#io = io;
  }

  welcome(viewer: ViewerSocket): void {
    viewer.emit('search', this.#searches.snapshot());
  }

  close(): void {
    this.#io = null;
  }
}

import { roomPaths, rooms, type Room } from '../../../shared/contract/enums.ts';
import { comparisonAt, decoded, isComparison } from './comparison-id.ts';

interface Place {
  view: Room;
  /** What is open in it, such as a lesson's name or a run's id; `null`: its list. */
  id: string | null;
}

/** Which room of the page is open, as the address says; going to another is a step in the browser's history. */
export class Route {
  readonly #window: Window;
  #place = $state.raw<Place>({ view: 'compare', id: null });
  #unknown = $state<string | null>(null);
  /** A title of what is open, in place of the room's; `null`: it has none. */
  title = $state<string | null>(null);

  constructor(window: Window) {
    this.#window = window;
    this.#look();
    window.addEventListener('popstate', () => this.#look());
  }

  /** The address that was asked for, where there is no such room; `null` in every room that there is. */
  get unknown(): string | null {
    return this.#unknown;
  }

  get view(): Room {
    return this.#place.view;
  }

  get id(): string | null {
    return this.#place.id;
  }

  go(view: Room, id: string | null = null): void {
    if (view === this.view && id === this.id && this.#unknown === null) return;
    this.#window.history.pushState(null, '', viewPath(view, id));
    this.#place = { view, id };
    this.#unknown = null;
    this.#window.scrollTo(0, 0);
  }

  /** The tab of Compare that is open, in the address; `null`: its first. */
  get tab(): string | null {
    return new URLSearchParams(this.#window.location.search).get('tab');
  }

  /** Without a step in the browser's history. */
  openTab(tab: string | null): void {
    const { history, location } = this.#window;
    const query = tab === null ? '' : `?tab=${tab}`;
    history.replaceState(history.state, '', viewPath('compare') + query + location.hash);
  }

  #look(): void {
    const { pathname: path, search } = this.#window.location;
    const [, first = '', second] = path.split('/');
    const room = rooms.find((one) => roomPaths[one] === `/${first}`);
    // An address that is none of ours is the room Compare.
    this.#place = placeIn(room ?? 'compare', second, search);
    this.#unknown = room || first === 'index.html' ? null : path.slice(0, 80);
  }
}

/** For links, which also open in another tab. */
export function viewPath(view: Room, id: string | null = null): string {
  const path = roomPaths[view];
  if (id === null) return path;
  return `${path === '/' ? '' : path}/${view === 'runs' && isComparison(id) ? id : encodeURIComponent(id)}`;
}

function placeIn(view: Room, second: string | undefined, query: string): Place {
  if (view === 'runs' && second === 'compare') return { view, id: comparisonAt(query) };
  return { view, id: view === 'compare' || !second ? null : decoded(second) };
}

/** The rooms of the page, and the path of each. */
export const viewPaths = { lab: '/', lessons: '/lessons', search: '/batch-size', runs: '/runs' } as const;
export type View = keyof typeof viewPaths;

export const views = Object.keys(viewPaths) as View[];

interface Place {
  view: View;
  /** What is open in it, such as a lesson's name or a run's id; `null`: its list. */
  id: string | null;
}

/** Which room of the page is open, as the address says; going to another is a step in the browser's history. */
export class Route {
  readonly #window: Window;
  #place = $state.raw<Place>({ view: 'lab', id: null });

  constructor(window: Window) {
    this.#window = window;
    this.#place = placeAt(window.location.pathname);
    window.addEventListener('popstate', () => (this.#place = placeAt(window.location.pathname)));
  }

  get view(): View {
    return this.#place.view;
  }

  get id(): string | null {
    return this.#place.id;
  }

  go(view: View, id: string | null = null): void {
    if (view === this.view && id === this.id) return;
    this.#window.history.pushState(null, '', pathOf(view, id));
    this.#place = { view, id };
    this.#window.scrollTo(0, 0);
  }
}

/** For links, which also open in another tab. */
export function pathOf(view: View, id: string | null = null): string {
  const path = viewPaths[view];
  return id === null ? path : `${path === '/' ? '' : path}/${encodeURIComponent(id)}`;
}

/** An address that is none of ours is the lab. */
function placeAt(path: string): Place {
  const [, first = '', second] = path.split('/');
  const view = views.find((one) => viewPaths[one] === `/${first}`) ?? 'lab';
  return { view, id: view === 'lab' || !second ? null : decoded(second) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

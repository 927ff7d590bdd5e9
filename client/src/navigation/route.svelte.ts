import { comparisonAt, isComparison } from './comparison-id.ts';

/** The rooms of the page, and the path of each. */
export const viewPaths = { compare: '/', lessons: '/lessons', search: '/batch-size', runs: '/runs' } as const;
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
  #place = $state.raw<Place>({ view: 'compare', id: null });
  #unknown = $state<string | null>(null);

  constructor(window: Window) {
    this.#window = window;
    this.#look();
    window.addEventListener('popstate', () => this.#look());
  }

  /** The address that was asked for, where there is no such room; `null` in every room that there is. */
  get unknown(): string | null {
    return this.#unknown;
  }

  get view(): View {
    return this.#place.view;
  }

  get id(): string | null {
    return this.#place.id;
  }

  go(view: View, id: string | null = null): void {
    if (view === this.view && id === this.id && this.#unknown === null) return;
    this.#window.history.pushState(null, '', viewPath(view, id));
    this.#place = { view, id };
    this.#unknown = null;
    this.#window.scrollTo(0, 0);
  }

  #look(): void {
    const { pathname: path, search } = this.#window.location;
    this.#place = placeAt(path, search);
    this.#unknown = isKnown(path) ? null : path.slice(0, 80);
  }
}

/** For links, which also open in another tab. */
export function viewPath(view: View, id: string | null = null): string {
  const path = viewPaths[view];
  if (id === null) return path;
  return `${path === '/' ? '' : path}/${view === 'runs' && isComparison(id) ? id : encodeURIComponent(id)}`;
}

const isKnown = (path: string): boolean => {
  const first = `/${path.split('/')[1] ?? ''}`;
  return first === '/index.html' || views.some((view) => viewPaths[view] === first);
};

/** An address that is none of ours is the room Compare. */
function placeAt(path: string, query: string): Place {
  const [, first = '', second] = path.split('/');
  const view = views.find((one) => viewPaths[one] === `/${first}`) ?? 'compare';
  if (view === 'runs' && second === 'compare') return { view, id: comparisonAt(query) };
  return { view, id: view === 'compare' || !second ? null : decoded(second) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

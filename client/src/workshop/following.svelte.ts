import type { PresenterPlace } from '../../../shared/contract/live.ts';
import { viewPath, type Route } from '../navigation/route.svelte.ts';
import { isOfFile } from '../navigation/comparison-id.ts';

/** Keeps the path of where the presenter has brought this page last, or that its reader said no. */
const key = 'roundtrip.follow';

/** The room that is open and what is open in it. */
type Here = Pick<Route, 'view' | 'id' | 'go'>;

interface Place {
  view: Route['view'];
  id: string | null;
}

/**
 * Whether this page goes where the presenter goes. It does until its reader goes elsewhere, or says no; a reader
 * who opened one particular room wanted to be there. Kept for this tab.
 */
export class Following {
  readonly #route: Here;
  readonly #storage: Storage;
  #wanted = $state(false);
  /** Where the presenter has last brought this page, or where it was opened. */
  #brought = $state.raw<Place>({ view: 'compare', id: null });
  #presenter = $state.raw<PresenterPlace | null>(null);

  constructor(route: Here, storage: Storage, isPresenter: boolean) {
    this.#route = route;
    this.#storage = storage;
    this.#brought = { view: route.view, id: route.id };
    const kept = storage.getItem(key);
    this.#wanted = kept === null ? !isPresenter && route.view === 'compare' : kept === this.#path;
  }

  /** Where the presenter is; `null`: nobody leads. */
  get presenter(): PresenterPlace | null {
    return this.#presenter;
  }

  get on(): boolean {
    return this.#wanted && this.#isAt(this.#brought);
  }

  /** The part of the lesson to show; `null` where it is the reader's own choice. */
  get step(): string | null {
    return this.on ? (this.#presenter?.step ?? null) : null;
  }

  /** Whether the presenter chooses other lanes or settings than those that the figures here are of. */
  get prepares(): boolean {
    return this.on && this.#presenter?.prepares === true;
  }

  /**
   * The server says where the presenter is. Who reads a result as somebody begins to present is left there; the switch
   * asks them along.
   */
  onPresenter(place: PresenterPlace | null, isReading = false): void {
    const isNew = this.#presenter === null && place !== null && this.#storage.getItem(key) === null;
    if (isNew && isReading) this.#wanted = false;
    const follows = this.on;
    this.#presenter = place;
    if (follows && place) this.#goTo(place);
  }

  /**
   * Whether its reader, who wants to follow, has gone elsewhere: to another place, or to another part of the lesson.
   * `part`: the one that is open here.
   */
  strayed(part: string | null): boolean {
    const { presenter } = this;
    if (!this.#wanted || !presenter) return false;
    const { room, id, step } = presenter;
    return !this.#isAt({ view: room, id }) || (step !== null && part !== null && part !== step);
  }

  /** To where the presenter is. */
  back(): void {
    if (this.#presenter) this.#goTo(this.#presenter);
  }

  toggle(): void {
    this.#wanted = !this.on;
    this.#storage.setItem(key, this.#wanted ? this.#path : 'off');
    if (!this.#wanted) return;
    this.#brought = { view: this.#route.view, id: this.#route.id };
    if (this.#presenter) this.#goTo(this.#presenter);
  }

  #goTo({ room, id }: PresenterPlace): void {
    this.#brought = { view: room, id };
    if (!this.#isAt(this.#brought)) this.#route.go(room, id);
    this.#storage.setItem(key, this.#path);
  }

  get #path(): string {
    return viewPath(this.#route.view, this.#route.id);
  }

  #isAt({ view, id }: Place): boolean {
    return this.#route.view === view && this.#route.id === id;
  }
}

/** Where the audience is to come along to: of what is open on the presenter's page alone, to the room that it is in. */
export const placeFor = (
  { view, id }: Pick<Route, 'view' | 'id'>,
  step: string | null,
  prepares: boolean,
): PresenterPlace => ({
  room: view,
  id: view === 'runs' && id !== null && isOfFile(id) ? null : id,
  step,
  ...(view === 'compare' && prepares ? { prepares } : {}),
});

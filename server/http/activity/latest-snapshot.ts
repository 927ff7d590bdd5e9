interface ActivityFacts {
  id: string;
  state: string;
  /** ISO 8601. */
  startedAt: string;
  /** `null`: not known. */
  remainingMs: number | null;
}

export interface Origin<Snapshot> {
  id: string;
  startedAt: string;
  /** What was shown before it began. */
  before: Snapshot | null;
}

/** Pure: makes snapshots out of events. */
export interface SnapshotReducer<Snapshot, Event> {
  /** The same object where nothing has changed that a viewer would see. */
  reduce(snapshot: Snapshot | null, event: Event, origin: Origin<Snapshot>): Snapshot | null;
  /** Whether the time in a snapshot counts from this event on. */
  startsClock(event: Event): boolean;
  /** The same snapshot, so many milliseconds after the event that started its clock. */
  asOf(snapshot: Snapshot, elapsedMs: number): Snapshot;
  facts(snapshot: Snapshot): ActivityFacts;
}

/** The snapshot of the activity of a kind that is in progress, or ended last. */
export class LatestSnapshot<Snapshot, Event> {
  readonly #reducer: SnapshotReducer<Snapshot, Event>;
  readonly #now: () => number;
  #stored: Snapshot | null = null;
  #clockFrom = 0;

  /** `now`: milliseconds since the epoch. */
  constructor(reducer: SnapshotReducer<Snapshot, Event>, now: () => number) {
    this.#reducer = reducer;
    this.#now = now;
  }

  /** As of now. */
  get(): Snapshot | null {
    const stored = this.#stored;
    if (stored === null || this.#reducer.facts(stored).state !== 'running') return stored;
    return this.#reducer.asOf(stored, this.#now() - this.#clockFrom);
  }

  /** As of now; `null`: none yet, or the latest is of another activity. */
  factsOf(id: string): ActivityFacts | null {
    const snapshot = this.get();
    const facts = snapshot && this.#reducer.facts(snapshot);
    return facts?.id === id ? facts : null;
  }

  /** Whether the event changed anything. */
  apply(event: Event, origin: Origin<Snapshot>): boolean {
    if (this.#reducer.startsClock(event)) this.#clockFrom = this.#now();
    const before = this.get();
    return this.set(this.#reducer.reduce(before, event, origin), before);
  }

  /** Whether it is another than before. */
  set(snapshot: Snapshot | null, before = this.#stored): boolean {
    this.#stored = snapshot;
    return snapshot !== before;
  }
}

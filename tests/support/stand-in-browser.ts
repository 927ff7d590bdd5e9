/** A window's address and history: an address changes at once, and its event comes later. */
export class StandInBrowser extends EventTarget {
  readonly location = new URL('http://127.0.0.1/');
  readonly history = {
    state: null as unknown,
    replaceState: (state: unknown, _title: string, address: string) => {
      this.history.state = state;
      this.location.href = address;
    },
  };

  /** Goes to a fragment, by a new step or (with its state) by one that was taken before. Returns what fires the event. */
  goTo(hash: string, state: unknown = null): () => void {
    this.location.hash = hash;
    this.history.state = state;
    const { href } = this.location;
    return () => this.dispatchEvent(Object.assign(new Event('hashchange'), { newURL: href }));
  }
}

/** What the messages of a slice's start take, ms. */
export interface MessageCosts {
  /** Of the coordinator, for each agent that it tells to prepare. */
  tellMs: number;
  /** Of the coordinator, for each agent that has settled. */
  hearMs: number;
  /** Of the control Redis, for a command or a message that somebody waits for. */
  commandMs: number;
  /** Through the network, one way. */
  wayMs: number;
}

export interface SimulatedStart {
  /** From the first message until the coordinator knows that all have settled, ms. */
  settledMs: number;
  /** From then until the last agent knows when to begin, ms. The lead has to be longer. */
  goMs: number;
}

/** Exchanges by which an agent reads the control Redis's clock before each slice. */
const exchanges = 8;

/**
 * Messages of one slice's start, one by one: the coordinator and the control Redis each do one thing at a time, in the
 * order in which it comes to them. Agents have machines of their own. Between messages nobody else sends.
 */
export function simulateStart(agents: number, costs: MessageCosts): SimulatedStart {
  const { tellMs, hearMs, commandMs, wayMs } = costs;
  const events = new Events();
  const control = new Server(events);
  const coordinator = new Server(events);
  let settled = 0;
  let settledMs = 0;
  const exchange = (left: number) => {
    if (left > 0)
      events.at(wayMs, () => {
        control.serve(commandMs, () => {
          events.at(wayMs, () => {
            exchange(left - 1);
          });
        });
      });
    // Its message is written, and handed to the coordinator, who waits for one.
    else
      events.at(wayMs, () => {
        control.serve(2 * commandMs, () => {
          events.at(wayMs, () => {
            coordinator.serve(hearMs, () => {
              if (++settled === agents) settledMs = events.now;
            });
          });
        });
      });
  };
  for (let agent = 0; agent < agents; agent++)
    coordinator.serve(tellMs, () => {
      events.at(wayMs, () => {
        control.serve(2 * commandMs, () => {
          events.at(wayMs, () => {
            exchange(exchanges);
          });
        });
      });
    });
  events.run();
  return { settledMs, goMs: 2 * wayMs + (1 + agents) * commandMs };
}

/** What is to happen, by time. */
class Events {
  now = 0;
  /** In falling order of time, so that the next is the last. */
  readonly #due: { at: number; happens: () => void }[] = [];

  at(inMs: number, happens: () => void): void {
    const at = this.now + inMs;
    let low = 0;
    for (let high = this.#due.length; low < high;) {
      const middle = (low + high) >>> 1;
      if ((this.#due[middle]?.at ?? 0) > at) low = middle + 1;
      else high = middle;
    }
    this.#due.splice(low, 0, { at, happens });
  }

  run(): void {
    for (let next = this.#due.pop(); next; next = this.#due.pop()) {
      this.now = next.at;
      next.happens();
    }
  }
}

/** Does one thing at a time, in the order in which they come. */
class Server {
  #freeAt = 0;
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
  }

  serve(tookMs: number, done: () => void): void {
    this.#freeAt = Math.max(this.#freeAt, this.#events.now) + tookMs;
    this.#events.at(this.#freeAt - this.#events.now, done);
  }
}

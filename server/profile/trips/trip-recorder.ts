import { AsyncLocalStorage } from 'node:async_hooks';
import type { TimedCommand } from '../../../shared/profile/exchanges.ts';
import type { CommandRecorder, Sender, WatchedCommand } from '../process/command-recorder.ts';
import { now } from '../process/clock.ts';
import { kindOfFault } from '../process/fault-kind.ts';
import { keepStack, type Stack } from '../process/sites.ts';
import { commandName, ofConnections } from '../process/unit-name.ts';
import { countTrips, type CountedTrips, type PlacedCommand } from './count-trips.ts';
import { LinkedRequests } from './linked-requests.ts';
import { TripPlaces } from './trip-places.ts';

/** One call of `trips`. */
interface TripScope {
  /** The call within which it was made. */
  readonly outer: TripScope | null;
  readonly commands: TripCommand[];
  isOpen: boolean;
  /** The kind of the first fault of the recorder meanwhile. */
  fault: string | null;
}

type Writable<T> = { -readonly [Field in keyof T]: T[Field] };

interface TripCommand extends WatchedCommand, PlacedCommand {
  readonly line: Writable<Omit<TimedCommand, 'site'>> & { site: null; buf?: 1 };
  /** Until its place is known. */
  stack: Stack | null;
}

/** Counts round trips of functions. While none is counted it keeps nothing, and no context is in use. */
export class TripRecorder implements CommandRecorder {
  /** True once a class of a client library was seen. */
  hasClients = false;
  readonly #context = new AsyncLocalStorage<TripScope | undefined>();
  readonly #requests = new LinkedRequests(this.#context);
  readonly #open = new Set<TripScope>();
  #places = new TripPlaces();
  #lastId = 0;

  /** Runs a function, and counts what it sends until its promise is settled. What it throws is passed on. */
  async run<T>(act: () => T): Promise<{ counted: CountedTrips; result: Awaited<T>; fault: string | null }> {
    const scope: TripScope = { outer: this.#current(), commands: [], isOpen: true, fault: null };
    this.#open.add(scope);
    this.#requests.link();
    try {
      const result = await this.#context.run(scope, act);
      for (const command of scope.commands) this.#placeOf(command);
      return { counted: countTrips(scope.commands), result, fault: scope.fault };
    } finally {
      scope.isOpen = false;
      this.#open.delete(scope);
      if (this.#open.size === 0) this.#rest();
    }
  }

  /** Until Node 24 a context slows every promise of a process, so it is switched off. */
  #rest(): void {
    this.#requests.unlink();
    this.#places = new TripPlaces();
    this.#context.disable();
  }

  /** The innermost call in progress that runs this code. */
  #current(): TripScope | null {
    let scope = this.#open.size === 0 ? null : (this.#context.getStore() ?? null);
    while (scope?.isOpen === false) scope = scope.outer;
    return scope;
  }

  onlyCounts(): boolean {
    return this.#open.size === 0;
  }

  issued(
    _given: readonly unknown[],
    name: unknown,
    { below, frames, buffers = false }: Sender,
  ): TripCommand | null {
    const current = this.#current();
    const n = commandName(name);
    if (!current || ofConnections.has(n)) return null;
    const tc = now();
    const command: TripCommand = {
      line: {
        ...{ id: ++this.#lastId, n, b: null, tc, t0: tc, t1: null, turn: [0, 0], site: null },
        ...(buffers ? { buf: 1 } : {}),
      },
      ...{ frames, stack: keepStack(below), place: null },
    };
    for (let scope: TripScope | null = current; scope; scope = scope.outer)
      if (scope.isOpen) scope.commands.push(command);
    return command;
  }

  sent({ line }: TripCommand): void {
    line.t0 = now();
  }

  together({ line }: TripCommand, batch: number): void {
    line.b = batch;
  }

  settled(command: TripCommand): void {
    command.line.t1 ??= now();
    this.#placeOf(command);
  }

  #placeOf(command: TripCommand): void {
    if (!command.stack) return;
    command.place = this.#places.of(command.stack, command.frames);
    command.stack = null;
  }

  /** A count that may lack a command must not pass. */
  failed(fault: unknown): void {
    for (const scope of this.#open) scope.fault ??= kindOfFault(fault);
  }
}

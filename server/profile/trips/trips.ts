import { EventEmitter } from 'node:events';
import { watchEmitters } from '../process/libraries.ts';
import { ioredisWatcher } from '../process/ioredis.ts';
import { faultsGoTo } from '../process/never-throws.ts';
import { watchNodeRedis } from '../process/node-redis.ts';
import { watchNodeRedis4, watchQueue } from '../process/node-redis-4.ts';
import type { Prototype } from '../process/prototypes.ts';
import { isInRunner } from '../process/running-test.ts';
import type { CountedTrips, TripLine } from './count-trips.ts';
import { loadedClasses } from './loaded-classes.ts';
import { TripRecorder } from './trip-recorder.ts';

interface Started {
  recorder: TripRecorder;
  /** Looks for clients of modules that are loaded. */
  search: () => void;
}

const name = Symbol.for('roundtrip.profile.trips');
const here = globalThis as { [name]?: Started };

/** The one recorder of this global object: a program may load this package as an ES module and by require. */
function started(): Started {
  return (here[name] ??= start());
}

function start(): Started {
  const recorder = new TripRecorder();
  faultsGoTo((fault) => {
    recorder.failed(fault);
  }, 'trips');
  const watchers: ((prototype: Prototype) => boolean)[] = [
    ioredisWatcher(recorder),
    (prototype) => watchNodeRedis(prototype, recorder),
    (prototype) => watchQueue(prototype, recorder),
  ];
  const watched = watchers.map((watch) => (prototype: Prototype) => {
    if (watch(prototype)) recorder.hasClients = true;
  });
  // Jest has a global object for each file of tests, and one EventEmitter for all.
  const shared = EventEmitter as unknown as { [name]?: () => void };
  shared[name]?.();
  const { look, stop } = watchEmitters(watched);
  shared[name] = stop;
  const lookAt = (prototype: object) => {
    look(Object.create(prototype) as object);
  };
  watchNodeRedis4(lookAt);
  const search = () => {
    for (const prototype of loadedClasses()) lookAt(prototype);
  };
  return { recorder, search };
}

// In a test runner clients are watched from the import on: one of a bundle is known as it is made, and only then.
if (isInRunner()) started();

export interface RecordedTrips<T> extends CountedTrips {
  result: T;
}

/**
 * Runs a function and resolves with the round trips that it waited for, with the lines that sent them and with what the
 * function gave. Rejects with what the function throws, and where no client library is found.
 */
export async function recordTrips<T>(act: () => T): Promise<RecordedTrips<Awaited<T>>> {
  if (typeof act !== 'function')
    throw new TypeError('trips: give it a function, as in trips(() => handler(request))');
  const { recorder, search } = started();
  search();
  const { counted, result, fault } = await recorder.run(act);
  if (!recorder.hasClients) search();
  if (!recorder.hasClients) throw new NoClientFound();
  if (fault !== null) throw new Error(`trips: recording failed (${fault}), so that the count is not known`);
  return { ...counted, result };
}

/**
 * Runs a function and resolves with the number of round trips that it waited for. With `max`, more of them are an error
 * that names the lines.
 */
export async function trips(act: () => unknown, { max }: { max?: number } = {}): Promise<number> {
  if (max !== undefined && !(Number.isInteger(max) && max >= 0))
    throw new RangeError(`trips: max is a number of round trips, as in { max: 3 }, not ${max}`);
  const { trips: count, lines } = await recordTrips(act);
  if (max !== undefined && count > max) throw new TooManyTrips(count, max, lines);
  return count;
}

/** A function waited for more round trips than it may. */
export class TooManyTrips extends Error {
  override readonly name = 'TooManyTrips';
  readonly trips: number;
  readonly max: number;
  readonly lines: readonly TripLine[];

  constructor(count: number, max: number, lines: readonly TripLine[]) {
    super([`${inTrips(count)}, at most ${max} allowed:`, ...lines.map(lineInWords)].join('\n'));
    // Runners show the line of the test.
    Error.captureStackTrace(this, trips);
    this.trips = count;
    this.max = max;
    this.lines = lines;
  }
}

const inTrips = (count: number): string => (count === 1 ? '1 round trip' : `${count} round trips`);

const lineInWords = ({ file, line, column, command, commands, trips: count }: TripLine): string =>
  `  ${file === '' ? 'a line that could not be seen' : `${file}:${line}:${column}`}  ${commands} × ${command} in ${inTrips(count)}`;

class NoClientFound extends Error {
  override readonly name = 'NoClientFound';

  constructor() {
    super(
      'trips: no client of Redis was found, so that nothing can be counted. Looked for classes of ioredis 4 to 6 and of redis or @redis/client (node-redis 4 to 6), among the modules that are loaded and the clients made since this package was imported. A client within a bundle is found in a test runner, if this import comes before it is made. Mocks and other libraries are not counted.',
    );
  }
}

import { EventEmitter } from 'node:events';
import { ioredisWatcher } from './ioredis.ts';
import { watchNodeRedis } from './node-redis.ts';
import { watchNodeRedis4, watchQueue } from './node-redis-4.ts';
import { guarded } from './never-throws.ts';
import { ownData, prototypesOf } from './own-data.ts';
import { hasOwnMethods, type Method, type Prototype } from './prototypes.ts';
import type { ProgramRecorder } from './recorder.ts';
import { watchTests } from './running-test.ts';
import { clientName } from './unit-name.ts';
import { runUnit, watchKoa, type UnitToRun } from './units.ts';

const call = Reflect.apply;

/** Each job of BullMQ is a unit, by the names of its queue and its kind. */
function watchBullMq(prototype: Prototype, recorder: ProgramRecorder): void {
  if (!hasOwnMethods(prototype, 'callProcessJob')) return;
  const usual = ownData(prototype, 'callProcessJob') as Method;
  const unitOf = guarded(function (this: object, job: unknown): UnitToRun {
    const [queue, name] = [ownData(this, 'name'), ownData(job, 'name')].map((one) =>
      typeof one === 'string' ? clientName(one) : '',
    );
    const texts = [ownData(job, 'id'), ownData(job, 'data')];
    return { kind: 'job', name: `${queue ?? ''} ${name ?? ''}`, texts };
  }, null);
  prototype['callProcessJob'] = function (this: object, ...given) {
    const process = () => call(usual, this, given);
    const unit = call(unitOf, this, [given[0]]);
    return unit ? runUnit(recorder, unit, process) : process();
  };
}

/** Watches client libraries, and what begins units, from their first client on. */
export function watchLibraries(recorder: ProgramRecorder): void {
  watchNodeRedis4((queue) => watchQueue(queue, recorder));
  watchEmitters([
    ioredisWatcher(recorder),
    (prototype) => watchNodeRedis(prototype, recorder),
    (prototype) => {
      watchBullMq(prototype, recorder);
    },
    watchKoa,
    watchTests,
  ]);
}

/**
 * Looks at the classes of emitters, each once, as its first one is made. Clients are emitters, and are known by their
 * methods: in a bundle a library has neither a file nor a name. Node’s own `domain` looks at emitters in the same way.
 * `stop`: no more classes are looked at.
 */
export function watchEmitters(libraries: readonly ((prototype: Prototype) => unknown)[]): {
  look: (emitter: object) => void;
  stop: () => void;
} {
  const emitters = EventEmitter as unknown as { init: (this: object, ...args: unknown[]) => void };
  const usual = emitters.init;
  const known = new WeakSet<object>([Object.prototype, EventEmitter.prototype]);
  const watchers = libraries.map((watch) => guarded(watch));
  const look = guarded((emitter: object) => {
    for (const prototype of prototypesOf(emitter)) {
      if (known.has(prototype)) break;
      known.add(prototype);
      for (const watch of watchers) watch(prototype as Prototype);
    }
  });
  const init = (emitters.init = function (this: object, ...args) {
    look(this);
    call(usual, this, args);
  });
  return {
    look,
    stop: () => {
      if (emitters.init === init) emitters.init = usual;
    },
  };
}

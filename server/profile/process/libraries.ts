import { EventEmitter } from 'node:events';
import { watchIoredis } from './ioredis.ts';
import { watchNodeRedis } from './node-redis.ts';
import { watchNodeRedis4 } from './node-redis-4.ts';
import { hasOwnMethods, type Prototype } from './prototypes.ts';
import type { ProgramRecorder } from './recorder.ts';
import { clientName } from './unit-name.ts';
import { runUnit } from './units.ts';

/** Each job of BullMQ is a unit, by the names of its queue and its kind. */
function watchBullMq(prototype: Prototype, recorder: ProgramRecorder): void {
  const usual = prototype['callProcessJob'];
  if (!hasOwnMethods(prototype, 'callProcessJob') || typeof usual !== 'function') return;
  prototype['callProcessJob'] = function (this: object, ...given) {
    const { name: queue = '' } = this as { name?: string };
    const { name = '', id, data } = given[0] as { name?: string; id?: unknown; data?: unknown };
    const unit = {
      kind: 'job',
      name: `${clientName(queue)} ${clientName(name)}`,
      texts: [id, data],
    } as const;
    return runUnit(recorder, unit, () => usual.apply(this, given));
  };
}

const libraries = [watchIoredis, watchNodeRedis, watchBullMq];

/**
 * Watches client libraries from their first client on. Their clients are emitters, and are known by their methods: in
 * a bundle a library has neither a file nor a name. Node’s own `domain` looks at emitters in the same way.
 */
export function watchLibraries(recorder: ProgramRecorder): void {
  watchNodeRedis4(recorder);
  const emitters = EventEmitter as unknown as { init: (this: object, ...args: unknown[]) => void };
  const usual = emitters.init;
  const known = new WeakSet<object>([Object.prototype, EventEmitter.prototype]);
  emitters.init = function (this: object, ...args) {
    for (
      let prototype = Object.getPrototypeOf(this) as Prototype | null;
      prototype !== null && !known.has(prototype);
      prototype = Object.getPrototypeOf(prototype) as Prototype | null
    ) {
      known.add(prototype);
      for (const watch of libraries)
        try {
          watch(prototype, recorder);
        } catch {
          // The program comes first.
        }
    }
    usual.apply(this, args);
  };
}

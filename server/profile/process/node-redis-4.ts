import Module from 'node:module';
import type { Recorded, ProgramRecorder } from './recorder.ts';
import { batches, connections, hasOwnMethods, type Method, type Prototype } from './prototypes.ts';

interface Queued {
  args: readonly unknown[];
  chainId?: symbol;
}

/** Commands of a chain follow one another. */
class Chains {
  #id: symbol | undefined;
  #batch = 0;
  #isMulti = false;

  note({ args, chainId }: Queued): { batch: number; mode: 'multi' | 'pipe' } | null {
    if (chainId === undefined) return null;
    if (chainId !== this.#id) {
      this.#id = chainId;
      this.#batch = batches.of({});
      this.#isMulti = args[0] === 'MULTI';
    }
    return { batch: this.#batch, mode: this.#isMulti ? 'multi' : 'pipe' };
  }
}

const chains = new Chains();

/** A queue of node-redis 4 (@redis/client 1): it hands on the promise of each command. */
function watchQueue(prototype: Prototype, recorder: ProgramRecorder): void {
  if (!hasOwnMethods(prototype, 'addCommand', 'getCommandToSend')) return;
  const usual = prototype['addCommand'];
  const addCommand: Method = function (this: object, ...given) {
    const result = usual?.apply(this, given);
    if (!(result instanceof Promise)) return result;
    let recorded: Recorded | null = null;
    try {
      const [args, options] = given as [unknown[], { chainId?: symbol } | undefined];
      const chain = chains.note({ args, ...(options?.chainId ? { chainId: options.chainId } : {}) });
      recorded = recorder.issued(args, args[0], sender, 1);
      if (recorded) {
        recorder.sent(recorded, connections.of(this));
        if (chain) recorder.together(recorded, chain.batch, chain.mode);
      }
    } catch {
      // The program comes first.
    }
    if (!recorded) return result;
    const command = recorded;
    return result.then(
      (reply: unknown) => {
        recorder.settled(command, reply, false);
        return reply;
      },
      (error: unknown) => {
        recorder.settled(command, undefined, true);
        throw error;
      },
    );
  };
  const sender = { lib: 'node-redis', below: addCommand, frames: 0 };
  prototype['addCommand'] = addCommand;
}

const file = /[\\/]dist[\\/]lib[\\/]client[\\/]commands-queue\.js$/;

interface Loading {
  filename: string | null;
  exports: { default?: { prototype?: Prototype } } | null;
}

/** Its clients keep what sends to themselves, so the queue is watched as its module is loaded. */
export function watchNodeRedis4(recorder: ProgramRecorder): void {
  const prototype = (Module as unknown as { prototype: Prototype }).prototype;
  const load = prototype['load'];
  if (typeof load !== 'function') return;
  prototype['load'] = function (this: object, ...args: unknown[]) {
    const result = load.apply(this, args);
    const { filename, exports } = this as Loading;
    const queue = filename !== null && file.test(filename) ? exports?.default?.prototype : undefined;
    if (queue) watchQueue(queue, recorder);
    return result;
  };
}

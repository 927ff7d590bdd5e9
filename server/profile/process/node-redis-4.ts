import Module from 'node:module';
import { types } from 'node:util';
import type { CommandRecorder, WatchedCommand } from './command-recorder.ts';
import { guarded } from './never-throws.ts';
import { elementsFrom, ownData } from './own-data.ts';
import { batches, connections, hasOwnMethods, type Method, type Prototype } from './prototypes.ts';

/** Commands of a chain follow one another. */
class Chains {
  #id: symbol | null = null;
  #batch = 0;
  #isMulti = false;

  note(args: readonly unknown[], chainId: symbol | null): { batch: number; mode: 'multi' | 'pipe' } | null {
    if (chainId === null) return null;
    if (chainId !== this.#id) {
      this.#id = chainId;
      this.#batch = batches.of({});
      this.#isMulti = args[0] === 'MULTI';
    }
    return { batch: this.#batch, mode: this.#isMulti ? 'multi' : 'pipe' };
  }
}

const chains = new Chains();
const call = Reflect.apply;

/** A queue of node-redis 4 (@redis/client 1): it hands on the promise of each command. True: this class is one. */
export function watchQueue(prototype: Prototype, recorder: CommandRecorder): boolean {
  if (!hasOwnMethods(prototype, 'addCommand', 'getCommandToSend')) return false;
  const usual = ownData(prototype, 'addCommand') as Method;
  const issued = guarded(function (this: object, given: readonly unknown[]): WatchedCommand | null {
    const [args, chainId] = [elementsFrom(given[0]), ownData(given[1], 'chainId')];
    if (!args) return null;
    const chain = chains.note(args, typeof chainId === 'symbol' ? chainId : null);
    const buffers = ownData(given[1], 'returnBuffers') === true;
    if (recorder.onlyCounts(args[0])) return null;
    const recorded = recorder.issued(args, args[0], { ...sender, buffers }, 1);
    if (recorded) {
      recorder.sent(recorded, connections.of(this));
      if (chain) recorder.together(recorded, chain.batch, chain.mode);
    }
    return recorded;
  }, null);
  const settled = guarded((recorded: WatchedCommand, reply: unknown, failed: boolean) => {
    recorder.settled(recorded, reply, failed);
  });
  const addCommand: Method = function (this: object, ...given) {
    const result = call(usual, this, given);
    const recorded = types.isPromise(result) ? call(issued, this, [given]) : null;
    if (!recorded) return result;
    return (result as Promise<unknown>).then(
      (reply: unknown) => {
        settled(recorded, reply, false);
        return reply;
      },
      (error: unknown) => {
        settled(recorded, undefined, true);
        throw error;
      },
    );
  };
  const sender = { lib: 'node-redis', below: addCommand, frames: 0 };
  prototype['addCommand'] = addCommand;
  return true;
}

const file = /[\\/]dist[\\/]lib[\\/]client[\\/]commands-queue\.js$/;

/** Its clients keep what sends to themselves, so the queue is watched as its module is loaded. */
export function watchNodeRedis4(watch: (queue: Prototype) => unknown): void {
  const prototype = (Module as unknown as { prototype: Prototype }).prototype;
  const load = prototype['load'];
  if (typeof load !== 'function') return;
  const loaded = guarded((module: object) => {
    const filename = ownData(module, 'filename');
    if (typeof filename !== 'string' || !file.test(filename)) return;
    const queue = ownData(ownData(ownData(module, 'exports'), 'default'), 'prototype');
    if (queue !== undefined) watch(queue as Prototype);
  });
  prototype['load'] = function (this: object, ...args: unknown[]) {
    const result = call(load, this, args);
    loaded(this);
    return result;
  };
}

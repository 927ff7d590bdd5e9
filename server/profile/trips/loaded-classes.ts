import { createRequire } from 'node:module';
import { ownData } from '../process/own-data.ts';
import { ownerOf } from '../program-frames.ts';

/** The prototypes of classes that client libraries which are loaded export: their clients may be there already. */
export function loadedClasses(): object[] {
  // In Jest, this is the cache of the file of tests.
  const { cache } = createRequire(import.meta.url);
  return Object.keys(cache)
    .filter((file) => ownerOf(file).isClient)
    .flatMap((file) => {
      const exported: unknown = ownData(cache[file], 'exports');
      return [exported, ownData(exported, 'default')].flatMap((one) => {
        const prototype = typeof one === 'function' ? ownData(one, 'prototype') : undefined;
        return typeof prototype === 'object' && prototype ? prototype : [];
      });
    });
}

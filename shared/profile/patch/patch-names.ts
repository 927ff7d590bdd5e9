import type { Node, SourceFile } from '../source/source-file.ts';
import { effectsOf } from './effects.ts';

interface Used {
  taken: Set<string>;
  /** The names that a patch was given, by where it is and their number in it. */
  given: Map<string, string>;
}

/** PatchNames by function: patches of one function have different ones, and the same patch has the same ones again. */
const known = new WeakMap<Node, Used>();

/** PatchNames for the variables of a patch that its function does not have yet. */
export class PatchNames {
  readonly #used: Used;
  readonly #owner: number;
  #count = 0;

  /** `owner`: what is patched. */
  constructor(source: SourceFile, around: Node, owner: Node) {
    let used = known.get(around);
    if (!used) {
      const { reads, declares, changes } = effectsOf([around], source);
      known.set(around, (used = { taken: new Set([...reads, ...declares, ...changes]), given: new Map() }));
    }
    [this.#used, this.#owner] = [used, owner.start];
  }

  fresh(wanted: string): string {
    const { taken, given } = this.#used;
    const key = `${this.#owner} ${this.#count++} ${wanted}`;
    let name = given.get(key) ?? wanted;
    if (!given.has(key)) {
      for (let number = 2; taken.has(name); number++) name = `${wanted}${number}`;
      taken.add(name);
      given.set(key, name);
    }
    return name;
  }
}

import type { Workload } from '../../../shared/contract/workload.ts';
import { reseedable } from '../../../shared/statistics/statistics.ts';
import { keyChooser, type KeyChooser } from './key-chooser.ts';
import { KeyNames } from './key-names.ts';
import { makePayloads, type Payload } from './payloads.ts';
import {
  prepareCommand,
  type CommandArgument,
  type CommandPart,
  type PreparedCommand,
} from './prepared-command.ts';
import { largest } from '../../../shared/statistics/extremes.ts';

/** One command, drawn. Both the object and its `args` are used again for the next one: do not keep them. */
export interface Drawn {
  command: PreparedCommand;
  /** After the name. */
  args: CommandArgument[];
}

/** Where a lane takes from what it sends. */
export interface DrawnFrom {
  next(): Drawn;
  nextKey(): number;
}

/** A command of which only the key differs from one to the next, ready to be encoded ahead. */
export interface Template {
  command: PreparedCommand;
  args: CommandArgument[];
  /** Which argument is the key. */
  keyArgument: number;
  names: KeyNames;
}

interface SourceOptions {
  workload: Workload;
  /** Prefix of the lane's keys. */
  prefix: string;
  /** Which worker thread of how many: each draws a sequence of its own from the seed. */
  thread: number;
  threads: number;
  /**
   * The place of the next command among those of all threads, from 0: what it is follows from that alone, whichever
   * thread sends it. Absent: from the thread and its own place there.
   */
  nextPlace?: () => number;
}

/** Takes sequences of random numbers apart. */
const ofOthers = 0x9e3779b9;

interface Variable {
  index: number;
  part: CommandPart;
}

interface Kind {
  drawn: Drawn;
  names: KeyNames;
  /** Arguments that differ from one command to the next; the others stay in `drawn.args`. */
  variable: readonly Variable[];
  /** The argument that is the key, where nothing else is drawn; else −1. */
  onlyKeyAt: number;
  /** Cumulative share of the commands. */
  upTo: number;
}

/**
 * Draws the commands of a lane. The sequence follows from the workload's seed and the thread alone, so every
 * strategy sends the same commands, and so does the next run.
 */
export class CommandSource {
  readonly #kinds: Kind[];
  readonly #first: Kind;
  readonly #random: () => number;
  readonly #choose: KeyChooser;
  /** Before each command, where its place among those of all threads decides what it is. */
  readonly #begin: (() => void) | null;
  readonly #payloads: Payload[];
  /** Numbers of members are below it. */
  readonly #members: number;

  constructor({ workload, prefix, thread, threads, nextPlace }: SourceOptions) {
    const random = reseedable(workload.seed + Math.imul(thread, ofOthers));
    this.#random = random.next;
    this.#members = workload.members ?? workload.keyspace;
    this.#payloads = makePayloads(workload);
    const choose = keyChooser({
      pattern: workload.keyPattern,
      keyspace: workload.keyspace,
      zipfExponent: workload.zipfExponent,
      start: Math.floor((thread * workload.keyspace) / threads),
      random: this.#random,
    });
    const prepared = workload.commands.map((id, place) => prepareCommand(id, workload, place));
    const keys = largest(prepared.map(({ parts }) => parts.filter(({ is }) => is === 'key').length));
    let key = 0;
    this.#begin = nextPlace
      ? () => {
          const place = nextPlace();
          random.begin(workload.seed + Math.imul(place, ofOthers));
          key = (place * keys) % workload.keyspace;
        }
      : null;
    this.#choose = nextPlace && workload.keyPattern === 'S' ? () => key++ % workload.keyspace : choose;
    const weights = workload.ratio ?? workload.commands.map(() => 1);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    this.#kinds = prepared.map((command, index) => {
      sum += weights[index] ?? 0;
      const isVariable = (part: CommandPart) =>
        part.is === 'key' || part.is === 'random' || (part.is === 'payload' && this.#payloads.length > 1);
      const variable = command.parts
        .map((part, index) => ({ part, index }))
        .filter(({ part }) => isVariable(part));
      const [only] = variable;
      return {
        drawn: {
          command,
          args: command.parts.map((part) => (part.is === 'word' ? part.word : (this.#payloads[0] ?? ''))),
        },
        names: new KeyNames(prefix, command.type, workload.keyspace, workload.keyPrefix),
        variable,
        onlyKeyAt: variable.length === 1 && only?.part.is === 'key' ? only.index : -1,
        upTo: sum / total,
      };
    });
    const first = this.#kinds[0];
    if (!first) throw new Error('a workload needs at least one command');
    this.#first = first;
  }

  /** The commands that may be drawn. */
  get commands(): PreparedCommand[] {
    return this.#kinds.map((kind) => kind.drawn.command);
  }

  next(): Drawn {
    this.#begin?.();
    const kind = this.#kinds.length === 1 ? this.#first : this.#drawKind();
    const { drawn, names, variable, onlyKeyAt } = kind;
    // Most workloads: nothing but the key is drawn.
    if (onlyKeyAt >= 0) {
      drawn.args[onlyKeyAt] = names.name(this.#choose());
      return drawn;
    }
    for (let at = 0; at < variable.length; at++) {
      const { index, part } = variable[at] as Variable;
      if (part.is === 'key') drawn.args[index] = names.name(this.#choose());
      else if (part.is === 'payload') drawn.args[index] = this.#payload();
      else if (part.is === 'random')
        drawn.args[index] = part.before + String(Math.floor(this.#random() * this.#members)) + part.after;
    }
    return drawn;
  }

  /** Draws only a key number: for a template, in place of `next`. */
  nextKey(): number {
    this.#begin?.();
    return this.#choose();
  }

  /** The one command of this workload when nothing but its one key is drawn; else `null`. */
  template(): Template | null {
    const { command } = this.#first.drawn;
    const drawnParts = command.parts.filter((part) => part.is === 'key' || part.is === 'random');
    if (this.#kinds.length > 1 || this.#payloads.length > 1 || drawnParts.length !== 1) return null;
    const keyArgument = command.parts.findIndex((part) => part.is === 'key');
    if (keyArgument < 0) return null;
    const names = this.#first.names;
    const args = command.parts.map((part) =>
      part.is === 'word' ? part.word : part.is === 'payload' ? this.#payload() : names.name(0),
    );
    return { command, args, keyArgument, names };
  }

  #drawKind(): Kind {
    const draw = this.#random();
    for (const kind of this.#kinds) if (draw < kind.upTo) return kind;
    return this.#first;
  }

  #payload(): Payload {
    const { length } = this.#payloads;
    return (length === 1 ? this.#payloads[0] : this.#payloads[Math.floor(this.#random() * length)]) ?? '';
  }
}

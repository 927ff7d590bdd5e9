import Module from 'node:module';
import type { Recorded, ProgramRecorder } from './recorder.ts';
import { clientName } from './unit-name.ts';
import { runUnit } from './units.ts';

type Method = (this: object, ...args: unknown[]) => unknown;
type Prototype = Record<string, Method | undefined>;

/** A module of a library as it was loaded, and the part of it that is changed. */
interface Patch {
  /** The end of its path: packages may be installed under another name. */
  file: RegExp;
  apply: (exported: Exported, recorder: ProgramRecorder) => void;
}

interface Exported {
  default?: { prototype?: Prototype };
  Worker?: { prototype?: Prototype };
  DoublyLinkedList?: { prototype?: Prototype };
  kExec?: symbol;
}

/** Connections and batches as numbers. */
class Numbers {
  readonly #known = new WeakMap<object, number>();
  #last = 0;

  of(thing: object): number {
    const known = this.#known.get(thing);
    if (known !== undefined) return known;
    this.#known.set(thing, ++this.#last);
    return this.#last;
  }
}

const connections = new Numbers();
const batches = new Numbers();

/** Does something beside a method, which never fails for it. */
function before(prototype: Prototype | undefined, name: string, act: Method): void {
  const usual = prototype?.[name];
  if (!prototype || typeof usual !== 'function') return;
  prototype[name] = function (this: object, ...args: unknown[]) {
    try {
      act.apply(this, args);
    } catch {
      // The program comes first.
    }
    return usual.apply(this, args);
  };
}

interface IoredisCommand {
  name: string;
  args: unknown[];
  inTransaction?: boolean;
  resolve: (value: unknown) => unknown;
  reject: (error: unknown) => unknown;
}

const ofIoredis = new WeakMap<object, Recorded>();
let autoMark: symbol | null = null;

/** ioredis makes a command in the call of the program, whether it is sent at once, in a pipeline or later. */
const ioredisCommand: Patch = {
  file: /[\\/]built[\\/][Cc]ommand\.js$/,
  apply({ default: Command }, recorder) {
    const prototype = Command?.prototype;
    const usual = prototype?.['initPromise'];
    if (!prototype || typeof usual !== 'function') return;
    const initPromise: Method = function (this: object, ...args) {
      const result = usual.apply(this, args);
      try {
        watch(this as IoredisCommand, recorder, initPromise);
      } catch {
        // The program comes first.
      }
      return result;
    };
    prototype['initPromise'] = initPromise;
  },
};

function watch(command: IoredisCommand, recorder: ProgramRecorder, below: unknown): void {
  const recorded = ofIoredis.get(command) ?? recorder.issued(command.args, command.name, 'ioredis', below);
  if (!recorded) return;
  ofIoredis.set(command, recorded);
  settleWith(command, recorded, recorder);
}

/** Resolving and rejecting stay the library's own, so that nothing changes in who handles what. */
function settleWith(
  command: Pick<IoredisCommand, 'resolve' | 'reject'>,
  recorded: Recorded,
  recorder: ProgramRecorder,
): void {
  const { resolve, reject } = command;
  const note = (reply: unknown, failed: boolean) => {
    try {
      recorder.settled(recorded, reply, failed);
    } catch {
      // The program comes first.
    }
  };
  command.resolve = function (this: unknown, value: unknown) {
    note(value, false);
    return resolve.call(this, value);
  };
  command.reject = function (this: unknown, error: unknown) {
    note(undefined, true);
    return reject.call(this, error);
  };
}

const ioredisConnection: Patch = {
  file: /[\\/]built[\\/](?:Redis|redis[\\/]index)\.js$/,
  apply({ default: Redis }, recorder) {
    before(Redis?.prototype, 'sendCommand', function (command) {
      const recorded = ofIoredis.get(command as object);
      if (recorded) recorder.sent(recorded, connections.of(this));
    });
  },
};

const ioredisPipeline: Patch = {
  file: /[\\/]built[\\/][Pp]ipeline\.js$/,
  apply({ default: Pipeline }, recorder) {
    before(Pipeline?.prototype, 'sendCommand', function (command) {
      const recorded = ofIoredis.get(command as object);
      if (!recorded) return;
      const isAuto = autoMark !== null && autoMark in this;
      const { _transactions: transactions } = this as { _transactions?: number };
      recorder.together(
        recorded,
        batches.of(this),
        isAuto ? 'auto' : (transactions ?? 0) > 0 ? 'multi' : 'pipe',
      );
    });
  },
};

const ioredisAuto: Patch = {
  file: /[\\/]built[\\/]autoPipelining\.js$/,
  apply({ kExec }) {
    autoMark = kExec ?? null;
  },
};

interface QueuedCommand {
  args: unknown[];
  chainId?: symbol;
  resolve: (value: unknown) => unknown;
  reject: (error: unknown) => unknown;
}

const isQueued = (value: unknown): value is QueuedCommand =>
  typeof value === 'object' && value !== null && 'args' in value && 'resolve' in value && 'reject' in value;

/** Commands of a chain follow one another. */
class Chains {
  #id: symbol | undefined;
  #batch = 0;
  #isMulti = false;

  note({
    args,
    chainId,
  }: Pick<QueuedCommand, 'args' | 'chainId'>): { batch: number; mode: 'multi' | 'pipe' } | null {
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

/** node-redis puts every command on a list of those to be written, within the call of the program. */
const nodeRedisList: Patch = {
  file: /[\\/]dist[\\/]lib[\\/]client[\\/]linked-list\.js$/,
  apply({ DoublyLinkedList: List }, recorder) {
    const prototype = List?.prototype;
    const usual = prototype?.['add'];
    if (!prototype || typeof usual !== 'function') return;
    const add: Method = function (this: object, ...args) {
      try {
        const [command] = args;
        if (isQueued(command)) {
          const chain = chains.note(command);
          const recorded = recorder.issued(command.args.slice(1), command.args[0], 'node-redis', add);
          if (recorded) {
            recorder.sent(recorded, connections.of(this));
            if (chain) recorder.together(recorded, chain.batch, chain.mode);
            settleWith(command, recorded, recorder);
          }
        }
      } catch {
        // The program comes first.
      }
      return usual.apply(this, args);
    };
    prototype['add'] = add;
  },
};

/** Until 1.6 there was no such list: the promise of a command is handed on instead. */
const nodeRedisQueue: Patch = {
  file: /[\\/]dist[\\/]lib[\\/]client[\\/]commands-queue\.js$/,
  apply({ default: Queue }, recorder) {
    const prototype = Queue?.prototype;
    const usual = prototype?.['addCommand'];
    if (listIsPatched || !prototype || typeof usual !== 'function') return;
    const addCommand: Method = function (this: object, ...given) {
      const result = usual.apply(this, given);
      if (!(result instanceof Promise)) return result;
      let recorded: Recorded | null = null;
      try {
        const [args, options] = given as [unknown[], { chainId?: symbol } | undefined];
        const chain = chains.note({ args, ...(options?.chainId ? { chainId: options.chainId } : {}) });
        recorded = recorder.issued(args.slice(1), args[0], 'node-redis', addCommand);
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
    prototype['addCommand'] = addCommand;
  },
};

/** Each job is a unit, by the names of its queue and its kind. */
const bullWorker: Patch = {
  file: /[\\/]bullmq[\\/]dist[\\/]\w+[\\/]classes[\\/]worker\.js$/,
  apply({ Worker }, recorder) {
    const prototype = Worker?.prototype;
    const usual = prototype?.['callProcessJob'];
    if (!prototype || typeof usual !== 'function') return;
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
  },
};

let listIsPatched = false;
const patches = [
  ioredisCommand,
  ioredisConnection,
  ioredisPipeline,
  ioredisAuto,
  nodeRedisList,
  nodeRedisQueue,
  bullWorker,
];

interface Loading {
  filename: string | null;
  exports: unknown;
}

/** Changes client libraries as they are loaded, by `require` or by `import`. */
export function patchAtLoad(recorder: ProgramRecorder): void {
  const prototype = (Module as unknown as { prototype: Prototype }).prototype;
  const load = prototype['load'];
  if (typeof load !== 'function') return;
  prototype['load'] = function (this: object, ...args: unknown[]) {
    const result = load.apply(this, args);
    const { filename, exports } = this as Loading;
    if (filename === null || exports === null || typeof exports !== 'object') return result;
    for (const patch of patches)
      if (patch.file.test(filename)) {
        patch.apply(exports, recorder);
        if (patch === nodeRedisList && 'DoublyLinkedList' in exports) listIsPatched = true;
      }
    return result;
  };
}

import type { Recorded, ProgramRecorder, Sender } from './recorder.ts';
import { batches, before, connections, hasOwnMethods, type Method, type Prototype } from './prototypes.ts';

interface Command {
  name: string;
  args: unknown[];
  resolve: (value: unknown) => unknown;
  reject: (error: unknown) => unknown;
}

/** Of library code, the frames that stand before the program’s own: two functions, under auto-pipelining five. */
const frames = { usual: 2, auto: 5 };

const recordedOf = new WeakMap<object, Recorded>();

/**
 * A class of ioredis (4 to 6) that sends commands. What a command and a pipeline are made of is not exported where the
 * library is in a bundle, so one of each is made, and sent nowhere.
 */
export function watchIoredis(prototype: Prototype, recorder: ProgramRecorder): void {
  if (!hasOwnMethods(prototype, 'sendCommand', 'pipeline', 'multi') || !('defineCommand' in prototype))
    return;
  before(prototype, 'sendCommand', function (command) {
    const recorded = recordedOf.get(command as object);
    if (recorded) recorder.sent(recorded, connections.of(this));
  });
  const { command, pipeline } = madeBy(prototype);
  watchCommands(Object.getPrototypeOf(command) as Prototype, recorder);
  watchPipelines(Object.getPrototypeOf(pipeline) as Prototype, recorder);
}

function madeBy(prototype: Prototype): { command: unknown; pipeline: unknown } {
  let command: unknown;
  const nobody = {
    ...{ options: {}, scriptsSet: {}, addedBuiltinSet: new Set() },
    sendCommand: (made: unknown) => {
      command = made;
    },
  };
  prototype['echo']?.call(nobody, '');
  return { command, pipeline: prototype['pipeline']?.call(nobody) };
}

const watched = new WeakSet<object>();

/** A command is made in the call of the program, whether it is sent at once, in a pipeline or later. */
function watchCommands(prototype: Prototype, recorder: ProgramRecorder): void {
  const usual = prototype['initPromise'];
  if (watched.has(prototype) || typeof usual !== 'function') return;
  watched.add(prototype);
  const initPromise: Method = function (this: object, ...args) {
    const result = usual.apply(this, args);
    try {
      watch(this as Command, recorder, sender);
    } catch {
      // The program comes first.
    }
    return result;
  };
  const sender = { lib: 'ioredis', below: initPromise, frames: frames.usual };
  prototype['initPromise'] = initPromise;
}

function watch(command: Command, recorder: ProgramRecorder, sender: Sender): void {
  const recorded = recordedOf.get(command) ?? recorder.issued(command.args, command.name, sender);
  if (!recorded) return;
  recordedOf.set(command, recorded);
  // Resolving and rejecting stay the library’s own, so that nothing changes in who handles what.
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

function watchPipelines(prototype: Prototype, recorder: ProgramRecorder): void {
  if (watched.has(prototype)) return;
  watched.add(prototype);
  before(prototype, 'sendCommand', function (command) {
    const recorded = recordedOf.get(command as object);
    if (!recorded) return;
    const { _transactions: transactions } = this as { _transactions?: number };
    if (!isAuto(this))
      recorder.together(recorded, batches.of(this), (transactions ?? 0) > 0 ? 'multi' : 'pipe');
    else {
      recorder.together(recorded, batches.of(this), 'auto');
      recorded.frames = frames.auto;
    }
  });
}

/** Only the pipelines that auto-pipelining makes are marked. */
const isAuto = (pipeline: object): boolean =>
  Object.getOwnPropertySymbols(pipeline).some(({ description }) => description === 'exec');

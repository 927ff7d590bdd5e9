import type { CommandRecorder, Sender, WatchedCommand } from './command-recorder.ts';
import { guarded } from './never-throws.ts';
import { inheritedData, ownData, prototypeOf } from './own-data.ts';
import {
  afterwards,
  batches,
  before,
  connections,
  hasOwnMethods,
  prototypeWith,
  type Method,
  type Prototype,
} from './prototypes.ts';

interface Command {
  name: string;
  args: unknown[];
  resolve: (value: unknown) => unknown;
  reject: (error: unknown) => unknown;
  /** `null`: as getBuffer and the like were called. */
  replyEncoding?: string | null;
}

/** Frames of the library before the program’s own: two functions, one if seen as it is sent, under auto-pipelining five. */
const frames = { usual: 2, first: 1, auto: 5 };

const call = Reflect.apply;

/** The state of one recorder: another one in the process has its own. */
interface Watching {
  readonly recorder: CommandRecorder;
  readonly recordedOf: WeakMap<object, WatchedCommand>;
  /** Classes of commands and pipelines. */
  readonly watched: WeakSet<object>;
}

/** Watches classes that are ioredis’; true: this one is. */
export function ioredisWatcher(recorder: CommandRecorder): (prototype: Prototype) => boolean {
  const watching = { recorder, recordedOf: new WeakMap(), watched: new WeakSet() };
  return (prototype) => watchClients(prototype, watching);
}

/**
 * A class of ioredis (4 to 6) that sends commands. The classes of its commands and pipelines are not exported where the
 * library is in a bundle: they are those of the first command and pipeline that the program makes. Nothing is called
 * to get at them, because the class may as well be the program’s own.
 */
function watchClients(prototype: Prototype, watching: Watching): boolean {
  if (!hasOwnMethods(prototype, 'sendCommand', 'pipeline', 'multi')) return false;
  if (typeof inheritedData(prototype, 'defineCommand') !== 'function') return false;
  const { recorder, recordedOf } = watching;
  const sendCommand = before(prototype, 'sendCommand', function (command) {
    const recorded = recordedOf.get(command as object) ?? firstOf(command, watching, sendCommand);
    if (recorded) recorder.sent(recorded, connections.of(this));
  });
  for (const name of ['pipeline', 'multi']) {
    const made: Method | null = afterwards(prototype, name, (pipeline) => {
      watchPipelines(pipeline, watching, made);
    });
  }
  return true;
}

/** Most commands: nothing else is looked at. */
const isOfWatchedClass = (thing: unknown, { watched }: Watching): boolean => {
  const prototype = prototypeOf(thing);
  return prototype !== null && watched.has(prototype);
};

/** Watches the class of a command that was made before its class was known, and this command. */
function firstOf(command: unknown, watching: Watching, below: Method | null): WatchedCommand | null {
  if (isOfWatchedClass(command, watching)) return null;
  const prototype = prototypeWith(command, 'initPromise', 'stringifyArguments');
  if (!prototype || watching.watched.has(prototype)) return null;
  watchCommands(prototype, watching);
  watch(command as Command, watching, { lib: 'ioredis', below, frames: frames.first });
  return watching.recordedOf.get(command as object) ?? null;
}

/** A command is made in the call of the program, whether it is sent at once, in a pipeline or later. */
function watchCommands(prototype: Prototype, watching: Watching): void {
  const usual = ownData(prototype, 'initPromise') as Method;
  watching.watched.add(prototype);
  const note = guarded((command: object) => {
    watch(command as Command, watching, sender);
  });
  const initPromise: Method = function (this: object, ...args) {
    const result = call(usual, this, args);
    note(this);
    return result;
  };
  const sender = { lib: 'ioredis', below: initPromise, frames: frames.usual };
  prototype['initPromise'] = initPromise;
}

function watch(command: Command, { recorder, recordedOf }: Watching, sender: Sender): void {
  if (recorder.onlyCounts(command.name)) return;
  const recorded = recordedOf.get(command) ?? recorder.issued(command.args, command.name, sender);
  if (!recorded) return;
  if (ownData(command, 'replyEncoding') === null) recorded.line.buf = 1;
  recordedOf.set(command, recorded);
  // Resolving and rejecting stay the library’s own, so that nothing changes in who handles what.
  const { resolve, reject } = command;
  const note = guarded((reply: unknown, failed: boolean) => {
    recorder.settled(recorded, reply, failed);
  });
  command.resolve = function (this: unknown, value: unknown) {
    note(value, false);
    return call(resolve, this, [value]);
  };
  command.reject = function (this: unknown, error: unknown) {
    note(undefined, true);
    return call(reject, this, [error]);
  };
}

/** Watches the class of a pipeline, and what is in the first one already. */
function watchPipelines(pipeline: unknown, watching: Watching, below: Method | null): void {
  const { recorder, recordedOf, watched } = watching;
  const prototype = prototypeWith(pipeline, 'sendCommand', 'exec', 'fillResult');
  if (!prototype || watched.has(prototype)) return;
  watched.add(prototype);
  const gather = (one: object, command: unknown, sender: Method | null) => {
    const recorded = recordedOf.get(command as object) ?? firstOf(command, watching, sender);
    if (!recorded) return;
    const isAuto = isOfAutoPipelining(one);
    const mode = isAuto ? 'auto' : Number(ownData(one, '_transactions') ?? 0) > 0 ? 'multi' : 'pipe';
    recorder.together(recorded, batches.of(one), mode);
    if (isAuto) recorded.frames += frames.auto - frames.usual;
  };
  const sendCommand = before(prototype, 'sendCommand', function (command) {
    gather(this, command, sendCommand);
  });
  const queue = ownData(pipeline, '_queue');
  if (Array.isArray(queue)) for (const command of queue) gather(pipeline as object, command, below);
}

/** Only the pipelines that auto-pipelining makes are marked. */
const isOfAutoPipelining = (pipeline: object): boolean =>
  Object.getOwnPropertySymbols(pipeline).some(({ description }) => description === 'exec');

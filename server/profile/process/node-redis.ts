import { types } from 'node:util';
import type { CommandRecorder, WatchedCommand } from './command-recorder.ts';
import { guarded } from './never-throws.ts';
import { inheritedData, elementsFrom, ownData } from './own-data.ts';
import { batches, connections, hasOwnMethods, type Method, type Prototype } from './prototypes.ts';

const call = Reflect.apply;

/** Of library code, what stands between the program and a batch. */
const frames = 1;

interface Batched {
  args: readonly unknown[];
}

/** A client of node-redis 5 and later. Pools, clusters and Sentinels send by such clients. True: this class is one. */
export function watchNodeRedis(prototype: Prototype, recorder: CommandRecorder): boolean {
  if (!hasOwnMethods(prototype, '_executeCommand', '_executePipeline', '_executeMulti', 'sendCommand'))
    return false;
  replace(prototype, 'sendCommand', recorder, (args, sends) => {
    const command = args as readonly unknown[];
    const recorded = sends(command);
    return recorded && { all: [recorded], replyOf: (reply) => reply };
  });
  replace(prototype, '_executePipeline', recorder, (batch, sends) => {
    const all = (batch as Batched[]).map(({ args }) => sends(args));
    together(all, 'pipe', recorder);
    return { all, replyOf: (reply, at) => (reply as unknown[])[at] };
  });
  replace(prototype, '_executeMulti', recorder, (batch, sends) => {
    const all = [['MULTI'], ...(batch as Batched[]).map(({ args }) => args), ['EXEC']].map(sends);
    together(all, 'multi', recorder);
    return { all, replyOf: (reply, at) => (at === all.length - 1 ? reply : 'QUEUED') };
  });
  return true;
}

/** RESP calls a text a blob; a type mapping says what becomes of it. */
const blob = '36';

/** True where the options of a command turn texts into Buffers. */
const givesBuffers = (options: unknown): boolean =>
  inheritedData(inheritedData(options, 'typeMapping'), blob) === Buffer;

interface Sent {
  all: readonly (WatchedCommand | null)[];
  /** Of the command at a place, in what the whole call gives. */
  replyOf: (reply: unknown, at: number) => unknown;
}

type Sends = (command: readonly unknown[]) => WatchedCommand | null;

function together(
  all: readonly (WatchedCommand | null)[],
  mode: 'pipe' | 'multi',
  recorder: CommandRecorder,
): void {
  const batch = batches.of({});
  for (const recorded of all) if (recorded) recorder.together(recorded, batch, mode);
}

function replace(
  prototype: Prototype,
  name: string,
  recorder: CommandRecorder,
  noted: (given: unknown, sends: Sends) => Sent | null,
): void {
  const usual = ownData(prototype, name) as Method;
  const issued = guarded(function (this: object, given: readonly unknown[]): Sent | null {
    const buffers = givesBuffers(given[1]);
    const sent = noted(given[0], (command) => {
      if (recorder.onlyCounts(ownData(command, 0))) return null;
      const args = elementsFrom(command);
      const recorded = args && recorder.issued(args, args[0], { ...sender, buffers }, 1);
      const client = inheritedData(this, '_self') ?? this;
      if (recorded) recorder.sent(recorded, connections.of(client));
      return recorded;
    });
    return sent?.all.some((one) => one !== null) === true ? sent : null;
  }, null);
  const watched: Method = function (this: object, ...given) {
    const sent = call(issued, this, [given]);
    const result = call(usual, this, given);
    return sent && types.isPromise(result) ? settledWith(result, sent, recorder) : result;
  };
  const sender = { lib: 'node-redis', below: watched, frames };
  prototype[name] = watched;
}

/** Handing a promise on keeps it the caller’s to handle. */
function settledWith(
  result: Promise<unknown>,
  { all, replyOf }: Sent,
  recorder: CommandRecorder,
): Promise<unknown> {
  const settle = guarded((failed: boolean, reply?: unknown) => {
    for (const [at, recorded] of all.entries())
      if (recorded) recorder.settled(recorded, failed ? undefined : replyOf(reply, at), failed);
  });
  return result.then(
    (reply) => {
      settle(false, reply);
      return reply;
    },
    (error: unknown) => {
      settle(true);
      throw error;
    },
  );
}

import type { Recorded, ProgramRecorder } from './recorder.ts';
import { batches, connections, hasOwnMethods, type Method, type Prototype } from './prototypes.ts';

/** Of library code, what stands between the program and a batch. */
const frames = 1;

interface Batched {
  args: readonly unknown[];
}

/** A client of node-redis 5 and later. Pools, clusters and Sentinels send by such clients. */
export function watchNodeRedis(prototype: Prototype, recorder: ProgramRecorder): void {
  if (!hasOwnMethods(prototype, '_executeCommand', '_executePipeline', '_executeMulti', 'sendCommand'))
    return;
  replace(prototype, 'sendCommand', recorder, ([args]) => ({ commands: [args as readonly unknown[]] }));
  replace(prototype, '_executePipeline', recorder, ([batch]) => ({
    commands: (batch as Batched[]).map(({ args }) => args),
    mode: 'pipe',
  }));
  replace(prototype, '_executeMulti', recorder, ([batch]) => ({
    commands: [['MULTI'], ...(batch as Batched[]).map(({ args }) => args), ['EXEC']],
    mode: 'multi',
  }));
}

interface Sending {
  commands: (readonly unknown[])[];
  mode?: 'pipe' | 'multi';
}

/** Handing a promise on keeps it the caller’s to handle. */
function replace(
  prototype: Prototype,
  name: string,
  recorder: ProgramRecorder,
  sending: (args: readonly unknown[]) => Sending,
): void {
  const usual = prototype[name];
  if (typeof usual !== 'function') return;
  const sends: Method = function (this: object, ...given) {
    let sent: SentTogether | null = null;
    try {
      const { _self: client = this } = this as { _self?: object };
      sent = new SentTogether(recorder, sending(given), client, sends);
    } catch {
      // The program comes first.
    }
    const result = usual.apply(this, given);
    return sent && sent.isRecorded && result instanceof Promise ? sent.settledWith(result) : result;
  };
  prototype[name] = sends;
}

class SentTogether {
  readonly #recorder: ProgramRecorder;
  readonly #recorded: (Recorded | null)[];
  readonly #mode: Sending['mode'];

  constructor(recorder: ProgramRecorder, { commands, mode }: Sending, client: object, below: unknown) {
    this.#recorder = recorder;
    this.#mode = mode;
    const batch = mode ? batches.of({}) : null;
    this.#recorded = commands.map(([name, ...args]) => {
      const recorded = recorder.issued(args, name, { lib: 'node-redis', below, frames });
      if (recorded) recorder.sent(recorded, connections.of(client));
      if (recorded && mode && batch !== null) recorder.together(recorded, batch, mode);
      return recorded;
    });
  }

  get isRecorded(): boolean {
    return this.#recorded.some((one) => one !== null);
  }

  settledWith(result: Promise<unknown>): Promise<unknown> {
    return result.then(
      (reply) => {
        this.#settle((at, last) => {
          if (this.#mode === undefined) return reply;
          if (this.#mode === 'pipe') return (reply as unknown[])[at];
          return at === last ? reply : 'QUEUED';
        });
        return reply;
      },
      (error: unknown) => {
        this.#settle(null);
        throw error;
      },
    );
  }

  #settle(replyAt: ((at: number, last: number) => unknown) | null): void {
    try {
      for (const [at, one] of this.#recorded.entries())
        if (one) this.#recorder.settled(one, replyAt?.(at, this.#recorded.length - 1), replyAt === null);
    } catch {
      // The program comes first.
    }
  }
}

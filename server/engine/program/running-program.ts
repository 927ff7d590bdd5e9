import type { LaneClient } from '../lane/batch.ts';
import { timedOut } from '../lane/failure-class.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { AloneUnits, UnitProgram } from '../lane/unit-program.ts';
import { median } from '../../../shared/statistics/statistics.ts';
import { anyReply } from '../workload/reply-kind.ts';
import type { Drawn } from '../workload/command-source.ts';
import { contextOf, type ProgramContext, type ProgramModule } from '../lane/lane-code.ts';
import { drivenClient } from '../strategies/driven-client.ts';
import { connectUsual } from './connect-usual.ts';
import { ProgramFault } from './fault.ts';
import type { ProgramWire } from './program-wire.ts';

/** Before the run, and before each slice: so many units at most, and for so long, but one at least. */
const first = { units: 10, forMs: 1000 };
const again = { units: 3, forMs: 100 };
/** Of an empty line to a process, before each slice: so many of them. */
const emptyLines = 20;
/** For clients that are still connecting. */
const longestGreetingMs = 5000;
/** For what sets up or takes down. */
const longestSetupMs = 60_000;

/** What one unit stands for where a workload has a command. */
const unit: Drawn = {
  command: {
    ...{ id: 'custom', place: 0, name: 'UNIT', method: 'unit', type: null, countsHits: false },
    ...{ accepts: anyReply, multiKeyForm: null, script: null, parts: [], keyMask: '' },
  },
  args: [],
};
const settled = 'OK';

/** What is carried out: functions, or processes that are told by lines what to do. */
export interface RunnableProgram extends ProgramModule {
  /** Asks a process for nothing: what its line costs is part of each unit. */
  empty?: (client: unknown) => Promise<void>;
  /** Why one of these is given up that has not answered for so long. */
  late?: (clients: readonly unknown[], afterMs: number) => Error;
}

interface RunningProgramParts {
  /** Once it is loaded. */
  program: () => RunnableProgram | null;
  wire: ProgramWire;
  prefix: string;
  thread: number;
  threads: number;
  timeoutMs: number;
  /** Other lanes and the caller make connections in this thread as well. */
  sharesThread: boolean;
  onFault: (error: unknown) => void;
}

/** Lanes that share a thread make their connections one after the other, so that each is known to be whose. */
let turn: Promise<void> = Promise.resolve();

/** The turn of one program, in which it may do several things at once. */
interface Hold {
  works: number;
  mine: Promise<void>;
  pass: () => void;
}

/** The code of one lane as it is carried out in this thread. */
export class RunningProgram implements UnitProgram {
  readonly source: UnitProgram['source'];
  readonly #parts: RunningProgramParts;
  readonly #tap: ProgramWire;
  readonly #clients: unknown[] = [];
  #context: ProgramContext | null = null;
  #drawn = 0;
  #i = 0;
  #isSetUp = false;
  #hold: Hold | null = null;
  #each: number | null | undefined;
  /** Whether an empty line asks the program for nothing; not known before the first. */
  #knowsEmpty: boolean | undefined;

  constructor(parts: RunningProgramParts) {
    this.#parts = parts;
    this.#tap = parts.wire;
    this.source = { next: () => this.#next(), nextKey: () => 0 };
  }

  /** Does what may make connections, which are then known to be of this program. */
  async owning<T>(work: () => T | Promise<T>): Promise<T> {
    if (!this.#parts.sharesThread) {
      this.#tap.claim();
      return work();
    }
    const hold = (this.#hold ??= this.#take());
    hold.works++;
    await hold.mine;
    try {
      return await work();
    } finally {
      if (--hold.works === 0) {
        this.#hold = null;
        this.#tap.release();
        hold.pass();
      }
    }
  }

  /** The next turn at making connections. */
  #take(): Hold {
    const before = turn;
    let pass: () => void = () => undefined;
    turn = new Promise((resolve) => {
      pass = resolve;
    });
    const mine = before.then(() => {
      this.#tap.claim();
    });
    return { works: 0, mine, pass };
  }

  /** Opens the client of one place in the lane, by the program or as an ioredis connection. */
  async open({ endpoint }: ConnectionContext): Promise<LaneClient> {
    const { onFault, prefix, sharesThread } = this.#parts;
    const program = this.#program;
    const context = (this.#context ??= contextOf(endpoint, prefix));
    const client = await this.owning(async () => {
      this.#tap.begin();
      const opened = await (program.connect ?? connectUsual)(context);
      // A client may connect only in the next turn of the event loop, when another lane might have its own.
      if (sharesThread) await this.#tap.quiet(longestGreetingMs);
      return opened;
    });
    this.#clients.push(client);
    return drivenClient(
      async (batch) => {
        batch.draw();
        try {
          const sent = await program.unit(client, this.#i, context);
          if (program.countsSent) batch.countCalls(sent as number);
        } catch (error) {
          onFault(error);
          throw error;
        }
        return settled;
      },
      () => {
        // A program may share one among all of its lane.
        for (const one of new Set(this.#clients.splice(0))) closeClient(one);
        this.#tap.closeAll();
      },
    );
  }

  async prepare(): Promise<void> {
    await this.owning(async () => {
      await this.#tap.quiet(longestGreetingMs);
      this.#tap.end();
      if (this.#parts.thread > 0) return;
      await this.#whole('setup', this.#program.setup);
      this.#isSetUp = true;
      await this.#carryOutAlone(first);
      // What a client sends of itself before its first command is no part of a unit.
      this.#each = undefined;
      this.#tap.names.clear();
    });
  }

  async alone(): Promise<AloneUnits | null> {
    return this.#parts.thread > 0 ? null : this.owning(() => this.#carryOutAlone(again));
  }

  async guarded<T>(load: () => Promise<T>): Promise<T> {
    this.#tap.begin();
    try {
      return await load();
    } finally {
      this.#tap.end();
    }
  }

  stalled(afterMs: number): Error {
    return (
      this.#program.late?.(this.#clients, afterMs) ??
      new ProgramFault(
        `${timedOut}: a unit was not over after ${afterMs / 1000} s: its promise is neither resolved nor rejected`,
        this.#tap.sentAt,
      )
    );
  }

  async end(): Promise<void> {
    if (this.#isSetUp) await this.#whole('teardown', this.#program.teardown);
    this.#isSetUp = false;
  }

  get #program(): RunnableProgram {
    const program = this.#parts.program();
    if (!program) throw new Error('the program is not loaded');
    return program;
  }

  /** Threads of one lane count apart, so that each unit has a number of its own. */
  #next(): Drawn {
    const { thread, threads } = this.#parts;
    this.#i = this.#drawn++ * threads + thread;
    return unit;
  }

  async #whole(name: 'setup' | 'teardown', call: ProgramModule['setup']): Promise<void> {
    const context = this.#context;
    if (!call || !context) return;
    await this.guarded(() =>
      inTime(
        () => call(this.#clients[0], context),
        longestSetupMs,
        () => new ProgramFault(`${name} was not over after ${longestSetupMs / 1000} s`, this.#tap.sentAt),
      ),
    );
  }

  async #carryOutAlone(most: typeof first): Promise<AloneUnits> {
    const { timeoutMs } = this.#parts;
    const program = this.#program;
    const context = this.#context;
    const startedAt = performance.now();
    let [units, commands, trips] = [0, 0, 0];
    await this.guarded(async () => {
      do {
        this.#next();
        this.#tap.beginUnit();
        await inTime(
          () => program.unit(this.#clients[0], this.#i, context as ProgramContext),
          timeoutMs,
          () => this.stalled(timeoutMs),
        );
        const seen = await this.#tap.endUnit();
        if (seen.unanswered > 0)
          throw new ProgramFault(
            `says that a unit is over while ${seen.unanswered} of its ${seen.commands} commands have no reply: await them`,
            this.#tap.sentAt,
          );
        this.#each = this.#each === undefined || this.#each === seen.commands ? seen.commands : null;
        units++;
        commands += seen.commands;
        trips += seen.trips;
      } while (units < most.units && performance.now() - startedAt < most.forMs);
    });
    const lineMs = await this.#timeLines();
    return {
      ...{ units, commands, trips, each: program.countsSent ? 'counted' : (this.#each ?? null) },
      ...(lineMs !== undefined && { lineMs }),
      names: [...new Set([...this.#tap.names, ...(program.names ?? [])])],
      isMixed: this.#each === null,
      tookMs: performance.now() - startedAt,
    };
  }

  /** Median of what an empty line and its answer take, ms; `null`: the program takes it for a unit. */
  async #timeLines(): Promise<number | null | undefined> {
    const { empty } = this.#program;
    if (!empty) return undefined;
    const { timeoutMs } = this.#parts;
    const once = async (): Promise<number> => {
      const before = performance.now();
      await inTime(
        () => empty(this.#clients[0]),
        timeoutMs,
        () => this.stalled(timeoutMs),
      );
      return performance.now() - before;
    };
    if (this.#knowsEmpty === undefined)
      await this.guarded(async () => {
        this.#tap.beginUnit();
        await once();
        this.#knowsEmpty = (await this.#tap.endUnit()).commands === 0;
      });
    if (!this.#knowsEmpty) return null;
    const took: number[] = [];
    while (took.length < emptyLines) took.push(await once());
    return median(took);
  }
}

/** By the name that its library has for it: what is in flight is not waited for. */
function closeClient(client: unknown): void {
  if (typeof client !== 'object' || client === null) return;
  const methods = client as Record<string, unknown>;
  const close = ['destroy', 'disconnect', 'close', 'quit'].map((name) => methods[name]);
  const found = close.find((one) => typeof one === 'function') as (() => unknown) | undefined;
  // Some answer by a promise, which may fail: nobody waits for it.
  void new Promise((resolve) => {
    resolve(found?.call(client));
  }).catch(() => undefined);
}

/** Rejects with `late` where the work is not over in time. */
export async function inTime(work: () => unknown, ms: number, late: () => Error): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late());
    }, ms);
  });
  try {
    await Promise.race([work(), over]);
  } finally {
    clearTimeout(timer);
  }
}

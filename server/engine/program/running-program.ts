import type { RedisOptions } from 'ioredis';
import type { Batch, LaneClient } from '../lane/batch.ts';
import { timedOut } from '../lane/failure-class.ts';
import type { ConnectionContext } from '../lane/strategy.ts';
import type { SocketMeter } from '../lane/socket-meter.ts';
import type { AloneUnits, UnitProgram } from '../lane/unit-program.ts';
import { loadIoredis } from '../../redis/connection/connect.ts';
import { anyReply } from '../workload/reply-kind.ts';
import type { Drawn } from '../workload/command-source.ts';
import { contextOf, type ProgramContext, type ProgramModule } from '../lane/lane-code.ts';
import { ProgramFault } from './fault.ts';
import { WireTap } from './wire-tap.ts';

/** Before the run, and before each slice: so many units at most, and for so long, but one at least. */
const first = { units: 10, forMs: 1000 };
const again = { units: 3, forMs: 100 };
/** For clients that are still connecting. */
const longestGreetingMs = 5000;
/** For what sets up or takes down. */
const longestSetupMs = 60_000;

/** What one unit stands for where a workload has a command. */
const unit: Drawn = {
  command: {
    ...{ id: 'custom', place: 0, name: 'UNIT', method: 'unit', type: null, countsHits: false },
    ...{ accepts: anyReply, multiKeyForm: null, parts: [], keyMask: '' },
  },
  args: [],
};
const settled = 'OK';

interface RunningProgramParts {
  /** Once it is loaded. */
  program: () => ProgramModule | null;
  file: string;
  prefix: string;
  thread: number;
  threads: number;
  clients: number;
  timeoutMs: number;
  meter: SocketMeter;
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
  readonly #tap: WireTap;
  readonly #clients: unknown[] = [];
  #context: ProgramContext | null = null;
  #drawn = 0;
  #i = 0;
  #isSetUp = false;
  #hold: Hold | null = null;
  #each: number | null | undefined;

  constructor(parts: RunningProgramParts) {
    this.#parts = parts;
    const { meter, prefix, clients, onFault } = parts;
    this.#tap = new WireTap({ meter, prefix, clients, onFault });
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
    const drive = async (batch: Batch) => {
      batch.isDriven = true;
      let reply: unknown;
      do {
        batch.draw();
        try {
          await program.unit(client, this.#i, context);
          reply = settled;
        } catch (error) {
          onFault(error);
          reply = error instanceof Error ? error : new Error(String(error));
        }
      } while (batch.onReply(reply));
      batch.isDriven = false;
    };
    return {
      send(batch) {
        // Called from within a unit that is over: the loop that awaited it continues.
        if (batch.isDriven) batch.isWanted = true;
        else void drive(batch);
      },
      close: () => {
        for (const one of this.#clients.splice(0)) closeClient(one);
        this.#tap.closeAll();
      },
    };
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
    return new ProgramFault(
      `${timedOut}: a unit was not over after ${afterMs / 1000} s: its promise is neither resolved nor rejected`,
      this.#tap.sentAt,
    );
  }

  async end(): Promise<void> {
    if (this.#isSetUp) await this.#whole('teardown', this.#program.teardown);
    this.#isSetUp = false;
  }

  get #program(): ProgramModule {
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
        const seen = this.#tap.endUnit();
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
    return {
      ...{ units, commands, trips, each: this.#each ?? null },
      names: [...this.#tap.names],
      tookMs: performance.now() - startedAt,
    };
  }
}

/** A connection as a program makes it, with the prefix of the run before every key. */
async function connectUsual({ prefix, url: _, ...address }: ProgramContext): Promise<unknown> {
  const { Redis } = await loadIoredis();
  const redis = new Redis({
    ...(address as Omit<RedisOptions, 'replyMapping'>),
    keyPrefix: prefix,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // Each command that it hits fails by itself.
  redis.on('error', () => undefined);
  await redis.connect();
  return redis;
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

async function inTime(work: () => unknown, ms: number, late: () => Error): Promise<void> {
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

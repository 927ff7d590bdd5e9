import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { readTrace, type Trace } from '../../shared/profile/read-trace.ts';
import { Budget } from '../../server/profile/process/budget.ts';
import { Follower } from '../../server/profile/process/follower.ts';
import { watchLibraries } from '../../server/profile/process/libraries.ts';
import { faultsGoTo, guarded } from '../../server/profile/process/never-throws.ts';
import { Origins } from '../../server/profile/process/origins.ts';
import { batches } from '../../server/profile/process/prototypes.ts';
import { ProgramRecorder } from '../../server/profile/process/recorder.ts';
import { Sites } from '../../server/profile/process/sites.ts';
import { TokenReader } from '../../server/profile/process/tokens.ts';
import { TraceFile } from '../../server/profile/process/trace-file.ts';
import { Turns } from '../../server/profile/process/turns.ts';
import { ValueNumbers } from '../../server/profile/process/value-numbers.ts';
import { watchUnits } from '../../server/profile/process/units.ts';
import { traceVersion } from '../../shared/contract/profile-trace.ts';

/** The classes of which a recorder is made, by the names of their files. */
export const recorderParts: Readonly<Record<string, object>> = {
  budget: Budget.prototype,
  follower: Follower.prototype,
  origins: Origins.prototype,
  prototypes: Object.getPrototypeOf(batches) as object,
  recorder: ProgramRecorder.prototype,
  sites: Sites.prototype,
  tokens: TokenReader.prototype,
  'trace-file': TraceFile.prototype,
  turns: Turns.prototype,
  'value-numbers': ValueNumbers.prototype,
};

export interface FaultyMethod {
  part: string;
  name: string;
  /** The object that has it; for the context of units (a class of Node), that of one recorder. */
  holder: (recorder: ProgramRecorder) => object;
}

const inContext = ['enterWith', 'getStore'].map((name): FaultyMethod => {
  return { part: 'context', name, holder: ({ context }) => context };
});

/** All methods and getters of a recorder. */
export const faultyMethods: readonly FaultyMethod[] = [
  ...Object.entries(recorderParts).flatMap(([part, prototype]) =>
    Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor')
      .map((name): FaultyMethod => ({ part, name, holder: () => prototype })),
  ),
  ...inContext,
];

/** Values that are thrown: faults of our own, and those that code of a program could throw into ours. */
export const thrown = {
  'an error': () => new TypeError('PlantedSecret is not iterable'),
  nothing: () => undefined,
  'an error with a getter that throws': () =>
    Object.defineProperty(new Error('x'), 'code', {
      get: () => {
        throw new Error('a getter');
      },
    }),
} as const;

export interface InjectedFault {
  method: FaultyMethod;
  /** At which call it throws, from 1. */
  call: number;
  /** True where it throws at each call from then on. */
  isLasting: boolean;
  thrown: keyof typeof thrown;
}

/** Makes a method throw. Returns how often it has, and puts the method back. */
function inject({ method, call, isLasting, thrown: kind }: InjectedFault, recorder: ProgramRecorder) {
  const { name } = method;
  const holder = method.holder(recorder);
  const own = Object.getOwnPropertyDescriptor(holder, name);
  const usual = own ?? Object.getOwnPropertyDescriptor(AsyncLocalStorage.prototype, name);
  if (!usual) throw new Error(`there is no ${method.part}.${name}`);
  let calls = 0;
  let times = 0;
  const faulty = (act: (...given: unknown[]) => unknown) =>
    function (this: unknown, ...given: unknown[]): unknown {
      calls++;
      if (calls < call || (calls > call && !isLasting)) return Reflect.apply(act, this, given);
      times++;
      throw thrown[kind]() as Error;
    };
  const { get, value } = usual as { get?: () => unknown; value: () => unknown };
  const place = get ? { get: faulty(get) } : { value: faulty(value), writable: true };
  Object.defineProperty(holder, name, { ...place, configurable: true });
  return {
    times: () => times,
    restore: () => {
      if (own) Object.defineProperty(holder, name, own);
      else Reflect.deleteProperty(holder, name);
    },
  };
}

let recorder: ProgramRecorder | null = null;

/** Stands for the recorder of the run in progress: libraries and channels are watched once in a process. */
const current = new Proxy({} as ProgramRecorder, {
  get: (_, name) => {
    const value: unknown = recorder && Reflect.get(recorder, name);
    return typeof value === 'function' ? (value.bind(recorder) as unknown) : value;
  },
});
let isWatched = false;

export interface FaultyRun {
  seen: unknown;
  /** The number of times that the first method threw. */
  times: number;
  trace: Trace;
}

/** The one trace of this process, in which each run has a section: nothing closes a trace but the end of its process. */
let written: { path: string; file: TraceFile } | null = null;
const budget = new Budget(1);

/** Runs a program under a recorder of which methods throw. */
export async function runWithFaults(
  program: () => Promise<unknown>,
  faults: readonly InjectedFault[],
  folder: string,
): Promise<FaultyRun> {
  const path = join(folder, `${process.pid}.jsonl`);
  if (written?.path !== path) written = { path, file: new TraceFile(path, 2 ** 30, budget) };
  const { file } = written;
  const from = statSync(path).size;
  file.write({ k: 'meta', v: traceVersion, node: '', source: 'patch', budget: 1, pid: process.pid });
  const own = (recorder = new ProgramRecorder(file, budget, { root: folder, program: () => 'program' }));
  faultsGoTo((cause) => {
    own.fault(cause);
  });
  if (!isWatched) {
    isWatched = true;
    watchLibraries(current);
    watchUnits(current);
  }
  const injected = faults.map((fault) => inject(fault, own));
  try {
    const seen = await program();
    // Turns end, and what is pending is written.
    for (let round = 0; round < 3; round++) await turn();
    guarded(() => {
      own.close();
    })();
    const trace = readTrace(readFileSync(path).subarray(from).toString());
    return { seen, times: injected[0]?.times() ?? 0, trace };
  } finally {
    for (const { restore } of injected) restore();
    file.flush();
  }
}

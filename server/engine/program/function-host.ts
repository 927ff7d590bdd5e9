import { fileURLToPath } from 'node:url';
import { threadTimes } from '../../network/thread-times.ts';
import type { HostParts, ProgramHost } from './begin-program.ts';
import { describeFault, ProgramFault, type FaultyCode } from './fault.ts';
import { programOf } from './program-module.ts';
import { WireTap } from './wire-tap.ts';
import { writtenProgram } from './written-program.ts';

/** Deep enough for the user's own frame below those of a client library. */
const framesKept = 50;
const aliveEveryMs = 1000;

/** Functions, of a module or of the caller, or units in writing, in this thread. */
export function functionHost({ plan, meter, post, onFault }: HostParts): ProgramHost {
  const { file, code } = plan.program;
  const faulty: FaultyCode = code.type === 'file' ? { file, path: fileURLToPath(code.url) } : { file };
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, framesKept);
  return {
    wire: new WireTap({ ...{ meter, onFault }, prefix: `${plan.prefix}:`, clients: plan.workload.clients }),
    sharesThread: code.type !== 'file',
    times: threadTimes,
    describe: (error) => describeFault(error, faulty),
    async load(owning) {
      if (code.type === 'function') return code.program;
      if (code.type === 'written') return writtenProgram(code.written, code.way, plan.workload.seed);
      if (code.type !== 'file') throw new Error('a command is no function');
      guardThread(onFault);
      setInterval(() => {
        post({ type: 'alive' });
      }, aliveEveryMs).unref();
      return programOf(
        await owning(() => import(/* @vite-ignore */ code.url) as Promise<Record<string, unknown>>),
      );
    },
    endpoint: (ofLane) => ofLane,
    end: () => Promise.resolve(),
  };
}

/** What would end this thread without a word, or with too many, is a fault of the code that runs in it. */
function guardThread(onFault: (error: unknown) => void): void {
  const exit = process.exit.bind(process);
  process.exit = (code) => {
    onFault(new ProgramFault(`calls process.exit(${code ?? ''}), which ends the lane`, new Error().stack));
    return exit(code);
  };
  // An error that nobody awaits: of a promise, or of a client without a listener.
  process.on('uncaughtException', onFault);
}

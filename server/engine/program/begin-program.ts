import { fileURLToPath } from 'node:url';
import { systemClock } from '../lane/clock.ts';
import type { FromLane, ThreadPlan, ToLane } from '../lane/messages.ts';
import { LaneRunner } from '../lane/runner.ts';
import { SocketMeter } from '../lane/socket-meter.ts';
import type { Strategy } from '../lane/strategy.ts';
import { threadTimes } from '../../network/thread-times.ts';
import { codeStrategy } from '../strategies/code-strategy.ts';
import { describeFault, ProgramFault, type FaultyCode } from './fault.ts';
import type { ProgramModule, ProgramPlan } from '../lane/lane-code.ts';
import { programOf } from './program-module.ts';
import { RunningProgram } from './running-program.ts';

/** Deep enough for the user's own frame below those of a client library. */
const framesKept = 50;
const aliveEveryMs = 1000;

type WithProgram = ThreadPlan & { program: ProgramPlan };

/** Carries a share of a lane out that is code of the user; returns what is to hear the engine's messages. */
export async function beginProgram(
  plan: WithProgram,
  post: (message: FromLane) => void,
  close: () => void,
): Promise<(message: ToLane) => void> {
  const { file, code } = plan.program;
  const faulty: FaultyCode = code.type === 'file' ? { file, path: fileURLToPath(code.url) } : { file };
  const describe = (error: unknown) => describeFault(error, faulty);
  let failed = (error: unknown) => {
    post({ type: 'failed', error: describe(error) });
  };
  const onFault = (error: unknown) => {
    failed(error);
  };
  Error.stackTraceLimit = Math.max(Error.stackTraceLimit, framesKept);
  const meter = new SocketMeter();
  const loaded: { program: ProgramModule | null } = { program: null };
  const running = new RunningProgram({
    ...{ file, meter, onFault },
    prefix: `${plan.prefix}:`,
    program: () => loaded.program,
    thread: plan.thread,
    threads: plan.threads,
    clients: plan.workload.clients,
    timeoutMs: plan.workload.timeoutMs,
    sharesThread: code.type === 'function',
  });
  try {
    if (code.type === 'function') loaded.program = code.program;
    else {
      guardThread(onFault);
      setInterval(() => {
        post({ type: 'alive' });
      }, aliveEveryMs).unref();
      // What it connects as it is loaded is its own as well.
      const exported = await running.owning(
        () => import(/* @vite-ignore */ code.url) as Promise<Record<string, unknown>>,
      );
      loaded.program = programOf(exported);
    }
  } catch (error) {
    onFault(error);
    return (message) => {
      if (message.type === 'stop') close();
    };
  }
  const strategy: Strategy = { ...codeStrategy, connect: (context) => running.open(context) };
  const runner = new LaneRunner(plan, strategy, systemClock, post, threadTimes, undefined, {
    ...{ program: running, meter, describe },
  });
  failed = (error) => {
    runner.programFailed(error);
  };
  void runner.begin();
  return (message) => {
    if (message.type === 'stop') void runner.end().then(close, close);
    else runner.handle(message);
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

import { systemClock } from '../lane/clock.ts';
import type { FromLane, ThreadPlan, ToLane } from '../lane/messages.ts';
import { LaneRunner } from '../lane/runner.ts';
import { SocketMeter } from '../lane/socket-meter.ts';
import type { Strategy } from '../lane/strategy.ts';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import type { CallerTimes } from '../../network/thread-times.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { codeStrategy } from '../strategies/code-strategy.ts';
import type { ProgramPlan } from '../lane/lane-code.ts';
import type { ProgramWire } from './program-wire.ts';
import { RunningProgram, type RunnableProgram } from './running-program.ts';

export type WithProgram = ThreadPlan & { program: ProgramPlan };

/** What one kind of code of the user needs around it in this thread. */
export interface ProgramHost {
  wire: ProgramWire;
  /** Other lanes and the caller make connections in this thread as well. */
  sharesThread: boolean;
  /** What the CPU figures of the lane are of. */
  times: () => CallerTimes;
  /** Where those are processes: of this thread, which their bytes pass. */
  portTimes?: () => CallerTimes;
  describe: (error: unknown) => SerialisedError;
  /** Makes it ready; `owning`: what it connects as it is loaded is its own as well. Rejects with what is wrong with it. */
  load: (owning: <T>(work: () => Promise<T>) => Promise<T>) => Promise<RunnableProgram>;
  /** Of what it connects to. */
  endpoint: (ofLane: Endpoint) => Endpoint;
  /** Once no unit is carried out any more. */
  end: () => Promise<void>;
}

export interface HostParts {
  plan: WithProgram;
  meter: SocketMeter;
  post: (message: FromLane) => void;
  onFault: (error: unknown) => void;
}

async function hostOf(parts: HostParts): Promise<ProgramHost> {
  if (parts.plan.program.code.type === 'command')
    return (await import('./process-host.ts')).processHost(parts, parts.plan.program.code.command);
  return (await import('./function-host.ts')).functionHost(parts);
}

/** Carries a share of a lane out that is code of the user; returns what is to hear the engine's messages. */
export async function beginProgram(
  plan: WithProgram,
  post: (message: FromLane) => void,
  close: () => void,
): Promise<(message: ToLane) => void> {
  let failed: (error: unknown) => void = (error) => {
    post({ type: 'failed', error: host.describe(error) });
  };
  const onFault = (error: unknown) => {
    failed(error);
  };
  const meter = new SocketMeter();
  const host = await hostOf({ plan, meter, post, onFault });
  const end = () => void host.end().then(close, close);
  const loaded: { program: RunnableProgram | null } = { program: null };
  const running = new RunningProgram({
    onFault,
    wire: host.wire,
    prefix: `${plan.prefix}:`,
    program: () => loaded.program,
    thread: plan.thread,
    threads: plan.threads,
    timeoutMs: plan.workload.timeoutMs,
    sharesThread: host.sharesThread,
  });
  try {
    loaded.program = await host.load((work) => running.owning(work));
  } catch (error) {
    onFault(error);
    return (message) => {
      if (message.type === 'stop') end();
    };
  }
  const strategy: Strategy = {
    ...codeStrategy,
    connect: (context) => running.open({ ...context, endpoint: host.endpoint(context.endpoint) }),
  };
  const { times, portTimes, describe } = host;
  // Of what the event loop of a process does, nothing is known.
  const activeMs = portTimes ? () => 0 : undefined;
  const runner = new LaneRunner(plan, strategy, systemClock, post, times, activeMs, {
    ...{ program: running, meter, describe, portTimes },
  });
  failed = (error) => {
    runner.programFailed(error);
  };
  void runner.begin();
  return (message) => {
    if (message.type === 'stop') void runner.end().then(end, end);
    else runner.handle(message);
  };
}

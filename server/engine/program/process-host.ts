import type { SerialisedError } from '../../../shared/contract/figures.ts';
import { threadTimes } from '../../network/thread-times.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { Command } from '../lane/lane-code.ts';
import { serialiseError } from '../lane/failure-class.ts';
import type { HostParts, ProgramHost } from './begin-program.ts';
import { ForwardedWire } from './forwarded-wire.ts';
import { LineProgram } from './line-program.ts';
import { withoutSecrets } from './without-secrets.ts';

/** A program in any language: processes of this thread, whose connections pass a port of it. */
export function processHost({ plan, meter, post, onFault }: HostParts, command: Command): ProgramHost {
  const { endpoint, program: lane, thread, threads } = plan;
  const { clients, timeoutMs } = plan.workload;
  const prefix = `${plan.prefix}:`;
  const wire = new ForwardedWire({ endpoint, meter, prefix, clients, onFault });
  const processes = new LineProgram({
    ...{ command, timeoutMs, prefix, onFault },
    firstClient: thread,
    clientStep: threads,
    onGroup: (pid, isOver) => {
      post({ type: 'group', pid, isOver });
    },
  });
  let through: Endpoint | null = null;
  return {
    wire,
    sharesThread: false,
    times: processes.times.now,
    portTimes: threadTimes,
    describe: (error): SerialisedError => {
      const { name, code, message } = serialiseError(error);
      const words = withoutSecrets(message, command, endpoint);
      return { name, code, message: `${lane.file}: ${words}`, stack: null };
    },
    async load() {
      through = await wire.listen();
      // What it sends to set itself up is looked at as well.
      wire.begin();
      await processes.start(clients, through);
      return processes.program;
    },
    endpoint: (ofLane) => through ?? ofLane,
    async end() {
      await processes.end();
      await wire.close();
    },
  };
}

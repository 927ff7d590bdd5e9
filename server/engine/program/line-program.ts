import { contextOf, type Command } from '../lane/lane-code.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import type { ProgramFault } from './fault.ts';
import { LineProcess } from './line-process.ts';
import { ProcessTimes } from './process-times.ts';
import { inTime, type RunnableProgram } from './running-program.ts';

/** A process may have to compile, load and fill: so many times as long as a unit may take. */
const setUpTimes = 6;

interface LineProgramParts {
  command: Command;
  /** Of the lane: its first, and by how much the next ones differ, so that all threads count apart. */
  firstClient: number;
  clientStep: number;
  timeoutMs: number;
  prefix: string;
  onFault: (error: unknown) => void;
  onGroup: (pid: number, isOver: boolean) => void;
}

/** A lane that is a command: a process for each client, each with one unit at a time. */
export class LineProgram {
  readonly program: RunnableProgram;
  readonly times = new ProcessTimes();
  readonly #parts: LineProgramParts;
  readonly #processes: LineProcess[] = [];
  readonly #idle: LineProcess[] = [];

  constructor(parts: LineProgramParts) {
    this.#parts = parts;
    this.program = {
      connect: () => {
        const process = this.#idle.shift();
        if (!process) throw new Error('each client has a process of its own');
        return process;
      },
      unit: (process, i) => (process as LineProcess).unit(i),
      empty: (process) => (process as LineProcess).empty(),
      late: (processes, afterMs) => {
        const all = processes as LineProcess[];
        const silent = all.find(({ isAsked }) => isAsked) ?? all[0];
        return silent?.late(afterMs) ?? new Error('no process is left');
      },
    };
  }

  /** Starts them all; resolves once each is ready. Rejects with ProgramFault. */
  async start(clients: number, endpoint: Endpoint): Promise<void> {
    const { command, firstClient, clientStep, timeoutMs, prefix, onFault, onGroup } = this.#parts;
    const { url } = contextOf(endpoint, prefix);
    for (let client = 0; client < clients; client++) {
      const process = new LineProcess({
        command,
        env: environment({
          REDIS_URL: url,
          ROUNDTRIP_PREFIX: prefix,
          ROUNDTRIP_CLIENT: String(firstClient + client * clientStep),
        }),
        onFault: (fault: ProgramFault) => {
          onFault(fault);
          void this.end({ atOnce: true });
        },
        onGroup,
      });
      this.#processes.push(process);
    }
    const longestMs = setUpTimes * timeoutMs;
    await Promise.all(
      this.#processes.map((process) =>
        inTime(
          () => process.ready(),
          longestMs,
          () => process.late(longestMs),
        ),
      ),
    );
    this.times.watch(this.#processes.flatMap(({ pid }) => pid ?? []));
    for (const one of this.#processes) this.#idle.push(one);
  }

  async end(how?: { atOnce: boolean }): Promise<void> {
    await Promise.all(this.#processes.map((process) => process.end(how)));
  }
}

/** That of this program, and what the run adds. */
const environment = (added: Record<string, string>): NodeJS.ProcessEnv => ({ ...process.env, ...added });

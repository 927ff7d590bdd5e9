import { StandIn } from './stand-in.ts';

/** What a server counts of scripted lanes: they send nothing, and say what they would have sent. */
export class ScriptedServer {
  readonly port: number;
  readonly #standIn: StandIn;
  readonly #calls: Map<string, number>;
  readonly #spent: Spent;

  private constructor(standIn: StandIn, calls: Map<string, number>, spent: Spent) {
    this.#standIn = standIn;
    this.port = standIn.port;
    this.#calls = calls;
    this.#spent = spent;
    running.set(this.port, this);
  }

  static async start(): Promise<ScriptedServer> {
    const calls = new Map([['ping', 0]]);
    const spent = { cpuSeconds: 0, writes: 0 };
    return new ScriptedServer(
      await StandIn.start((_, port) => infoOf(port, calls, spent), { takesSections: true }),
      calls,
      spent,
    );
  }

  /** Where a lane that connects there is counted; behind a network, at the one that started last. */
  static at(port: number | undefined): ScriptedServer | undefined {
    return running.get(port ?? 0) ?? [...running.values()].at(-1);
  }

  /** So far, of a command by its name in lower case. */
  calls(command: string): number {
    return this.#calls.get(command) ?? 0;
  }

  /** One write of a client: so many calls of this command, each of which takes the server so long. */
  count(command: string, calls: number, microsEach: number): void {
    this.#calls.set(command, this.calls(command) + calls);
    this.#spent.cpuSeconds += (calls * microsEach) / 1e6;
    this.#spent.writes++;
  }

  stop(): void {
    running.delete(this.port);
    this.#standIn.stop();
  }
}

const running = new Map<number, ScriptedServer>();

interface Spent {
  cpuSeconds: number;
  writes: number;
}

export const scriptedVersion = '7.4.0';

const infoOf = (port: number, calls: ReadonlyMap<string, number>, { cpuSeconds, writes }: Spent): string =>
  [
    ...['# Server', `redis_version:${scriptedVersion}`, 'redis_mode:standalone', `process_id:${port}`],
    ...['uptime_in_seconds:100', 'mem_allocator:jemalloc-5.3.0', 'role:master'],
    ...['used_memory:1000000', 'maxmemory:0', 'total_error_replies:0', 'total_net_input_bytes:1'],
    ...['total_net_output_bytes:1', `total_reads_processed:${writes}`, `total_writes_processed:${writes}`],
    ...[`used_cpu_user_main_thread:${cpuSeconds.toFixed(6)}`, 'used_cpu_sys_main_thread:0'],
    ...[...calls].map(([name, count]) => `cmdstat_${name}:calls=${count},rejected_calls=0`),
  ].join('\r\n');

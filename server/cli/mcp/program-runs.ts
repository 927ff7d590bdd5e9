import { readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { profileSchema, type Profile } from '../../../shared/contract/profile.ts';
import { parse } from '../../../shared/contract/parse.ts';
import { openNetwork, type Network } from '../../network/network.ts';
import type { Endpoint } from '../../redis/connection/target.ts';
import { startEmbedded, type EmbeddedServer } from '../../redis/private/embedded.ts';
import { openAdmin } from '../../redis/connection/connect.ts';
import { numberIn, readInfo } from '../../redis/info/info.ts';
import { scriptOutside, type NamedProgram } from '../options/programs.ts';
import { runCall, type EndedCall } from './bounded-call.ts';
import type { Captured } from './captured.ts';
import { foreignOutput, ToolRefused } from './foreign.ts';

/** A profile of a program that is kept, with what the program wrote. */
export interface ProgramRun {
  /** From 1, for each program. */
  run: number;
  profile: Profile;
  exitCode: number;
  /** The time of a run was over, and the program was asked to end. */
  isStopped: boolean;
  stdout: Captured;
  stderr: Captured;
  /** The private server got no connection of the program; `null`: the server is not ours alone. */
  isServerUnused: boolean | null;
}

export interface RunsOptions {
  root: string;
  /** The server that programs are given; `null`: a private one for each run. */
  url: string | null;
  /** The round trip that is put before a private server, ms; `null`: none. */
  rttMs: number | null;
  /** The time of a run, ms. */
  durationMs: number;
  /** Further options of `profile`. */
  options: readonly string[];
  /** A folder for files, which ends with the process. */
  folder: string;
}

/** Runs of a program that are kept: the first one, and the newest. */
const mostKept = 10;
/** The time that a program has to end after its time is over, ms. */
const endsWithinMs = 5000;
/** Judging a recording at its bound may take so long, ms. */
const judgesWithinMs = 120_000;
const mostProfileBytes = 32 * 1_048_576;

/** The profiles of each program, in order. */
export class ProgramRuns {
  readonly #options: RunsOptions;
  readonly #kept = new Map<string, ProgramRun[]>();
  readonly #count = new Map<string, number>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  of({ name }: NamedProgram): readonly ProgramRun[] {
    return this.#kept.get(name) ?? [];
  }

  /** The newest run. Throws ToolRefused where there is none. */
  last(program: NamedProgram): ProgramRun {
    const last = this.of(program).at(-1);
    if (last) return last;
    throw new ToolRefused(`${program.name} has no profile yet: call profile first`);
  }

  /** A kept run by its number. Throws ToolRefused. */
  numbered(program: NamedProgram, run: number): ProgramRun {
    const found = this.of(program).find((one) => one.run === run);
    if (found) return found;
    const known = this.of(program).map((one) => one.run);
    throw new ToolRefused(
      `${program.name} has no run ${run}; kept are ${known.length > 0 ? known.join(', ') : 'none'}`,
    );
  }

  /** The recording of the newest run. */
  traceOf({ name }: NamedProgram): string {
    return join(this.#options.folder, `of-${name}.trace`);
  }

  /** Runs a program under the profiler, and keeps its profile. Rejects with ToolRefused, and where the signal fired. */
  async profile(program: NamedProgram, signal: AbortSignal): Promise<ProgramRun> {
    const { root, url, rttMs, folder } = this.#options;
    const outside = scriptOutside(program.command, root);
    if (outside !== null) throw new ToolRefused(`The script of ${program.name} is no longer below the root`);
    const server = url === null ? await startEmbedded() : null;
    let network: Network | null = null;
    const file = join(folder, 'profile.json');
    const trace = join(folder, 'recording.trace');
    try {
      signal.throwIfAborted();
      if (server && rttMs !== null)
        network = await openNetwork(server.target.endpoint, { rttMs, jitterMs: 0, bandwidthMbit: null });
      const address = url ?? addressOf(network?.endpoint ?? server?.target.endpoint);
      const before = server ? await connectionsOf(server) : null;
      const ended = await this.#run(program, { file, trace, signal, address });
      const after = server ? await connectionsOf(server) : null;
      const profile = readProfile(file, program, ended);
      const run: ProgramRun = {
        ...{ run: (this.#count.get(program.name) ?? 0) + 1, profile, exitCode: ended.code ?? 1 },
        ...{ isStopped: this.#isStopped(profile), stdout: ended.stdout, stderr: ended.stderr },
        // One is that of asking.
        isServerUnused: before === null || after === null ? null : after - before <= 1,
      };
      renameSync(trace, this.traceOf(program));
      this.#keep(program, run);
      return run;
    } finally {
      for (const one of [file, trace]) rmSync(one, { force: true });
      await network?.close();
      await server?.stop();
    }
  }

  #run(
    { command }: NamedProgram,
    { file, trace, signal, address }: { file: string; trace: string; signal: AbortSignal; address: string },
  ): Promise<EndedCall> {
    const { root, durationMs, options } = this.#options;
    const words = ['profile', '-q', '--budget', '100%', '--duration', `${durationMs}ms`, ...options];
    return runCall({
      words: [...words, '--json', file, '--trace', trace, '--', ...command],
      ...{ folder: root, env: environment({ REDIS_URL: address }), signal },
      mostMs: durationMs + judgesWithinMs,
      recordedMs: durationMs + endsWithinMs,
    });
  }

  #isStopped({ tookMs }: Profile): boolean {
    return tookMs >= this.#options.durationMs;
  }

  #keep({ name }: NamedProgram, run: ProgramRun): void {
    const all = [...(this.#kept.get(name) ?? []), run];
    this.#kept.set(name, [...all.slice(0, 1), ...all.slice(1).slice(1 - mostKept)]);
    this.#count.set(name, run.run);
  }
}

/** The environment of this process, without the servers that Roundtrip would take from it. */
export function environment(added: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const {
    ROUNDTRIP_URL: _url,
    ROUNDTRIP_TARGETS: _targets,
    ROUNDTRIP_PROFILE: _profile,
    ...env
  } = process.env;
  return { ...env, ...added };
}

const addressOf = (endpoint: Endpoint | undefined): string => `redis://127.0.0.1:${endpoint?.port ?? 0}`;

async function connectionsOf({ target }: EmbeddedServer): Promise<number | null> {
  try {
    const redis = await openAdmin(target, 1000);
    const info = await readInfo(redis, 'stats').finally(() => redis.disconnect());
    return numberIn(info, 'total_connections_received');
  } catch {
    return null;
  }
}

/** Throws ToolRefused where the program could not be started, or its recording not be judged. */
function readProfile(file: string, { name }: NamedProgram, { stderr, isOverdue }: EndedCall): Profile {
  const refused = (why: string) =>
    new ToolRefused(`${name} could not be profiled: ${why}`, { stderr: foreignOutput(stderr.end) });
  if (isOverdue) throw refused('it took too long to end and to be judged, and was killed');
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw refused('it could not be started, or what it sent could not be judged');
  if (size > mostProfileBytes) throw refused('its profile is too large: profile a smaller part of it');
  return parse(profileSchema, JSON.parse(readFileSync(file, 'utf8')));
}

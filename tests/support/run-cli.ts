import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { plainLook, writersOf, type Terminal } from '../../server/cli/output/terminal.ts';
import { runProgram } from '../../server/cli/program.ts';
import { projectRoot } from './project-root.ts';

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  child: ChildProcess;
  finished: Promise<Outcome>;
  /** Resolves with what matched, when stderr or stdout has shown this. */
  shows: (text: RegExp) => Promise<RegExpExecArray>;
}

const programFile = join(projectRoot, 'dist/server/cli/main.js');

/** Starts the built command line, as a user's shell would. `detached`: its processes are a group of their own. */
export function startCli(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = projectRoot,
  { detached = false } = {},
): RunningCommand {
  const child = spawn(process.execPath, [programFile, ...words], {
    cwd,
    detached,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const finished = new Promise<Outcome>((resolve) => {
    child.on('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
  const shows = async (text: RegExp) => {
    for (;;) {
      const shown = text.exec(stderr) ?? text.exec(stdout);
      if (shown) return shown;
      if (child.exitCode !== null)
        throw new Error(`ended before it showed ${String(text)}:\n${stderr}${stdout}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, finished, shows };
}

/** The whole way of a user: a process of its own, which takes half a second to load. For exit codes and streams. */
export const spawnCli = (words: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string): Promise<Outcome> =>
  startCli(words, env, cwd).finished;

/**
 * The command line in this process, which has loaded it already. One call at a time where there is an environment or
 * a folder.
 */
export async function runCli(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = projectRoot,
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const terminal: Terminal = {
    ...writersOf({
      stdout: (text) => void (written.stdout += text),
      stderr: (text) => void (written.stderr += text),
    }),
    stderrIsTerminal: false,
    columns: 80,
    look: () => plainLook,
  };
  const before = { folder: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  Object.assign(process.env, env);
  try {
    return { code: await runProgram(words, terminal), ...written };
  } finally {
    process.chdir(before.folder);
    for (const name of Object.keys(env)) {
      const value = before.env[name];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}

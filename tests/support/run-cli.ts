import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface RunningCommand {
  child: ChildProcess;
  finished: Promise<Outcome>;
  /** Resolves when stderr or stdout has shown this. */
  shows: (text: RegExp) => Promise<void>;
}

const programFile = join(projectRoot, 'dist/server/cli/main.js');

/** Starts the built command line, as a user's shell would. */
export function startCli(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  cwd = projectRoot,
): RunningCommand {
  const child = spawn(process.execPath, [programFile, ...words], {
    cwd,
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
    while (!text.test(stderr) && !text.test(stdout)) {
      if (child.exitCode !== null)
        throw new Error(`ended before it showed ${String(text)}:\n${stderr}${stdout}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return { child, finished, shows };
}

export const runCli = (words: readonly string[], env?: NodeJS.ProcessEnv, cwd?: string): Promise<Outcome> =>
  startCli(words, env, cwd).finished;

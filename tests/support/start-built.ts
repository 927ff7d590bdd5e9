import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

const main = fileURLToPath(new URL('../../dist/server/http/main.js', import.meta.url));

export interface BuiltServer {
  child: ChildProcess;
  /** Where it keeps what is temporary; empty once it has tidied up. */
  folder: string;
  stdout: () => string;
  stderr: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
  /** Resolves with the first address it prints, to stderr where it runs a program; rejects when it ends without one. */
  url: Promise<string>;
}

/** Starts the server as it was built, in an environment that says nothing but `env`. */
export function startBuilt(args: readonly string[] = [], env: Record<string, string> = {}): BuiltServer {
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], TMPDIR: folder, ROUNDTRIP_HISTORY: 'off', ...env },
  });
  let [stdout, stderr] = ['', ''];
  const ended = new Promise<number | string | null>((resolve) =>
    child.on('close', (code, signal) => {
      resolve(signal ?? code);
    }),
  );
  const url = new Promise<string>((resolve, reject) => {
    const look = () => {
      const [, address] = /^Roundtrip is ready: (http:\S+)\n/m.exec(stdout + stderr) ?? [];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      look();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      look();
    });
    void ended.then(() => {
      reject(new Error(`ended without an address: ${stderr}`));
    });
  });
  url.catch(() => undefined);
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return { child, folder, stdout: () => stdout, stderr: () => stderr, ended, url };
}

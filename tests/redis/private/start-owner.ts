import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { startOf } from '../../../server/redis/private/leftovers.ts';

export interface OwnerProcess {
  child: ChildProcess;
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  server: { pid: number; folder: string; port: number };
}

/** Starts embedded-owner.ts in a process of its own and waits until its server runs. */
export async function startOwner(
  root: string,
  ending: 'wait' | 'throw' | 'exit' | 'own-handler' | 'return',
): Promise<OwnerProcess> {
  const child = spawn(
    process.execPath,
    ['--import', './tests/support/typescript.mjs', './tests/redis/private/embedded-owner.ts', root, ending],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([text]) => String(text)),
    ended.then(() => ''),
  ]);
  if (line === '') throw new Error(`the owner of a server did not start one: ${errors}`);
  const server = JSON.parse(line) as OwnerProcess['server'];
  const start = startOf(server.pid);
  onTestFinished(() => {
    if (child.exitCode === null) child.kill('SIGKILL');
    if (start !== null && startOf(server.pid) === start) process.kill(server.pid, 'SIGKILL');
  });
  return { child, ended, server };
}

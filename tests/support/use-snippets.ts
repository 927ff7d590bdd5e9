import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import { projectRoot } from './project-root.ts';
import { folderForAll } from './temporary-folder.ts';

/** Runs a program beside snippets, which it has by their names; resolves with what it prints as JSON. */
type UseSnippets = (
  snippets: Record<string, string>,
  program: string,
  env: Record<string, string>,
) => Promise<unknown>;

const runner = `
process.on('message', async ({ main, env }) => {
  const before = { ...process.env };
  const printed = [];
  console.log = (text) => printed.push(text);
  Object.assign(process.env, env);
  const error = await import(main).then(() => null, (error) => String(error?.stack ?? error));
  process.env = before;
  process.send({ printed: printed.join('\\n'), error });
});`;

/** What snippets leave open keeps their process alive. */
const endsWithinMs = 10_000;

async function expectToEnd(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(() => 'ended');
  child.disconnect();
  const end = await Promise.race([ended, sleep(endsWithinMs, 'something is still open')]);
  child.kill('SIGKILL');
  expect(end).toBe('ended');
}

/**
 * For all tests of a file: a folder in which the packages of this project are installed. Programs that `share` a
 * process load the client libraries once, which takes longer than what they do; others have theirs from its start on,
 * with their environment. Fails when a program has left anything open.
 */
export function snippetUser({ share = false } = {}): UseSnippets {
  const folder = folderForAll();
  let shared: ChildProcess | undefined;
  let stderr = '';
  const start = (env: Record<string, string> = {}) => {
    const stdio = ['ignore', 'inherit', 'pipe', 'ipc'] as const;
    const options = { env: { ...process.env, ...env }, stdio: [...stdio], execArgv: [] };
    const child = fork(join(folder(), 'runner.mjs'), options);
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    return child;
  };
  beforeAll(() => {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder(), 'node_modules'));
    writeFileSync(join(folder(), 'runner.mjs'), runner);
  });
  afterAll(async () => {
    if (shared) await expectToEnd(shared);
  });
  let files = 0;
  return async (snippets, program, env) => {
    const number = ++files;
    const imports = Object.entries(snippets).map(([name, text]) => {
      const file = `snippet-${number}-${name}.mjs`;
      writeFileSync(join(folder(), file), text);
      return `import * as ${name} from './${file}';`;
    });
    const closing = Object.keys(snippets).map((name) => `await ${name}.close();`);
    const main = join(folder(), `use-${number}.mjs`);
    writeFileSync(main, [...imports, program, ...closing].join('\n'));
    const child = share ? (shared ??= start()) : start(env);
    const answer = once(child, 'message');
    child.send({ main, env });
    const [{ printed, error }] = (await answer) as [{ printed: string; error: string | null }];
    if (!share) await expectToEnd(child);
    expect(error).toBeNull();
    expect(stderr).toBe('');
    return JSON.parse(printed);
  };
}

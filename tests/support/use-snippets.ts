import { execFile } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect } from 'vitest';
import { projectRoot } from './project-root.ts';
import { folderForAll } from './temporary-folder.ts';

const run = promisify(execFile);

/** Runs a program beside snippets, which it has by their names; resolves with what it prints as JSON. */
type UseSnippets = (
  snippets: Record<string, string>,
  program: string,
  env: Record<string, string>,
) => Promise<unknown>;

/** For all tests of a file: a folder in which the packages of this project are installed. */
export function snippetUser(): UseSnippets {
  const folder = folderForAll();
  beforeAll(() => {
    symlinkSync(join(projectRoot, 'node_modules'), join(folder(), 'node_modules'));
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
    const { stdout, stderr } = await run(process.execPath, [main], { env: { ...process.env, ...env } });
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };
}

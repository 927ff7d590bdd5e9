import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

const node = promisify(execFile);

test('a test of node:test runs as it stands, by the built package', { timeout: 60_000 }, async () => {
  const { stdout } = await node(process.execPath, ['--test', 'examples/node-test/batching.test.mjs'], {
    cwd: projectRoot,
  });
  expect(stdout).toMatch(/^# pass 1$/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});

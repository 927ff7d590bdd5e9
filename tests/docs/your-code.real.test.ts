import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runStep } from '../support/workflow-step.ts';

const page = readFileSync(join(projectRoot, 'docs/your-code.md'), 'utf8');
const [, block = ''] = /```sh\n(git worktree add.*?)```/s.exec(page) ?? [];

const keys = 'Array.from({ length: 12 }, (_, index) => `item:${index}`)';
const repositories = {
  inOneTrip: `export const read = (redis) => redis.mget(${keys});`,
  oneByOne: `export const read = async (redis) => { for (const key of ${keys}) await redis.get(key); };`,
  slower: `export const read = async (redis) => {
  await redis.mget(${keys});
  await new Promise((resolve) => setTimeout(resolve, 30));
};`,
};

/** A repository whose main branch reads in one trip, and the commands of the page in it. */
function madeRepository() {
  const folder = temporaryFolder();
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder, stdio: 'pipe' });
  mkdirSync(join(folder, 'src'));
  mkdirSync(join(folder, 'bench'));
  writeFileSync(join(folder, '.gitignore'), 'bin\nnode_modules\nwas\n');
  writeFileSync(join(folder, 'src/repo.mjs'), repositories.inOneTrip);
  writeFileSync(
    join(folder, 'bench/cart.mjs'),
    "import { read } from '../src/repo.mjs';\nexport default (redis) => read(redis);\n",
  );
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '.');
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  git(...author, 'commit', '--quiet', '--message', 'add a cart');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const main = join(projectRoot, 'dist/server/cli/main.js');
  writeFileSync(join(bin, 'roundtrip'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`);
  chmodSync(join(bin, 'roundtrip'), 0o755);
  return {
    folder,
    run: (script: string) =>
      runStep(script, { folder, env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` } }),
  };
}

/** Ten rounds: the faults are larger than any scatter of a machine. */
const short = block.replace('--precision 10%', '-c 1 --duration 1s --slice 100ms --warmup 200ms');

test.each([
  ['a loop of round trips', repositories.oneByOne],
  ['a wait of 30 ms', repositories.slower],
])('the gate against main finds %s in a file that the lane imports', async (_what, changed) => {
  const { folder, run } = madeRepository();
  writeFileSync(join(folder, 'src/repo.mjs'), changed);
  const { code, stdout } = await run(short);
  expect(stdout).toMatch(/^FAILED +now\.throughput \/ was\.throughput > 0\.8 +0\.\d+ /m);
  expect(code).toBe(99);
});

test('the gate against main lets the same code pass', async () => {
  const { run } = madeRepository();
  const { code } = await run(short.replace('> 0.8', '> 0.2'));
  expect(code).toBe(0);
});

test.each([
  ['that is on', 'true', 0],
  ['that was taken away', 'false', 99],
])('commands of a write show auto-pipelining %s', async (_what, isOn, expected) => {
  const { folder, run } = madeRepository();
  writeFileSync(
    join(folder, 'front.mjs'),
    `import { Redis } from 'ioredis';
export const connect = ({ url, prefix }) => new Redis(url, { keyPrefix: prefix, enableAutoPipelining: ${isOn} });
export default (redis) => Promise.all(Array.from({ length: 64 }, (_, index) => redis.get('item:' + index)));
`,
  );
  const { code } = await run(
    'roundtrip bench --lane front.mjs -n 200 --warmup 0 --assert "front.effectiveBatch >= 32"',
  );
  expect(code).toBe(expected);
});

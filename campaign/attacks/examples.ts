import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { projectFile } from '../../server/built.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { Subject } from '../subject.ts';

const run = promisify(execFile);
const project = fileURLToPath(projectFile('./'));

/** Jest and Vitest are those that a new project gets. Our own tests run all but Jest. */
const tests = [
  { name: 'node:test', needs: [], words: ['--test', 'node-test/batching.test.mjs'], isTested: true },
  {
    name: 'Vitest',
    needs: ['vitest@4.1.12'],
    words: ['node_modules/vitest/vitest.mjs', 'run', 'vitest'],
    isTested: true,
  },
  {
    name: 'Jest',
    needs: ['jest@30.5.2'],
    words: [
      '--experimental-vm-modules',
      'node_modules/jest/bin/jest.js',
      '--testMatch',
      '**/jest/*.test.mjs',
    ],
    isTested: false,
  },
];

/** What was not changed does not fail, also on a busy machine. */
export const examples: Attack = {
  name: 'examples',
  about: 'the examples of tests, in a project that has the package, again and again without a change',
  async run({ scale }) {
    const found = new Findings();
    const subject = new Subject();
    try {
      const chosen = tests.filter(({ isTested }) => scale !== 'short' || !isTested);
      const inProject = await projectIn(
        subject,
        chosen.flatMap(({ needs }) => needs),
      );
      for (let round = 1; round <= casesAt(scale, { short: 1, pairs: 2, full: 8 }); round++)
        for (const { name, words } of chosen)
          found.add(`${name}, round ${round}`, await inProject(process.execPath, words));
    } finally {
      subject.remove();
    }
    return found;
  },
};

/** A project with the packed package, what its tests need and the examples; gives what was wrong with a command in it, or `null`. */
async function projectIn(subject: Subject, needs: readonly string[]) {
  const folder = join(subject.folder, '.project');
  mkdirSync(folder);
  const packing = { cwd: project, env: process.env };
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], packing);
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  for (const name of ['jest', 'node-test', 'vitest'])
    cpSync(projectFile(`examples/${name}`), join(folder, name), { recursive: true });
  const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];
  await run('npm', ['install', ...quiet, `./${packed}`, ...needs], {
    cwd: folder,
    env: process.env,
  });
  return (program: string, words: readonly string[]): Promise<string | null> =>
    run(program, words, { cwd: folder, env: subject.env({}) }).then(
      () => null,
      (error: unknown) => {
        const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
        return `${stdout}${stderr}`.slice(-1500);
      },
    );
}

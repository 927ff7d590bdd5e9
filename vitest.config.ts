import { basename, dirname, resolve } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { SlowestFirst } from './tests/support/slowest-first.ts';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * A test file says in its name what it needs. `x.paper.test.ts`: nothing but Node. `x.alone.test.ts`: a busy machine would
 * hide what it looks for, or it lays a link: a card that comes or goes makes Chromium drop what it is loading. `x.scripted.test.ts`: runs whose lanes do what the test says, in virtual time
 * (tests/support/scripted). `x.real.test.ts`: processes, runs or pages, and no speed is judged. `x.slow.….test.ts` is left to
 * `npm run test:full`, which CI runs.
 */
const paper = 'tests/**/*.paper.test.ts';
const scripted = 'tests/**/*.scripted.test.ts';
const alone = ['tests/**/*.alone.test.ts', 'examples/vitest/*.test.{ts,mjs}'];
/** Files that are named on the command line run as they are. */
const leftOut = process.env['ROUNDTRIP_TESTS'] === 'most' ? ['**/*.slow.*', 'examples/**'] : [];
/** These wait for a part of their time: for a run, a page or a process. Three keep two cores busy. */
const workersSideBySide = 3;

/** Groups of one order run at the same time, the others one after another. */
const group = (
  name: string,
  order: number,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
  plugins: Plugin[] = [],
): TestProjectInlineConfiguration => ({
  extends: true,
  plugins,
  test: { ...test, name, sequence: { groupOrder: order } },
});

const freshBuild = './tests/support/fresh-build.ts';
const standIns = resolve('tests/support/scripted');

/** In place of these modules of the server, those of the same name in tests/support/scripted. */
function insteadOf(...modules: readonly string[]): Plugin[] {
  const scriptedFor = new Map(
    modules.map((path) => [resolve('server', path), resolve(standIns, basename(path))]),
  );
  return [
    {
      name: 'scripted-lanes',
      enforce: 'pre',
      resolveId: (id, importer) =>
        importer?.startsWith(standIns) === false && id.startsWith('.')
          ? scriptedFor.get(resolve(dirname(importer), id))
          : undefined,
    },
  ];
}

export default defineConfig({
  plugins: [svelte({ configFile: false })],
  test: {
    // Modules and what tests make are young and many: with room for them, a tenth less time goes to collecting them.
    execArgv: ['--max-semi-space-size=64'],
    // Longer than anything is waited for: what it waited for is then in its message.
    testTimeout: 300_000,
    // Tests of a file that run at once wait for servers and processes, and keep two cores busy.
    maxConcurrency: 4,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // To load the same modules anew for each of two hundred files takes longer than many a file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './tests/support/closing-line.ts'],
    projects: [
      group('paper', 2, {
        include: [paper],
        maxWorkers: 2,
      }),
      group(
        'scripted',
        1,
        {
          include: [scripted],
          exclude: leftOut,
          globalSetup: [freshBuild, './tests/support/one-browser.ts'],
          maxWorkers: workersSideBySide,
        },
        insteadOf(
          'engine/lane/worker-thread.ts',
          'engine/lane/child-process.ts',
          'redis/private/embedded.ts',
        ),
      ),
      group('real', 1, {
        include: ['tests/**/*.test.ts'],
        exclude: [paper, scripted, ...alone, ...leftOut],
        globalSetup: [freshBuild, './tests/support/one-browser.ts'],
        maxWorkers: workersSideBySide,
      }),
      group('alone', 3, {
        include: alone,
        exclude: leftOut,
        globalSetup: freshBuild,
        fileParallelism: false,
      }),
    ],
  },
});

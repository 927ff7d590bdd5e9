import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Nothing in these starts a process or waits for one. */
const onPaper = [
  'tests/{client,lint,docs}/**/*.test.ts',
  'tests/shared/*.test.ts',
  'tests/shared/{advice,comparison,recipes,verdict}/*.test.ts',
  'tests/engine/{latency,workload}/**/*.test.ts',
  'tests/engine/{batch,comparisons,failure-class,lane-account,lane-loop,plan-check,schedule}.test.ts',
  'tests/engine/{server-figures,sweep-estimate,thread-merge}.test.ts',
  'tests/engine/wire/{encode,reply-reader}.test.ts',
  'tests/cli/assertions/**/*.test.ts',
];
/** These judge speeds and times, which another file's load would change; the others of the engine judge counts. */
const measuring = [
  'tests/engine/**/!(strategies|cluster-strategies|relatives|slot-mover|sweep).test.ts',
  'tests/redis/network/**/*.test.ts',
  'tests/cli/{advise,gate}.test.ts',
  'tests/http/{delivery,real-run}.test.ts',
];
/** The groups run one after another. */
const group = (
  name: string,
  order: number,
  test: NonNullable<TestProjectInlineConfiguration['test']>,
): TestProjectInlineConfiguration => ({
  extends: true,
  test: { ...test, name, sequence: { groupOrder: order } },
});

export default defineConfig({
  plugins: [svelte()],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    // To load the same modules anew for each of two hundred files takes longer than many a file.
    isolate: false,
    reporters: ['default', './tests/support/closing-line.ts'],
    projects: [
      group('on paper', 0, { include: onPaper }),
      // Most of their time they wait for a process to start or a run to end; two fit on two cores.
      group('side by side', 1, {
        include: ['tests/**/*.test.ts'],
        exclude: [...onPaper, ...measuring],
        maxWorkers: 2,
      }),
      group('one at a time', 2, { include: measuring, exclude: onPaper, fileParallelism: false }),
    ],
  },
});

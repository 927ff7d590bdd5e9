import { svelte } from '@sveltejs/vite-plugin-svelte';
import { SlowestFirst } from './tests/support/slowest-first.ts';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Nothing in these needs more than Node. */
const onPaper = [
  'tests/{calibration,client,demo,lint,docs}/**/*.test.ts',
  'tests/deploy/kubernetes.test.ts',
  // Real results are measured in the one that is left out.
  'tests/shared/contract/!(result).test.ts',
  'tests/shared/{comparison,recipes,search,statistics,words}/**/*.test.ts',
  'tests/shared/plan/{*,check/*}.test.ts',
  'tests/engine/{latency,workload}/**/*.test.ts',
  'tests/engine/lane/{arrivals,batch,failure-class,lease,loop,merge,merge-agents,open-loop}.test.ts',
  'tests/engine/agents/control-clock.test.ts',
  'tests/bench/agents/*.test.ts',
  'tests/engine/run/{comparisons,gain,lane-stats,schedule,verdict}.test.ts',
  'tests/engine/probes/server-figures.test.ts',
  'tests/engine/sweep/estimate.test.ts',
  'tests/engine/resp/{encode,reply-reader}.test.ts',
  'tests/network/{direction,jitter,link,precise-timer,settings,time-queue,traffic-control}.test.ts',
  'tests/cli/gate/assertions/**/*.test.ts',
];
/**
 * These judge speeds and times, which another file's load would change, or lay a link: a card that comes or goes makes
 * Chromium drop what it is loading. The others judge what is counted or said.
 */
const measuring = [
  'tests/engine/resp/wire-strategy.test.ts',
  'tests/engine/{probes,search}/**/*.test.ts',
  'tests/engine/run/{kernel-network,live-changes,run-figures}.test.ts',
  'tests/engine/sweep/atomicity.test.ts',
  'tests/network/{bandwidth,network}.test.ts',
  'tests/cli/commands/advise-rate.test.ts',
  'tests/http/activity/delivery.test.ts',
  'examples/**/*.test.ts',
];
/** The longest that `npm test` leaves to `npm run test:full`, which CI runs. */
const longest = [
  'tests/campaign/**/*.test.ts',
  'tests/cli/commands/{advise,advise-rate,load-curve}.test.ts',
  'tests/cli/stop-leaves-no-keys.test.ts',
  'tests/end-to-end/{accessibility,agents,anatomy,bystander,demo,lanes,languages,load-curve}.test.ts',
  'tests/end-to-end/{network,page-cost,search,sturdy,viewers,workshop}.test.ts',
  'tests/engine/agents/{agents,announced,killed}.test.ts',
  'tests/engine/probes/{bystander,memory-watch}.test.ts',
  'tests/engine/run/{faulty-server,kernel-network,slot-mover}.test.ts',
  'tests/engine/search/search.test.ts',
  'tests/http/{activity/{check-and-start,delivery,real-lesson,real-search,runs-by-agents},history/export,main}.test.ts',
  'tests/redis/{cluster,private}/leftovers.test.ts',
  'tests/setup/package.test.ts',
  'examples/**/*.test.ts',
];
/** Files that are named on the command line run as they are. */
const leftOut = process.env['ROUNDTRIP_TESTS'] === 'most' ? longest : [];
/** Most of their time these wait for a run, a page or a process: more of them than there are cores fit. */
const workersSideBySide = 4;

/**
 * Other programs on a shared machine can delay a test: one that fails has a second try. What passes
 * only then is named at the end of the output: it judges a moment, or the program has a race.
 */
const retry = 1;

/** Groups of one order run at the same time, the others one after another. */
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
    // Modules and what tests make are young and many: with room for them, a tenth less time goes to collecting them.
    execArgv: ['--max-semi-space-size=64'],
    // Longer than anything is waited for: what it waited for is then in its message.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // To load the same modules anew for each of two hundred files takes longer than many a file.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    reporters: ['default', './tests/support/closing-line.ts', './tests/support/before-measuring.ts'],
    projects: [
      group('on paper', 2, {
        include: onPaper,
        maxWorkers: 1,
      }),
      group('side by side', 1, {
        include: ['tests/**/*.test.ts'],
        exclude: [...onPaper, ...measuring, ...leftOut],
        retry,
        globalSetup: './tests/support/one-browser.ts',
        maxWorkers: workersSideBySide,
      }),
      group('one at a time', 2, {
        include: measuring,
        exclude: [...onPaper, ...leftOut],
        retry,
        fileParallelism: false,
      }),
    ],
  },
});

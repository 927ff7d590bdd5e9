import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun last, they would run alone at the end, beside an idle core. */
const slowest = [
  'engine/strategies/strategies',
  'cli/commands/load-curve',
  'engine/run/faulty-server',
  'end-to-end/accessibility',
  'engine/run/run',
  'end-to-end/languages',
  'end-to-end/lanes',
  'end-to-end/sturdy',
  'engine/agents/agents',
  'shared/snippets/snippet',
  'end-to-end/live-comparison',
  'end-to-end/load-curve',
  'cli/commands/advise',
  'engine/agents/killed',
  'end-to-end/search',
  'end-to-end/lessons',
  'end-to-end/viewers',
  'end-to-end/settings',
  'http/main',
  'cli/stop-leaves-no-keys',
  'end-to-end/workshop',
  'end-to-end/plan-link',
  'http/history/export',
  'campaign/campaign',
  'http/activity/check-and-start',
  'cli/gate/gate',
  'cli/commands/recipes',
  'end-to-end/network',
  'http/openapi/answers',
  'engine/run/several-servers',
  'end-to-end/bystander',
  'end-to-end/page-cost',
  'engine/run/slot-mover',
  'end-to-end/demo',
  'cli/commands/clean',
  'end-to-end/anatomy',
  'engine/strategies/cluster-strategies',
  'cli/stop',
  'end-to-end/runs',
  'http/history/history-routes',
  'engine/sweep/sweep',
  'setup/package',
  'cli/exit-codes',
  'engine/run/starts',
  'redis/cluster/leftovers',
  'engine/strategies/replica-reads',
  'setup/prepare',
  'redis/private/embedded',
  'http/activity/real-search',
  'cli/commands/cluster',
  'redis/cluster/foreign-cluster',
  'http/activity/real-lesson',
  'shared/contract/result',
  'cli/options/target-urls',
  'engine/run/lane-keys',
  'end-to-end/cluster',
  'engine/run/precision',
  'engine/run/by-command',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowest.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
  return rank < 0 ? slowest.length : rank;
};

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}

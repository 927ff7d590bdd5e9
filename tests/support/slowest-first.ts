import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun last, they would run alone at the end, beside an idle core. */
const slowest = [
  'end-to-end/languages',
  'engine/run/faulty-server',
  'end-to-end/sturdy',
  'campaign/campaign',
  'end-to-end/lessons',
  'end-to-end/accessibility',
  'engine/run/run',
  'end-to-end/live-comparison',
  'end-to-end/lanes',
  'end-to-end/search',
  'end-to-end/page-cost',
  'end-to-end/viewers',
  'cli/commands/advise',
  'cli/stop-leaves-no-keys',
  'engine/strategies/strategies',
  'shared/snippets/snippet',
  'http/history/export',
  'cli/gate/gate',
  'http/main',
  'end-to-end/plan-link',
  'end-to-end/workshop',
  'http/activity/check-and-start',
  'redis/private/embedded',
  'http/openapi/answers',
  'engine/run/slot-mover',
  'cli/commands/clean',
  'engine/strategies/cluster-strategies',
  'end-to-end/anatomy',
  'cli/stop',
  'setup/prepare',
  'http/history/history-routes',
  'end-to-end/network',
  'redis/private/leftovers',
  'cli/commands/recipes',
  'redis/cluster/leftovers',
  'end-to-end/bystander',
  'engine/run/starts',
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

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: begun last, they would run alone at the end, beside an idle core. */
const slowest = [
  'end-to-end/sturdy',
  'end-to-end/languages',
  'campaign/campaign',
  'end-to-end/lessons',
  'end-to-end/search',
  'engine/run/faulty-server',
  'end-to-end/accessibility',
  'end-to-end/lanes',
  'end-to-end/viewers',
  'setup/dev',
  'cli/commands/advise',
  'engine/run/run',
  'http/main',
  'cli/stop-leaves-no-keys',
  'end-to-end/live-comparison',
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

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest: started last, they would run alone at the end, beside an idle core. */
const isSlow = ({ moduleId }: TestSpecification): boolean => moduleId.includes('.slow.');

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => Number(isSlow(other)) - Number(isSlow(one)));
  }
}

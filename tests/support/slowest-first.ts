import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files that take longest first: started last, they would run alone at the end, beside an idle core. One project after
 * the other: a worker that changes to another one is started again, and loads the server again.
 */
const place = ({ moduleId, project }: TestSpecification): string =>
  `${project.name === 'scripted' ? 0 : 1}${moduleId.includes('.slow.') ? 0 : 1}`;

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => place(one).localeCompare(place(other)));
  }
}

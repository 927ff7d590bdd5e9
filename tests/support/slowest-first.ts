import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { longestFiles } from './longest-files.ts';

/** Files that take longest first: started last, they would run alone at the end, beside an idle core. */
const rank = (moduleId: string): number => {
  if (moduleId.includes('.slow.')) return -1;
  const index = longestFiles.findIndex((path) => moduleId.endsWith(path));
  return index < 0 ? longestFiles.length : index;
};

export class SlowestFirst extends BaseSequencer {
  /** One project after the other: a worker that changes to another one is started again, and loads the server again. */
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) => (project.name === 'scripted' ? 0 : 1);
    return (await super.sort(files)).sort(
      (one, other) => place(one) - place(other) || rank(one.moduleId) - rank(other.moduleId),
    );
  }
}

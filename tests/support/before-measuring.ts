import type { Reporter, TestModule } from 'vitest/node';

/** Sends `measuring` to the process that started the tests, once those begin that run one at a time. */
export default class BeforeMeasuring implements Reporter {
  onTestModuleStart({ project }: TestModule): void {
    if (project.name === 'one at a time') process.send?.('measuring');
  }
}

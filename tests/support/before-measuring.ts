import type { Reporter, TestModule } from 'vitest/node';

/** Sends `measuring` to the process that started the tests, once those are over that run side by side: a core is free. */
export default class BeforeMeasuring implements Reporter {
  onTestModuleStart({ project }: TestModule): void {
    if (project.name !== 'real') process.send?.('measuring');
  }
}

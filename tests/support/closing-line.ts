import type { Reporter, TestModule } from 'vitest/node';

/** Ends the output with one line that any CI can read: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const failed = tests.length - passed - skipped + broken;
    process.stdout.write(
      `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends the output with one line that any CI can read: `N passed, N failed`. Before it come the tests that passed at the
 * second try only, with what failed at the first.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const broken = modules.filter((module) => module.errors().length > 0).length + unhandledErrors.length;
    const failed = tests.length - passed - skipped + broken;
    const atSecondTry = tests.filter((test) => test.diagnostic()?.flaky);
    for (const test of atSecondTry) {
      const why = test.result().errors?.map(({ stack, message }) => stack ?? message) ?? [];
      const name = `${test.module.relativeModuleId}: ${test.fullName}`;
      process.stdout.write(`\nAt the second try only: ${name}\n${why.join('\n')}\n`);
    }
    process.stdout.write(
      `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

import { appendFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Ends the output with one line that any CI can read: `N passed, N failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const skipped = tests.filter((test) => test.result().state === 'skipped').length;
    const brokenModules = modules.filter((module) => module.errors().length > 0);
    const broken = brokenModules.length + unhandledErrors.length;
    const failed = tests.length - passed - skipped + broken;
    keepFailures([
      ...tests.filter((test) => test.result().state === 'failed').map(failureOf),
      ...brokenModules.map((module) => sentence(module.relativeModuleId, module.errors()[0]?.message)),
      ...unhandledErrors.map((error) => sentence('beside the tests', String(error))),
    ]);
    process.stdout.write(
      `\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}\n`,
    );
  }
}

/** The longest message that is repeated, in characters. */
const longestMessage = 600;

function failureOf(test: TestCase): string {
  return sentence(`${test.module.relativeModuleId} > ${test.fullName}`, test.result().errors?.[0]?.message);
}

const sentence = (where: string, message = 'no message') =>
  `${where}\n    ${message.slice(0, longestMessage)}`;

/** tests/run.mjs starts several test runs, and repeats their failures at the end of its output. */
function keepFailures(failures: readonly string[]): void {
  const file = process.env['ROUNDTRIP_TESTS_FAILURES'];
  if (file !== undefined) for (const failure of failures) appendFileSync(file, `${failure}\n`);
}

import type { Suite } from './junit-xml.ts';
import type { GateCheck } from './reporter.ts';

/** A test case for each check. */
export const checkSuite = (checks: readonly GateCheck[], { startedAt }: { startedAt: string }): Suite => ({
  name: 'checks',
  startedAt,
  timeMs: 0,
  cases: checks.map(({ name, passed, message }) => ({
    ...{ name, classname: 'roundtrip.check', timeMs: 0, output: message },
    failure: passed ? null : { type: 'check', message },
  })),
});

import type { TestCase } from '../../shared/report/block.ts';
import { plainText } from '../terminal/plain-text.ts';

/** JUnit XML, no more of it than Jenkins, GitLab and GitHub actions all read. Every text is escaped here. */

type Attributes = Record<string, string | number>;

export interface Suite {
  name: string;
  /** ISO 8601. */
  startedAt: string;
  timeMs: number;
  /** Names must differ. */
  properties?: readonly (readonly [name: string, value: string])[];
  cases: readonly TestCase[];
}

/** The whole document; its counts are those of the suites together. */
export function junitXml(suites: readonly Suite[], timeMs: number): string {
  const cases = suites.flatMap((suite) => suite.cases);
  const values = { name: 'roundtrip', tests: cases.length, failures: failuresIn(cases), errors: 0 };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<testsuites${attributes({ ...values, time: seconds(timeMs) })}>\n`,
    ...suites.map(suiteXml),
    '</testsuites>\n',
  ].join('');
}

const failuresIn = (cases: readonly TestCase[]) => cases.filter(({ failure }) => failure).length;

function suiteXml({ name, startedAt, timeMs, properties = [], cases }: Suite): string {
  const values = {
    ...{ name, tests: cases.length, failures: failuresIn(cases), time: seconds(timeMs), errors: 0 },
    skipped: cases.filter(({ skipped }) => skipped).length,
    timestamp: startedAt.slice(0, 19),
  };
  const said = properties.map(([name, value]) => `      <property${attributes({ name, value })}/>\n`);
  return [
    `  <testsuite${attributes(values)}>\n`,
    ...(said.length > 0 ? ['    <properties>\n', ...said, '    </properties>\n'] : []),
    ...cases.map(caseXml),
    '  </testsuite>\n',
  ].join('');
}

function caseXml({ name, classname, timeMs, failure, skipped, output }: TestCase): string {
  return [
    `    <testcase${attributes({ name, classname, time: seconds(timeMs) })}>\n`,
    ...(failure ? [`      <failure${attributes(failure)}>${escaped(failure.message)}</failure>\n`] : []),
    ...(skipped ? [`      <skipped${attributes({ message: skipped })}/>\n`] : []),
    `      <system-out>${escaped(output)}</system-out>\n`,
    '    </testcase>\n',
  ].join('');
}

const seconds = (ms: number) => (ms / 1000).toFixed(3);

const attributes = (values: Attributes) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');

/** What XML 1.0 cannot hold is shown as a replacement character. */
const escaped = (text: string) =>
  plainText(text.replace(notXml, '\ufffd'))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const notXml = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

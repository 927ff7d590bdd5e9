import type { LaneResult, Result } from '../../shared/events.ts';
import { formatMs, formatRate } from '../../shared/format.ts';
import { workloadInWords } from '../../shared/workload-words.ts';
import { environmentInWords, remarksOn, shortfallOf } from './in-words.ts';
import type { Check, Reporter } from './reporter.ts';

/**
 * A suite with a test case for each lane, and one with a case for each check, as Jenkins, GitLab and GitHub
 * actions read them. A lane fails when it did not measure what it was to (exit code 1). Commands that failed
 * are figures like others: a check says whether they may. Figures are properties of the suite, under the
 * names of assertions (`pipeline.p99`): not every reader knows properties of a case.
 */
export const junit: Reporter = {
  id: 'junit',
  help: 'a test case for each lane and each check as JUnit XML',
  report({ result, checks = [] }, write) {
    const suites = [laneSuite(result), ...(checks.length > 0 ? [checkSuite(checks, result)] : [])];
    const tests = result.lanes.length + checks.length;
    const failures =
      result.lanes.filter((lane) => shortfallOf(lane) !== null).length +
      checks.filter(({ passed }) => !passed).length;
    write('<?xml version="1.0" encoding="UTF-8"?>\n');
    write(
      `<testsuites${attributes({ name: 'roundtrip', tests, failures, errors: 0, time: secondsOf(result) })}>\n`,
    );
    write(suites.join(''));
    write('</testsuites>\n');
  },
};

function laneSuite(result: Result): string {
  const failures = result.lanes.filter((lane) => shortfallOf(lane) !== null).length;
  const properties = [
    ...environmentInWords(result).map(([name, value]) => [name.toLowerCase(), value] as const),
    ...result.lanes.flatMap((lane) => figuresOf(lane, result)),
  ];
  return suite(
    {
      name: workloadInWords(result),
      tests: result.lanes.length,
      failures,
      time: secondsOf(result),
    },
    result,
    [
      '    <properties>\n',
      ...properties.map(([name, value]) => `      <property${attributes({ name, value })}/>\n`),
      '    </properties>\n',
      ...result.lanes.map(laneCase),
    ],
  );
}

function checkSuite(checks: readonly Check[], result: Result): string {
  const failures = checks.filter(({ passed }) => !passed).length;
  const cases = checks.map(({ name, passed, message }) =>
    testCase(
      { name, classname: 'roundtrip.check', time: '0' },
      passed ? null : { type: 'check', message },
      message,
    ),
  );
  return suite({ name: 'checks', tests: checks.length, failures, time: '0' }, result, cases);
}

const suite = (values: Attributes, { startedAt }: Result, parts: readonly string[]) =>
  `  <testsuite${attributes({ ...values, errors: 0, skipped: 0, timestamp: startedAt.slice(0, 19) })}>\n${parts.join('')}  </testsuite>\n`;

function laneCase(lane: LaneResult): string {
  const shortfall = shortfallOf(lane);
  const { throughput, latencyMs, verdict } = lane;
  return testCase(
    { name: lane.id, classname: `roundtrip.${lane.strategy}`, time: (lane.elapsedMs / 1000).toFixed(3) },
    shortfall === null ? null : { type: `lane-${lane.state}`, message: shortfall },
    [
      `${throughput ? formatRate(throughput.median) : 'no'} commands/s, p99 ${latencyMs.command ? formatMs(latencyMs.command.p99) : '–'} ms, ${lane.failed} failed`,
      `${verdict.sentence} ${verdict.advice}`,
      ...remarksOn(lane).map(({ text }) => text),
    ].join('\n'),
  );
}

function testCase(
  values: Attributes,
  failure: { type: string; message: string } | null,
  output: string,
): string {
  const parts = [
    ...(failure ? [`      <failure${attributes(failure)}>${escaped(failure.message)}</failure>\n`] : []),
    `      <system-out>${escaped(output)}</system-out>\n`,
  ];
  return `    <testcase${attributes(values)}>\n${parts.join('')}    </testcase>\n`;
}

/** Throughput in commands per second, latencies in ms, a ratio against the first lane. */
function figuresOf(lane: LaneResult, { comparisons }: Result): (readonly [name: string, value: string])[] {
  const { throughput, latencyMs } = lane;
  const latencies = latencyMs.command;
  const figures: [string, number | string | null | undefined][] = [
    ['throughput', throughput?.median.toFixed(2)],
    ['throughput.low', throughput?.ci95?.[0].toFixed(2)],
    ['throughput.high', throughput?.ci95?.[1].toFixed(2)],
    ['ratio', comparisons.find((one) => one.lane === lane.id)?.ratio.toFixed(4)],
    ...(['mean', 'p50', 'p95', 'p99', 'p999', 'max'] as const).map((key): [string, string | undefined] => [
      key,
      latencies?.[key].toFixed(3),
    ]),
    ['batch', lane.effectiveBatch?.toFixed(2)],
    ['commands', lane.commands],
    ['failed', lane.failed],
    ['bound', lane.verdict.bound],
  ];
  return figures.flatMap(([name, value]) =>
    value == null ? [] : [[`${lane.id}.${name}`, String(value)] as const],
  );
}

const secondsOf = ({ startedAt, finishedAt }: Result) =>
  ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(3);

type Attributes = Record<string, string | number>;

const attributes = (values: Attributes) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value)).replaceAll('\n', '&#10;')}"`)
    .join('');

/** What XML 1.0 cannot hold is shown as a replacement character. */
const escaped = (text: string) =>
  text
    .replace(notXml, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

// eslint-disable-next-line no-control-regex
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu;

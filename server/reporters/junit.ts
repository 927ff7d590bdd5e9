import type { LaneResult } from '../../shared/contract/lane-result.ts';
import type { Result } from '../../shared/contract/result.ts';
import { formatMs, formatRate } from '../../shared/words/format.ts';
import { sentInWords } from '../../shared/words/own-settings.ts';
import { environmentInWords, remarksOn, laneShortfall, verdictInWords } from './in-words.ts';
import { checkSuite } from './check-suite.ts';
import { junitXml, type Suite, type TestCase } from './junit-xml.ts';
import type { Reporter } from './reporter.ts';

/**
 * A suite with a test case for each lane, and one with a case for each check. A lane fails when it did not measure
 * what it was to (exit code 1). Commands that failed are figures like others: a check says whether they may. Figures
 * are properties of the suite, under the names of assertions (`pipeline.p99`): not every reader knows properties of
 * a case.
 */
export const junit: Reporter = {
  id: 'junit',
  help: 'a test case for each lane and each check as JUnit XML',
  report({ result, checks = [] }, write) {
    const suites = [laneSuite(result), ...(checks.length > 0 ? [checkSuite(checks, result)] : [])];
    write(junitXml(suites, tookMs(result)));
  },
};

const laneSuite = (result: Result): Suite => ({
  name: sentInWords(result),
  startedAt: result.startedAt,
  timeMs: tookMs(result),
  properties: [
    ...environmentInWords(result).map(([name, value]) => [name.toLowerCase(), value] as const),
    ...result.lanes.flatMap((lane) => figuresOf(lane, result)),
  ],
  cases: result.lanes.map((lane) => laneCase(lane, result)),
});

function laneCase(lane: LaneResult, result: Result): TestCase {
  const shortfall = laneShortfall(lane);
  const { throughput, latencyMs } = lane;
  return {
    name: lane.id,
    classname: `roundtrip.${lane.strategy}`,
    timeMs: lane.elapsedMs,
    failure: shortfall === null ? null : { type: `lane-${lane.state}`, message: shortfall },
    output: [
      `${throughput ? formatRate(throughput.median) : 'no'} commands/s, p99 ${latencyMs.command ? formatMs(latencyMs.command.p99) : '–'} ms, ${lane.failed} failed`,
      verdictInWords(lane),
      ...remarksOn(lane, result).map(({ text }) => text),
    ].join('\n'),
  };
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

const tookMs = ({ startedAt, finishedAt }: Result) => Date.parse(finishedAt) - Date.parse(startedAt);

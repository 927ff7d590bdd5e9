import type { LaneTarget } from '../contract/lane-result.ts';
import type { Environment, Result } from '../contract/result.ts';
import { networkInWords } from '../words/network-conditions.ts';
import { leftOut } from '../plan/left-out.ts';
import { serverName } from '../words/server-names.ts';
import { describeServer } from '../words/settings.ts';
import type { ReportLanguage } from './language.ts';
import { largest } from '../statistics/extremes.ts';

type Facts = (readonly [name: string, value: string])[];

/** `redis 7.0.15 (embedded, AOF always), ping 0.080 ms`; of several servers one after the other. */
export function serverInWords({ plan, environment, lanes }: Result, language: ReportLanguage): string {
  const { server, pingMs } = environment;
  const several = lanes.flatMap(({ target }) => (target ? targetInWords(target, language) : []));
  if (several.length > 0) return [...new Set(several)].join(' · ');
  const { words, report } = language;
  const kind = [plan.target, describeServer(plan.server, words)].filter(
    (part) => !['', leftOut].includes(part),
  );
  const ping = pingMs === null ? '' : `, ${report.ping(words.numbers.ms(pingMs))}`;
  return `${serverName(server)}${kind.length > 0 ? ` (${kind.join(', ')})` : ''}${ping}`;
}

function targetInWords(
  { id, ioThreads, persistence, pingMs, ...server }: LaneTarget,
  { words, report }: ReportLanguage,
): string {
  const parts = [
    id,
    ...(ioThreads === null ? [] : [report.ioThreads(ioThreads)]),
    ...(persistence === null || persistence === 'off' ? [] : [persistence]),
    ...(server.allocator === null ? [] : [server.allocator]),
    ...(pingMs === null ? [] : [report.ping(words.numbers.ms(pingMs))]),
  ];
  return `${serverName(server)} (${parts.join(', ')})`;
}

/** `turns of 1 s`, or that a race is none. */
export function scheduleInWords(
  { plan: { schedule }, precision, environment }: Result,
  { words: { numbers }, report }: ReportLanguage,
): string {
  if (environment.schedule === 'race') return report.race;
  const { starts = 1 } = schedule;
  return [
    report.turns(numbers.duration(schedule.sliceMs)),
    ...(precision?.ended === 'precise' && precision.reached !== null
      ? [report.untilPrecise(numbers.percent(precision.asked, 1), numbers.percent(precision.reached, 1))]
      : []),
    ...(starts > 1 ? [report.starts(starts)] : []),
  ].join(', ');
}

/** What sends: library, Node and protocol; and what it runs on, and whether the server does too. */
export const machineFacts = (
  { client, node, resp, cpuModel, cores, memoryBytes, platform, sharedMachine }: Environment,
  { words: { numbers }, report }: ReportLanguage,
): Facts => [
  [report.facts.client, `${client} · Node ${node} · RESP${resp}`],
  [
    report.facts.machine,
    `${cpuModel} · ${report.cores(cores)} · ${numbers.bytes(memoryBytes)} · ${platform}${
      sharedMachine === null ? '' : `, ${sharedMachine ? report.shared : report.apart}`
    }`,
  ],
];

/** When, and how long it took. */
export const whenMeasured = (
  { startedAt, finishedAt }: Pick<Result, 'startedAt' | 'finishedAt'>,
  { words: { numbers }, report }: ReportLanguage,
): Facts => [
  [
    report.facts.measured,
    `${startedAt} · ${numbers.duration(Date.parse(finishedAt) - Date.parse(startedAt))}`,
  ],
];

/** Where a run was measured, a name and a value each. */
export const environmentFacts = (result: Result, language: ReportLanguage): Facts => [
  [language.report.facts.server, serverInWords(result, language)],
  ...machineFacts(result.environment, language),
  [language.report.facts.network, networkInWords(result)],
  [language.report.facts.schedule, scheduleInWords(result, language)],
  ...whenMeasured(result, language),
  ['Roundtrip', `${result.environment.roundtrip} · ${language.report.run(result.id)}`],
];

/** How the figures came about, in sentences for a reader who knows nothing of Roundtrip. */
export const methodInWords = (
  { lanes, environment: { schedule } }: Result,
  { report }: ReportLanguage,
): string =>
  report.method(
    schedule === 'race',
    largest(
      lanes.map(({ throughput }) => throughput?.slices.length ?? 0),
      0,
    ),
    lanes.some(({ latencyMs }) => latencyMs.response),
  );

import type { Doubt } from '../contract/doubt.ts';
import type { LatencySummary, RoundTripFigures } from '../contract/figures.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import { factorsInWords } from '../words/gain.ts';
import { ownSettings } from '../words/own-settings.ts';
import type { Item } from './block.ts';
import { cutInWords } from './cuts.ts';
import { doubtInWords } from './doubts.ts';
import { batchingEvidence } from './evidence.ts';
import { comparisonWithFirst, rateOf } from '../statistics/figures.ts';
import type { ReportLanguage } from './language.ts';

/** What there is to know of a lane besides its figures; `found`: what makes it doubtful. */
export function remarksOn(
  lane: LaneResult,
  { comparisons, lanes, plan }: Pick<Result, 'comparisons' | 'lanes' | 'plan'>,
  found: readonly Doubt[],
  language: ReportLanguage,
): Item['notes'] {
  const { words, report } = language;
  const { numbers, gain: gainWords } = words;
  const notes: { warn: boolean; text: string }[] = [];
  const note = (text: string | null) => text !== null && text !== '' && notes.push({ warn: false, text });
  const warn = (text: string) => notes.push({ warn: true, text });
  const middleAndP99 = ({ p50, p99 }: LatencySummary) => `p50 ${numbers.ms(p50)}, p99 ${numbers.ms(p99)}`;
  const trip = ({ medianMs, p99Ms }: RoundTripFigures) =>
    `${numbers.ms(medianMs)} (p99 ${numbers.ms(p99Ms)}) ${numbers.unit('ms')}`;
  const planned = plan.lanes.find(({ id }) => id === lane.id);
  const own = planned ? ownSettings(planned, plan) : '';
  if (own !== '') note(report.ownSettings(own));
  if (!lane.error && lane.state === 'stopped') warn(report.stoppedEarly);
  if (lane.failed > 0) warn(report.failures(failuresInWords(lane, words.numbers.count)));
  const gain = factorsInWords(lane, comparisonWithFirst(lane, { comparisons }), gainWords);
  note(gain);
  note(gain && batchingEvidence(lane, lanes, ({ label }) => label, gainWords));
  const { hitRate, cache, staleness, rate, bystander, roundTrip, perWrite, link } = lane;
  if (hitRate !== null) note(report.hitRate(numbers.share(hitRate)));
  if (cache)
    note(
      report.cache({
        local: numbers.count(cache.answeredLocally),
        sent: numbers.count(cache.sent),
        share: numbers.share(cache.hitRate ?? NaN),
        invalidations: numbers.rate(cache.invalidationsPerSecond),
      }),
    );
  if (staleness) {
    const { writesPerSecond, reads, stale, ageMicros: age } = staleness;
    const micros = (value: number) => numbers.count(Math.round(value));
    note(
      report.staleness(
        numbers.rate(writesPerSecond),
        reads === 0 ? null : { stale: numbers.count(stale), reads: numbers.count(reads) },
        age && { p50: micros(age.p50), p99: micros(age.p99), max: micros(age.max) },
      ),
    );
  }
  if (lane.server.evictedKeys) warn(report.evictedKeys(lane.server.evictedKeys));
  if (lane.server.cycleMicros !== undefined)
    note(report.cycle(numbers.inMsShort(lane.server.cycleMicros / 1000)));
  if (rate) note(report.offered(numbers.rate(rate.offered), numbers.rate(rateOf(lane) ?? rate.achieved)));
  if (bystander?.latencyMs) {
    const { latencyMs, sendLagMs, waitMs } = bystander;
    const parts = sendLagMs && waitMs ? { lag: middleAndP99(sendLagMs), wait: middleAndP99(waitMs) } : null;
    note(report.bystander(middleAndP99(latencyMs), numbers.ms(latencyMs.max), parts));
  }
  if (roundTrip) note(report.roundTrip(trip(roundTrip.before), roundTrip.during && trip(roundTrip.during)));
  if (roundTrip && perWrite) note(report.perWrite(numbers.bytes(perWrite.bytes), perWrite.segments));
  if (link)
    note(report.packets(numbers.count(link.packetsOutPerCommand), numbers.count(link.packetsInPerCommand)));
  for (const text of cutInWords(lane, language.tables)) note(text);
  for (const text of clusterInWords(lane, language)) note(text);
  for (const { finding } of found)
    // Their classes stand above.
    if (finding.code !== 'commands-failed') warn(doubtInWords({ lane: null, finding }, (id) => id, words));
  return notes;
}

/** What a lane did to each master of a cluster, and how often it was sent elsewhere. Nothing for a single server. */
function clusterInWords(
  { server: { cluster } }: LaneResult,
  { words: { numbers }, report }: ReportLanguage,
): string[] {
  if (!cluster) return [];
  const { redirections } = cluster;
  const nodes = cluster.nodes.map(
    ({ name, calls }) => `${name} ${calls === null ? '–' : numbers.count(calls)}`,
  );
  const counts = redirections && [
    ...[
      ['MOVED', redirections.moved],
      ['ASK', redirections.ask],
      ['CROSSSLOT', redirections.crossSlot],
    ],
    ...(redirections.tryAgain > 0 ? [['TRYAGAIN', redirections.tryAgain]] : []),
  ];
  return [
    report.callsByNode(nodes.join(', ')),
    report.redirections(
      counts && counts.map(([name, times]) => `${name} ${numbers.count(Number(times))}`).join(', '),
    ),
  ];
}

const failuresInWords = ({ failures, errors = {} }: LaneResult, count: (value: number) => string) =>
  Object.entries(failures)
    .map(([name, times]) => {
      const text = errors[name] ?? name;
      return `${name} ${count(times)}${text === name ? '' : ` (“${text}”)`}`;
    })
    .join(', ');

/** Why a lane has not measured what it was to; `null` when it has. The exit code of `bench` is 1 for any. */
export function laneShortfall(lane: LaneResult, { words, report }: ReportLanguage): string | null {
  if (lane.state === 'failed') return lane.error?.message ?? 'failed';
  if (lane.state === 'stopped') return report.stoppedEarly;
  if (lane.commands === 0) return report.noneSucceeded(failuresInWords(lane, words.numbers.count));
  return null;
}

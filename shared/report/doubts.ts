import type { Doubt } from '../contract/doubt.ts';
import { mostlyFailedCode } from '../contract/enums.ts';
import type { LaneResult } from '../contract/lane-result.ts';
import type { Result } from '../contract/result.ts';
import type { Warning } from '../contract/warning.ts';
import { countedTunings } from '../plan/tuned-plan.ts';
import { isWide, whyNoInterval } from '../statistics/figures.ts';
import { say, type Words } from '../words/words.ts';
import { bestComparison } from './answer.ts';

/**
 * All that makes a run doubtful, the weightiest first: a failure, a busy machine, our own proxy, what the engine warns
 * of, how the run ended, few rounds, noise; then what it warns of in a lane. What holds for several lanes is told once.
 * Every surface takes it from here.
 */
export function doubts(
  result: Pick<Result, 'lanes' | 'comparisons' | 'warnings' | 'state' | 'plan' | 'tunings'>,
): Doubt[] {
  const { lanes, warnings, state, plan, tunings } = result;
  const counted = lanes.some(({ throughput }) => throughput !== null);
  const proxied = lanes.filter(({ verdict }) => verdict.code === 'proxy').map(({ id }) => id);
  const failed = lanes.flatMap(({ id, error, ...lane }) =>
    error
      ? [
          {
            ...{ lane: id, message: error.message },
            ...(error.code === mostlyFailedCode && { refused: refusedOf(lane) }),
          },
        ]
      : [],
  );
  const ofLanes = <Figures>(read: (lane: LaneResult) => Figures[]) =>
    lanes.flatMap((lane) => read(lane).map((figures) => ({ lane: lane.id, ...figures })));
  const waiting = ofLanes(({ verdict }) => (verdict.code === 'cores' ? [{ waiting: verdict.waiting }] : []));
  const noisy = ofLanes((lane) =>
    lane.warnings.flatMap((one) => (one.code === 'slices-disagree' ? [{ cv: one.cv }] : [])),
  );
  const drifted = ofLanes((lane) =>
    lane.warnings.flatMap((one) => (one.code === 'throughput-drifted' ? [{ change: one.change }] : [])),
  );
  const best = bestComparison(result);
  const without = best?.ci95 === null ? whyNoInterval(best.pairs) : null;
  const found: [holds: boolean, finding: Doubt['finding']][] = [
    [state === 'failed', { code: 'lane-failed', lanes: failed }],
    [waiting.length > 0, { code: 'too-busy', lanes: waiting }],
    [proxied.length > 0, { code: 'proxy-bound', lanes: proxied }],
    ...warnings.map((warning): [boolean, Doubt['finding']] => [true, warning]),
    [state === 'stopped', { code: 'stopped-early', counted }],
    [plan.schedule.mode === 'race', { code: 'race' }],
    [countedTunings(tunings).length > 0, { code: 'settings-changed' }],
    [sendsUnlike(plan), { code: 'unlike-commands' }],
    [without === 'one-round', { code: 'one-round' }],
    [without === 'scattered' || isWide(best?.ci95 ?? null), { code: 'wide-interval' }],
    [noisy.length > 0, { code: 'noisy', lanes: noisy }],
    [drifted.length > 0, { code: 'drifted', lanes: drifted }],
  ];
  return [
    ...found.flatMap(([holds, finding]) => (holds ? [{ lane: null, finding }] : [])),
    ...lanes.flatMap((lane) => ownWarnings(lane).map((finding) => ({ lane: lane.id, finding }))),
  ];
}

function sendsUnlike({ lanes }: Result['plan']): boolean {
  const sent = lanes.map(({ workload: { commands, ratio, customCommand, customCommands } }) =>
    JSON.stringify([commands, commands.length > 1 && ratio, customCommands ?? customCommand]),
  );
  return new Set(sent).size > 1;
}

const refusedOf = ({
  commands,
  failed,
  failures,
  errors = {},
}: Pick<LaneResult, 'commands' | 'failed' | 'failures' | 'errors'>) => ({
  share: failed / (failed + commands),
  replies: Object.entries(failures).map(([name, times]) => ({ text: errors[name] ?? name, times })),
});

/** The warnings that are about one lane alone. */
export const ownWarnings = ({ warnings }: Pick<LaneResult, 'warnings'>): Warning[] =>
  warnings.filter(({ code }) => code !== 'slices-disagree' && code !== 'throughput-drifted');

/** A doubt with the names of the lanes that it is about. */
export function doubtInWords(
  { lane, finding }: Doubt,
  nameOf: (id: string) => string,
  words: Pick<Words, 'doubt' | 'warning' | 'numbers'>,
): string {
  const text = say(named(finding, nameOf), { ...words.doubt, ...words.warning });
  return lane === null ? text : words.numbers.named(nameOf(lane), text);
}

function named(finding: Doubt['finding'], nameOf: (id: string) => string): Doubt['finding'] {
  const ofLanes = <Of extends { lane: string }>(lanes: readonly Of[]) =>
    lanes.map((one) => ({ ...one, lane: nameOf(one.lane) }));
  switch (finding.code) {
    case 'proxy-bound':
      return { ...finding, lanes: finding.lanes.map(nameOf) };
    case 'too-busy':
      return { ...finding, ...(finding.lanes ? { lanes: ofLanes(finding.lanes) } : {}) };
    case 'lane-failed':
      return { ...finding, lanes: ofLanes(finding.lanes) };
    case 'noisy':
      return { ...finding, lanes: ofLanes(finding.lanes) };
    case 'drifted':
      return { ...finding, lanes: ofLanes(finding.lanes) };
    case 'round-trips-differ':
      return { ...finding, shortest: nameOf(finding.shortest), longest: nameOf(finding.longest) };
    default:
      return finding;
  }
}

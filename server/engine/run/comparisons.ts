import type { LatencySlices } from '../../../shared/contract/figures.ts';
import type { Comparison, LatencyComparison } from '../../../shared/contract/result.ts';
import { concludeFamily, pairedRatio, type PairedRatio } from '../../../shared/statistics/paired-ratio.ts';
import { chanceOverStarts } from '../../../shared/statistics/starts.ts';

/** A lane by what counts of it: the slices since the last change of its settings, which began with `countedFrom`. */
export interface SlicesToCompare {
  id: string;
  countedFrom: number;
  slices: readonly number[];
  latencySlices?: LatencySlices | undefined;
  /** How many of them each start has. */
  starts?: readonly number[];
  /** Share of the commands that found what they asked for; `null`: they ask for nothing. */
  hitRate?: number | null;
  /** Most of its commands failed. */
  mostlyFailed?: boolean;
}

/** Every lane against the first, as far as both have slices of the same rounds, and did the same work in them. */
export function compareLanes(lanes: readonly SlicesToCompare[]): Comparison[] {
  const [baseline, ...others] = lanes;
  if (!baseline) return [];
  const measured = others.flatMap((lane) => {
    const comparable =
      lane.countedFrom === baseline.countedFrom &&
      [lane, baseline].every(didAnything) &&
      sameWork(lane, baseline);
    const ratio = comparable ? ratioOverStarts(lane.slices, baseline.slices, baseline.starts) : null;
    return ratio ? [{ lane, ratio }] : [];
  });
  const latencies = compareLatencies(
    measured.map(({ lane }) => lane),
    baseline,
  );
  return concludeFamily(measured.map(({ ratio }) => ratio)).map((outcome, index) => {
    const id = measured[index]?.lane.id ?? '';
    const latency = latencies.get(id);
    return { lane: id, baseline: baseline.id, ...outcome, ...(latency ? { latency } : {}) };
  });
}

function ratioOverStarts(
  slices: readonly number[],
  baseline: readonly number[],
  starts: readonly number[] | undefined,
): PairedRatio | null {
  const ratio = pairedRatio(slices, baseline, starts);
  return ratio && { ...ratio, chance: chanceOverStarts(ratio, starts) };
}

/** What mostly fails is quick, and no measure of anything. */
const didAnything = ({ slices, mostlyFailed = false }: SlicesToCompare) =>
  !mostlyFailed && slices.some((rate) => rate > 0);

/** The p50s of these lanes against the baseline's, by lane: a family of their own. */
function compareLatencies(
  lanes: readonly SlicesToCompare[],
  baseline: SlicesToCompare,
): Map<string, LatencyComparison> {
  const measured = lanes.flatMap(({ id, latencySlices }) => {
    const ratio = latencyRatio(latencySlices, baseline.latencySlices, baseline.starts);
    return ratio ? [{ id, ...ratio }] : [];
  });
  return new Map(
    concludeFamily(measured).map(({ ratio, ci95, outcome }, index) => {
      const { id = '', kind = 'command' } = measured[index] ?? {};
      return [id, { kind, ratio, ci95, outcome: latencyOutcomes[outcome] }];
    }),
  );
}

/** A larger p50 is worse. */
const latencyOutcomes = { faster: 'worse', slower: 'better', inconclusive: 'inconclusive' } as const;

function latencyRatio(
  ours: LatencySlices | undefined,
  theirs: LatencySlices | undefined,
  starts: readonly number[] | undefined,
): (PairedRatio & Pick<LatencySlices, 'kind'>) | null {
  if (!ours || ours.kind !== theirs?.kind) return null;
  // A round in which either has none is left out, as one in which neither did anything.
  const pairs = ours.p50Ms.map((own, round) => {
    const other = theirs.p50Ms[round] ?? null;
    return own === null || other === null ? { own: 0, other: 0 } : { own, other };
  });
  const ratio = ratioOverStarts(
    pairs.map(({ own }) => own),
    pairs.map(({ other }) => other),
    starts,
  );
  return ratio && { kind: ours.kind, ...ratio };
}

/** A lane that finds less is answered sooner: its keys are used up, or others have them. */
const mostDifferenceInHits = 0.05;

export function sameWork(
  { hitRate: one = null }: Pick<SlicesToCompare, 'hitRate'>,
  { hitRate: other = null }: Pick<SlicesToCompare, 'hitRate'>,
): boolean {
  // Lanes that send other commands do so by their plan.
  return one === null || other === null || Math.abs(one - other) <= mostDifferenceInHits;
}

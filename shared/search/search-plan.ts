import { commands } from '../contract/commands.ts';
import { bytesPerCommand, maxBytesInFlight } from '../limits.ts';
import type { Workload } from '../contract/workload.ts';
import type { SearchOrder, SearchPoint, Rung } from '../contract/search.ts';
import type { SearchStrategy } from '../contract/enums.ts';
import { bestOf, kneeOf, scoreOf } from './curve.ts';
import { smallestNearBest } from './share-of-best.ts';

/** Lanes of one run besides the baseline. */
const mostRungs = 7;
/** Strategies that take part in the final round beside the leading one, each with one rung. */
const mostOthers = 3;
/** Survey rungs are so many times deeper than the one before; the final round fills in the halves. */
const surveyFactor = 4;
/** A rung that brings less than this over all before it does not count as climbing. */
const climbs = 1.05;
/** Deeper is not tried once p99 is so many times over its bound, or over the least seen in an open loop. */
const farOver = 2;
/** One short turn may be wrong about p99 by so much: what is within it of the bound is measured again. */
const nearBound = 1.5;
/** Commands in flight that an open loop may have on a connection: more than steady traffic needs. */
const openInFlight = 1024;
/** A search goes to the deepest batch; it need not fill the client's memory. */
const mostBytesInFlight = maxBytesInFlight / 16;

export const isOpenLoop = ({ rps }: Pick<Workload, 'rps'>): boolean => rps !== undefined;

/** What batching is compared with: every reply awaited; in an open loop every command written when it is due. */
export const baselineOf = (workload: Pick<Workload, 'rps'>): SearchStrategy =>
  isOpenLoop(workload) ? 'concurrent' : 'one-by-one';

export const baselineRung = (workload: Workload): Rung => ({ strategy: baselineOf(workload), depth: 1 });

/** Whether a program gathers the batch itself; in an open loop nobody chooses the batch size of the others. */
export const isGathering = (strategy: SearchStrategy): boolean =>
  strategy === 'pipeline' || strategy === 'multi' || strategy === 'multi-key';

/** What a lane's `pipeline` is for a rung: in an open loop the others send each command when it is due. */
export const pipelineOf = ({ strategy, depth }: Rung, workload: Workload): number =>
  isOpenLoop(workload) && !isGathering(strategy) ? openInFlight : depth;

/** Whether one command does the same for many keys. */
export const hasMultiKeyForm = ({ commands: ids }: Pick<Workload, 'commands'>): boolean =>
  ids.length === 1 && ids.every((id) => 'multiKeyForm' in commands[id]);

/** The ways of batching that fit a workload: MULTI is about atomicity, not speed, and is tried when asked for. */
export const fittingStrategies = (workload: Pick<Workload, 'commands'>): SearchStrategy[] => [
  'auto-pipeline',
  'pipeline',
  ...(hasMultiKeyForm(workload) ? (['multi-key'] as const) : []),
];

/** What a search goes by. */
export type SearchScope = Pick<SearchOrder, 'workload' | 'strategies' | 'p99BoundMs' | 'deepest'>;

/** What of a search tells how far it goes and how long that takes. */
export interface SearchSize extends Pick<SearchScope, 'strategies' | 'deepest'> {
  workload: Pick<Workload, 'commands' | 'clients' | 'dataSize' | 'dataSizeRange' | 'rps'>;
}

/** The deepest batch that is tried: what was asked for, as far as it fits into memory. */
export function deepestOf({ workload, deepest }: Omit<SearchSize, 'strategies'>): number {
  const { clients, dataSize, dataSizeRange, commands: ids } = workload;
  const payload = dataSizeRange?.[1] ?? dataSize;
  const payloads = Math.max(...ids.map((id) => (commands[id].payload ? commands[id].keys : 1)));
  const fitting = Math.floor(mostBytesInFlight / (clients * (payload * payloads + bytesPerCommand)));
  return Math.max(2, Math.min(deepest, fitting));
}

/** 4, 16, 64 … and the deepest at the end. */
export function ladder(deepest: number): number[] {
  const rungs: number[] = [];
  for (let depth = surveyFactor; depth < deepest; depth *= surveyFactor) rungs.push(depth);
  return [...rungs, deepest];
}

const ladderFor = (strategy: SearchStrategy, search: SearchSize): number[] =>
  isOpenLoop(search.workload) && !isGathering(strategy) ? [1] : ladder(deepestOf(search));

const rungsPerRun = (strategies: readonly SearchStrategy[]) =>
  Math.max(1, Math.min(2, Math.floor(mostRungs / strategies.length)));

/** A search that goes all the way down: runs and lanes of its survey, and the most lanes of its final round. */
export function longestSearch(search: SearchSize): { runs: number; lanes: number; finalLanes: number } {
  const { strategies } = search;
  const ladders = strategies.map((strategy) => ladderFor(strategy, search).length);
  const runs = Math.ceil(Math.max(0, ...ladders) / rungsPerRun(strategies));
  const lanes = ladders.reduce((sum, length) => sum + length, 1);
  // The final round has the rungs between two of the survey as well.
  return { runs, lanes, finalLanes: Math.min(mostRungs + 1, 2 * lanes - 1) };
}

/** The rungs that the next run of the survey measures, by what was found so far; none: it is over. */
export function nextRungs(search: SearchScope, points: readonly SearchPoint[]): Rung[] {
  const { workload, strategies } = search;
  const next = strategies.flatMap((strategy) => {
    const measured = points.filter((point) => point.strategy === strategy);
    if (isSettled(search, measured)) return [];
    return ladderFor(strategy, search)
      .slice(measured.length, measured.length + rungsPerRun(strategies))
      .map((depth) => ({ strategy, depth }));
  });
  return points.length === 0 ? [baselineRung(workload), ...next] : next;
}

/** Whether going deeper is of no use: level, too slow to answer, or broken. */
function isSettled({ workload, p99BoundMs }: SearchScope, measured: readonly SearchPoint[]): boolean {
  const last = measured.at(-1);
  if (!last) return false;
  if (last.unusable !== null) return true;
  const p99 = last.p99Ms ?? Infinity;
  if (isOpenLoop(workload)) {
    const least = Math.min(...measured.map((point) => point.p99Ms ?? Infinity));
    return last.keepsRate && p99 > farOver * least;
  }
  if (p99BoundMs !== null && p99 > farOver * p99BoundMs) return true;
  if (measured.length < 3) return false;
  const before = Math.max(...measured.slice(0, -2).map(({ throughput }) => throughput));
  return measured.slice(-2).every(({ throughput }) => throughput < climbs * before);
}

/**
 * What the final round measures besides the baseline, by the survey: of the leading strategy the batch sizes
 * around its answer, half as large and twice as large, its knee, and what was just over the bound; of the others
 * the best.
 */
export function finalists(search: SearchScope, points: readonly SearchPoint[]): Rung[] {
  const { workload, strategies } = search;
  const open = isOpenLoop(workload);
  const ofStrategy = strategies
    .map((strategy) => points.filter((point) => point.strategy === strategy && point.unusable === null))
    .filter((measured) => measured.length > 0)
    .map((measured) => ({ measured, within: withinBound(search, measured) }))
    .sort((a, b) => bestScore(b.within, open) - bestScore(a.within, open));
  const [leader, ...others] = ofStrategy;
  if (!leader) return [];
  const taken = others.slice(0, mostOthers).flatMap(({ within }) => around(search, within).slice(0, 1));
  // Of the others as well, what would lead if the survey was wrong about its p99.
  const lead = bestScore(leader.within, open);
  const wouldLead = others
    .slice(0, mostOthers)
    .flatMap(({ measured }) => justOver(search, measured))
    .filter((point) => scoreOf(point, open) > lead)
    .sort((a, b) => scoreOf(b, open) - scoreOf(a, open))
    .slice(0, 1)
    .map(({ strategy, depth }) => ({ strategy, depth }));
  const [answer, ...neighbours] = around(search, leader.within);
  const { strategy, depth } = kneeOf(leader.measured, open);
  const ofLeader = unique([
    ...(answer ? [answer] : []),
    ...justOver(search, leader.measured).map((point) => ({ strategy: point.strategy, depth: point.depth })),
    ...neighbours.slice(0, 2),
    { strategy, depth },
    ...neighbours.slice(2),
  ]).slice(0, mostRungs - taken.length - wouldLead.length);
  return unique([...ofLeader, ...taken, ...wouldLead]).sort(
    (a, b) => strategies.indexOf(a.strategy) - strategies.indexOf(b.strategy) || a.depth - b.depth,
  );
}

/** Those that keep rate and bound; where none does, the one that comes nearest. */
function withinBound({ p99BoundMs, workload }: SearchScope, measured: readonly SearchPoint[]): SearchPoint[] {
  const keeping = measured.filter(({ keepsRate }) => keepsRate);
  const usable = keeping.length > 0 ? keeping : measured;
  if (p99BoundMs === null || isOpenLoop(workload)) return [...usable];
  const under = usable.filter(({ p99Ms }) => p99Ms !== null && p99Ms < p99BoundMs);
  if (under.length > 0) return under;
  return [
    usable.reduce((least, point) => ((point.p99Ms ?? Infinity) < (least.p99Ms ?? Infinity) ? point : least)),
  ];
}

/** The shallowest of a closed loop that was over the bound in its one short turn, where that was by little. */
function justOver({ p99BoundMs, workload }: SearchScope, measured: readonly SearchPoint[]): SearchPoint[] {
  if (p99BoundMs === null || isOpenLoop(workload)) return [];
  const over = measured
    .filter(({ p99Ms }) => p99Ms !== null && p99Ms >= p99BoundMs && p99Ms < nearBound * p99BoundMs)
    .toSorted((a, b) => a.depth - b.depth);
  return over.slice(0, 1);
}

/** Of the ways that a survey had no time to take deeper, how deep each was measured; none that was at the largest. */
export function cutShort(
  search: SearchScope,
  strategies: readonly SearchStrategy[],
  points: readonly SearchPoint[],
): Rung[] {
  const deepest = deepestOf(search);
  return strategies.flatMap((strategy) => {
    const depths = points.filter((point) => point.strategy === strategy).map(({ depth }) => depth);
    const depth = Math.max(1, ...depths);
    return depth < deepest ? [{ strategy, depth }] : [];
  });
}

const bestScore = (points: readonly SearchPoint[], open: boolean) =>
  Math.max(...points.map((point) => scoreOf(point, open)));

/** Batch sizes around the answer of the survey, the most telling first. */
function around(search: SearchScope, points: readonly SearchPoint[]): Rung[] {
  const open = isOpenLoop(search.workload);
  const best = bestOf(points, open);
  const { strategy, depth } = smallestNearBest(points, open);
  if (open && !isGathering(strategy)) return [{ strategy, depth }];
  const deepest = deepestOf(search);
  const depths = [depth, Math.floor(depth / 2), depth * 2, Math.floor(depth / 4), best.depth, depth * 4];
  return unique(depths.filter((one) => one >= 2 && one <= deepest).map((one) => ({ strategy, depth: one })));
}

const unique = (rungs: readonly Rung[]): Rung[] =>
  rungs.filter(
    ({ strategy, depth }, index) =>
      rungs.findIndex((one) => one.strategy === strategy && one.depth === depth) === index,
  );

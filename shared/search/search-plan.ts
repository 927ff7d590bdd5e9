import { commands, hasMultiKeyForm } from '../commands/workload.ts';
import { bytesPerCommand, maxBytesInFlight } from '../settings/workload.ts';
import type { Workload } from '../contract/workload.ts';
import type { SearchOrder, SearchPoint, Candidate } from '../contract/search.ts';
import { defaultClient, type ClientId } from '../contract/enums.ts';
import { searchStrategies, traitsOf } from '../contract/strategies.ts';
import { largest } from '../statistics/extremes.ts';

/** Lanes of one run besides the baseline. */
export const mostCandidates = 7;
/** Survey candidates are so many times deeper than the one before; the final round fills in the halves. */
const surveyFactor = 4;
/** Commands in flight that an open loop may have on a connection: more than steady traffic needs. */
const openInFlight = 1024;
/** A search goes to the deepest batch; it need not fill the client's memory. */
const mostBytesInFlight = maxBytesInFlight / 16;

export const isOpenLoop = ({ rps }: Pick<Workload, 'rps'>): boolean => rps !== undefined;

/** What of a search decides on its baseline. */
export interface SearchLoop extends Pick<SearchOrder, 'client'> {
  workload: Pick<Workload, 'rps'>;
}

/** As an order says it: the default is left out. */
export const withClient = (client: ClientId = defaultClient): Pick<SearchOrder, 'client'> =>
  client === defaultClient ? {} : { client };

/** Whether the library itself always sends together what one turn of the event loop gathers. */
export const alwaysGathers = ({ client = defaultClient }: Pick<SearchOrder, 'client'>): boolean =>
  client !== defaultClient;

/**
 * What batching is compared with: every reply awaited. In an open loop every command handed over when it is due;
 * a library that always gathers has no other way to send those than `auto-pipeline`.
 */
export function baselineOf(search: SearchLoop): string {
  if (!isOpenLoop(search.workload)) return 'one-by-one';
  return alwaysGathers(search) ? 'auto-pipeline' : 'concurrent';
}

export const baselineCandidate = (search: SearchLoop): Candidate => ({
  strategy: baselineOf(search),
  batchSize: 1,
});

/** Whether a program gathers the batch itself; in an open loop nobody chooses the batch size of the others. */
export const isGathering = (strategy: string): boolean => traitsOf(strategy)?.batching === 'batch';

/** What a lane's `pipeline` is for a candidate: in an open loop the others send each command when it is due. */
export const pipelineOf = ({ strategy, batchSize }: Candidate, workload: Workload): number =>
  isOpenLoop(workload) && !isGathering(strategy) ? openInFlight : batchSize;

type Sent = SearchLoop & { workload: Pick<Workload, 'commands'> };

/** The ways of batching that a search can try against its baseline. */
export function possibleStrategies(search: Sent): string[] {
  const baseline = baselineOf(search);
  return searchStrategies.filter(
    (strategy) =>
      strategy !== baseline &&
      strategy !== 'one-by-one' &&
      !(alwaysGathers(search) && traitsOf(strategy)?.writesItself) &&
      (strategy !== 'multi-key' || hasMultiKeyForm(search.workload)),
  );
}

/** Those that are tried unless others are asked for: MULTI is about atomicity, not speed. */
export const fittingStrategies = (search: Sent): string[] =>
  possibleStrategies(search).filter((strategy) => traitsOf(strategy)?.search === 'usual');

/** What a search goes by. */
export type SearchScope = Pick<SearchOrder, 'workload' | 'client' | 'strategies' | 'p99BoundMs' | 'deepest'>;

/** What of a search tells how far it goes and how long that takes. */
export interface SearchSize extends Pick<SearchScope, 'client' | 'strategies' | 'deepest'> {
  workload: Pick<Workload, 'commands' | 'clients' | 'dataSize' | 'dataSizeRange' | 'rps'>;
}

/** The deepest batch that is tried: what was asked for, as far as it fits into memory. */
export function deepestOf({ workload, deepest }: Omit<SearchSize, 'strategies'>): number {
  const { clients, dataSize, dataSizeRange, commands: ids } = workload;
  const payload = dataSizeRange?.[1] ?? dataSize;
  const payloads = largest(ids.map((id) => (commands[id].payload ? commands[id].keys : 1)));
  const fitting = Math.floor(mostBytesInFlight / (clients * (payload * payloads + bytesPerCommand)));
  return Math.max(2, Math.min(deepest, fitting));
}

/** 4, 16, 64 … and the deepest at the end. */
export function ladder(deepest: number): number[] {
  const candidates: number[] = [];
  for (let batchSize = surveyFactor; batchSize < deepest; batchSize *= surveyFactor)
    candidates.push(batchSize);
  return [...candidates, deepest];
}

export const ladderFor = (strategy: string, search: SearchSize): number[] =>
  isOpenLoop(search.workload) && !isGathering(strategy) ? [1] : ladder(deepestOf(search));

export const rungsPerRun = (strategies: readonly string[]) =>
  Math.max(1, Math.min(2, Math.floor(mostCandidates / strategies.length)));

/** A search that goes all the way down: runs and lanes of its survey, and the most lanes of its final round. */
export function longestSearch(search: SearchSize): { runs: number; lanes: number; finalLanes: number } {
  const { strategies } = search;
  const ladders = strategies.map((strategy) => ladderFor(strategy, search).length);
  const runs = Math.ceil(largest(ladders, 0) / rungsPerRun(strategies));
  const lanes = ladders.reduce((sum, length) => sum + length, 1);
  // The final round has the candidates between two of the survey as well.
  return { runs, lanes, finalLanes: Math.min(mostCandidates + 1, 2 * lanes - 1) };
}

/** Of the ways that a survey had no time to take deeper, how deep each was measured; none that was at the largest. */
export function cutShort(
  search: SearchScope,
  strategies: readonly string[],
  points: readonly SearchPoint[],
): Candidate[] {
  const deepest = deepestOf(search);
  return strategies.flatMap((strategy) => {
    const batchSizes = points
      .filter((point) => point.strategy === strategy)
      .map(({ batchSize }) => batchSize);
    const batchSize = largest(batchSizes, 1);
    return batchSize < deepest ? [{ strategy, batchSize }] : [];
  });
}

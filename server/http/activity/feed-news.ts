import type { Comparison } from '../../../shared/contract/result.ts';
import type {
  LiveLatency,
  LiveSample,
  LiveSnapshot,
  LiveStanding,
  RunSnapshot,
  Tick,
} from '../../../shared/contract/live.ts';
import type { Sample } from '../../../shared/contract/run-events.ts';
import type { LatencySummary, ServerFigures } from '../../../shared/contract/figures.ts';
import { samplesAfter } from './run-snapshot.ts';

/** How far a viewer has come: what it was told last. The same object for all who have come as far. */
export interface Place {
  runId: string;
  sample: Sample | null;
  standings: RunSnapshot['standings'];
  comparisons: RunSnapshot['comparisons'];
  current: RunSnapshot['current'];
  slotsMoved: RunSnapshot['slotsMoved'];
  elapsedMs: number;
}

/** Where a viewer stands who has been told all of this. */
export const placeIn = (run: RunSnapshot): Place => ({
  runId: run.runId,
  sample: run.samples.at(-1) ?? null,
  standings: run.standings,
  comparisons: run.comparisons,
  current: run.current,
  slotsMoved: run.slotsMoved,
  elapsedMs: run.elapsedMs,
});

/** A second of the run's clock: a viewer hears in each that the run goes on, whatever a tick takes. */
const secondOf = ({ elapsedMs }: Pick<RunSnapshot, 'elapsedMs'>) => Math.floor(elapsedMs / 1000);

/** Whether there is anything to tell yet: something has changed since then, or another second has begun. */
export function isNews(place: Place, run: RunSnapshot): boolean {
  const here = placeIn(run);
  const changing = ['runId', 'sample', 'standings', 'comparisons', 'current', 'slotsMoved'] as const;
  return changing.some((part) => here[part] !== place[part]) || secondOf(here) > secondOf(place);
}

/** What has happened since then; `null` when not all of it is kept any more. Standings come when they have changed. */
export function newsSince(place: Place, run: RunSnapshot): Tick | null {
  const samples = place.runId === run.runId ? samplesAfter(run, place.sample) : null;
  if (!samples) return null;
  const { runId, elapsedMs, current, standings, comparisons, slotsMoved } = run;
  return {
    runId,
    elapsedMs,
    current,
    samples: samples.map(tellSample),
    standings: standings === place.standings ? [] : standings.map(tellStanding),
    comparisons: comparisons === place.comparisons ? [] : comparisons.map(tellComparison),
    ...(slotsMoved ? { slotsMoved } : {}),
  };
}

/** The run for those who come in, with its samples as ticks tell them. */
export const toldWhole = (run: RunSnapshot): LiveSnapshot => ({
  ...run,
  samples: run.samples.map(tellSample),
});

/** Tells figures with numbers no longer than anybody reads them live; made once for all viewers. */
function shortly<T extends object, S extends object>(tell: (figures: T) => S): (figures: T) => S {
  const told = new WeakMap<T, S>();
  return (figures) => {
    let short = told.get(figures);
    if (!short) {
      short = JSON.parse(
        JSON.stringify(tell(figures), (_, value: unknown) =>
          typeof value === 'number' ? shortNumber(value) : value,
        ),
      ) as S;
      told.set(figures, short);
    }
    return short;
  };
}

/** Whole from 1000 on; below, four digits that say something. */
export const shortNumber = (value: number): number =>
  Number.isInteger(value)
    ? value
    : Math.abs(value) >= 1000
      ? Math.round(value)
      : Number(value.toPrecision(4));

const tellLatency = ({ mean, p50, p99 }: LatencySummary): LiveLatency => ({ mean, p50, p99 });

const tellServer = ({ cpu, cpuMicrosPerCommand, cluster }: ServerFigures): LiveSample['server'] => ({
  cpu,
  cpuMicrosPerCommand,
  ...(cluster ? { cluster } : {}),
});

const tellSample = shortly((sample: Sample): LiveSample => {
  const {
    endsSlice,
    failures,
    hits,
    misses,
    offered,
    backlog,
    latencyMs,
    client,
    server,
    settings,
    ...drawn
  } = sample;
  const { command, batch, response } = latencyMs;
  return {
    ...drawn,
    latencyMs: {
      command: command && tellLatency(command),
      batch: batch && { mean: batch.mean },
      ...(response ? { response: tellLatency(response) } : {}),
    },
    client: { cpu: client.cpu, eventLoopUtilisation: client.eventLoopUtilisation },
    server: server && tellServer(server),
    settings: { revision: settings.revision, pipeline: settings.pipeline, rps: settings.rps },
  };
});
const tellStanding = shortly((standing: LiveStanding) => standing);
const tellComparison = shortly((comparison: Comparison) => comparison);

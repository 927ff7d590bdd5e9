import type { RunSnapshot, Sample, Tick } from '../../shared/events.ts';
import { samplesAfter } from './run-snapshot.ts';

/** How far a viewer has come: what it was told last. The same object for all who have come as far. */
export interface Place {
  runId: string;
  sample: Sample | null;
  standings: RunSnapshot['standings'];
  comparisons: RunSnapshot['comparisons'];
}

/** Where a viewer stands who has been told all of this. */
export const placeIn = ({ runId, samples, standings, comparisons }: RunSnapshot): Place => ({
  runId,
  sample: samples.at(-1) ?? null,
  standings,
  comparisons,
});

/** What has happened since then; `null` when not all of it is kept any more. Standings come when they have changed. */
export function newsSince(place: Place, run: RunSnapshot): Tick | null {
  const samples = place.runId === run.runId ? samplesAfter(run, place.sample) : null;
  if (!samples) return null;
  const { runId, elapsedMs, current, standings, comparisons, slotsMoved } = run;
  return {
    runId,
    elapsedMs,
    current,
    samples: samples.map(shortened),
    standings: standings === place.standings ? [] : standings.map(shortened),
    comparisons: comparisons === place.comparisons ? [] : comparisons.map(shortened),
    ...(slotsMoved ? { slotsMoved } : {}),
  };
}

/** The run for those who come in, with its samples as ticks tell them. */
export const toldWhole = (run: RunSnapshot): RunSnapshot => ({ ...run, samples: run.samples.map(shortened) });

const written = new WeakMap<object, object>();

/** The same with numbers no longer than anybody reads them live; made once for all viewers. */
function shortened<T extends object>(figures: T): T {
  let short = written.get(figures);
  if (!short) {
    short = JSON.parse(
      JSON.stringify(figures, (_, value: unknown) =>
        typeof value === 'number' ? shortNumber(value) : value,
      ),
    ) as object;
    written.set(figures, short);
  }
  return short as T;
}

/** Whole from 1000 on; below, four digits that say something. */
export const shortNumber = (value: number): number =>
  Number.isInteger(value)
    ? value
    : Math.abs(value) >= 1000
      ? Math.round(value)
      : Number(value.toPrecision(4));

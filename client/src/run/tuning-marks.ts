import type { Tuning } from '../../../shared/contract/plan.ts';
import type { Messages } from '../messages/en.ts';
import type { LiveRun } from './live-run.svelte.ts';
import { settingsInWords } from '../../../shared/words/settings.ts';
import type { LaneView } from './lane-view.svelte.ts';
import { atSeconds, spanSeconds, type Place } from '../charts/series.ts';
import type { LiveSample } from '../../../shared/contract/live.ts';
import { largest, smallest } from '../../../shared/statistics/extremes.ts';

/** A live change on the time axis of the charts. */
export interface ChangeMark {
  /** Where the first lane sends with the new settings, seconds. */
  from: number;
  /** Where all lanes that got there do: in turns some come to it a turn later than others. */
  to: number;
  label: string;
}

/**
 * Where each live change shows in the lines. A change makes the round begin again, lane after lane, and the
 * samples say which they were sent with: that is where it is marked, not where somebody moved a slider. The network
 * changes under a lane in the middle of its turn. Changes that show at the same place are one mark.
 */
export function tuningMarks(run: LiveRun, place: Place, messages: Messages): ChangeMark[] {
  const found: { from: number; to: number; tuning: Tuning }[] = [];
  run.tunings.forEach(({ atMs, tuning }, index) => {
    const network = tuning.network !== undefined && Object.keys(tuning).length === 1;
    const places = run.lanes.flatMap((lane) => {
      const at = network ? placeInTime(lane, atMs / 1000, place) : placeOfRevision(lane, index + 1, place);
      return at === null ? [] : [at];
    });
    if (places.length === 0) return;
    const mark = { from: smallest(places), to: largest(places), tuning };
    const last = found.at(-1);
    if (last && Math.abs(last.from - mark.from) < 0.01)
      found[found.length - 1] = {
        from: last.from,
        to: Math.max(last.to, mark.to),
        tuning: { ...last.tuning, ...tuning },
      };
    else found.push(mark);
  });
  return found.map(({ from, to, tuning }) => ({ from, to, label: describeTuning(tuning, messages) }));
}

/** Where slots of a cluster began to move: at the same moment for all lanes, each of which has its own time. */
function slotMarks(run: LiveRun, place: Place, label: string): ChangeMark[] {
  return run.slotsMoved.flatMap(({ atMs }) => {
    const places = run.lanes.flatMap((lane) => placeInTime(lane, atMs / 1000, place) ?? []);
    if (places.length === 0) return [];
    return [{ from: smallest(places), to: largest(places), label }];
  });
}

/** All of them, from left to right. */
export const changeMarksOf = (run: LiveRun, place: Place, messages: Messages): ChangeMark[] =>
  [...tuningMarks(run, place, messages), ...slotMarks(run, place, messages.cluster.slotsMoved)].sort(
    (a, b) => a.from - b.from,
  );

/** The start of the first sample with these settings; `null` while there is none, or when it is no longer known. */
function placeOfRevision(lane: LaneView, revision: number, place: Place): number | null {
  const sample =
    lane.points > 0 ? lane.series.firstWhere(({ settings }) => settings.revision >= revision) : undefined;
  return sample ? startOf(lane, sample, place) : null;
}

/** Where this moment of the run lies in the lane's line: within a sample, or at the start of the next. */
function placeInTime(lane: LaneView, seconds: number, place: Place): number | null {
  const sample = lane.points > 0 ? lane.series.firstWhere((it) => atSeconds(it) > seconds) : undefined;
  if (!sample) return null;
  const start = startOf(lane, sample, place);
  const into = Math.max(0, seconds - (atSeconds(sample) - spanSeconds(sample)));
  return start === null ? null : start + into;
}

function startOf({ series }: LaneView, sample: LiveSample, place: Place): number | null {
  const start = place(sample) - spanSeconds(sample);
  // Before the oldest sample that is kept there may have been others.
  return series.at(series.first) === sample && start > 0.5 ? null : Math.max(0, start);
}

/** "batch 64, 20 clients", as short as a label has to be. */
export const describeTuning = ({ network, ...workload }: Tuning, messages: Messages): string =>
  settingsInWords({ workload, network }, messages);

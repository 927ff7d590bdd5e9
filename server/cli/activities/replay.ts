import type { WrittenWorkload } from '../../../shared/contract/written.ts';
import { replayOf, NothingToReplay } from '../../../shared/profile/replay/replay.ts';
import { unitWayOf, type UnitWay } from '../../../shared/plan/written/ways.ts';
import { UsageError } from '../exit-codes.ts';
import type { NamedLane } from '../../../shared/plan/lane-words.ts';
import { lastOf, type OptionValues } from '../../terminal/options/option-words.ts';
import { openTraceFile } from './open-profile-file.ts';

const names: Readonly<Record<UnitWay, { id: string; label: string }>> = {
  'one-by-one': { id: 'as-recorded', label: 'As recorded' },
  'auto-pipeline': { id: 'gathered', label: 'Gathered' },
  pipeline: { id: 'by-stage', label: 'By stage' },
};

/** The units of `--trace` as written ones, with a sentence for each thing that is left out. Throws UsageError. */
export function replayIn(values: OptionValues): { written: WrittenWorkload; leftOut: string[] } | null {
  const file = lastOf(values, 'trace');
  const units = values.get('unit') ?? [];
  if (file === null) {
    if (units.length > 0) throw new UsageError('--unit chooses units of a trace: give it by --trace');
    return null;
  }
  const { trace, profile, isCut } = openTraceFile(file);
  try {
    const { written, leftOut } = replayOf(trace, profile, units);
    const cut = isCut ? [`${file} ends within a line: it was read to its last whole one.`] : [];
    return { written, leftOut: [...cut, ...leftOut] };
  } catch (error) {
    if (error instanceof NothingToReplay) throw new UsageError(`--trace ${file}: ${error.message}`);
    throw error;
  }
}

/** Lanes of a replay by the names that say how they carry the recorded units out. */
export const replayLanes = (lanes: readonly NamedLane[]): (NamedLane & { id?: string; label?: string })[] =>
  lanes.map((lane) => {
    const way = lane.client === undefined ? unitWayOf(lane.strategy) : undefined;
    return way === undefined ? lane : { ...lane, ...names[way] };
  });

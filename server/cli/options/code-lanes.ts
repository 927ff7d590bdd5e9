import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { laneIds } from '../../../shared/plan/lane-ids.ts';
import type { CodeOfLanes, LaneCode } from '../../engine/lane/lane-code.ts';
import { messageOf, UsageError } from '../exit-codes.ts';

/** A lane of the user's code as a plan has it: by name and hash, without where it is. */
interface CodeLane {
  id: string;
  strategy: string;
  file: string;
  hash: string;
}

export interface CodeLanes {
  lanes: CodeLane[];
  code: CodeOfLanes;
}

/** The lanes of `--lane`, in order. Throws UsageError for a file that cannot be read. */
export function codeLanesOf(files: readonly string[]): CodeLanes {
  const read = files.map(readLane);
  const ids = laneIds(
    read.map(({ lane }) => ({ ...lane, strategy: basename(lane.file, extname(lane.file)) })),
  );
  const lanes = read.map(({ lane }, index) => ({ ...lane, id: ids[index] ?? '' }));
  return { lanes, code: new Map(read.map(({ code }, index) => [ids[index] ?? '', code])) };
}

function readLane(file: string): { lane: Omit<CodeLane, 'id'>; code: LaneCode } {
  const path = resolve(file);
  if (!existsSync(path)) throw new UsageError(`--lane ${file}: there is no such file`);
  try {
    const hash = createHash('sha256').update(readFileSync(path)).digest('hex');
    const lane = { strategy: programStrategy, file: basename(path).slice(0, 80), hash };
    return { lane, code: { type: 'file', url: pathToFileURL(path).href } };
  } catch (error) {
    throw new UsageError(`--lane ${file}: ${messageOf(error)}`, { cause: error });
  }
}

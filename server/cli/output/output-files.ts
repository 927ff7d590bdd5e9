import { accessSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, format, parse, resolve } from 'node:path';
import { UsageError } from '../usage/usage-error.ts';

/** Whether a file could be written; asked before the run, so that no result is lost after it. Throws UsageError. */
export function checkWritable(file: string, option: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new UsageError(`--${option} ${file} is a folder: name a file`);
  const folder = dirname(resolve(file));
  if (!mayWrite(folder) && !(there && !there.isFile()))
    throw new UsageError(`--${option} ${file}: the folder ${folder} does not exist or cannot be written to`);
  if (there && !mayWrite(file))
    throw new UsageError(`--${option} ${file}: the file is there and cannot be written to`);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Writes beside the file first, so that it is never found half written. */
export function writeWhole(file: string, text: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  // A device or a pipe is written to, never replaced.
  if (there && !there.isFile()) {
    writeFileSync(file, text);
    return;
  }
  const target = there ? realpathSync(file) : file;
  const beside = `${target}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, target);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** `out/latency.hgrm` and the lane `pipeline`: `out/latency.pipeline.hgrm`. */
export function fileOfLane(file: string, lane: string): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}.${lane}`, ext });
}

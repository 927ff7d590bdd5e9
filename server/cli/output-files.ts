import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, format, parse, resolve } from 'node:path';
import { UsageError } from './usage-error.ts';

/** Whether a file could be written; asked before the run, so that no result is lost after it. Throws UsageError. */
export function checkWritable(file: string, option: string): void {
  const folder = dirname(resolve(file));
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new UsageError(`--${option} ${file}: the folder ${folder} does not exist or cannot be written to`);
  }
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`--${option} ${file} is a folder: name a file`);
}

/** Writes beside the file first, so that it is never found half written. */
export function writeWhole(file: string, text: string): void {
  const beside = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(beside, text);
    renameSync(beside, file);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** `out/latency.hgrm` and the lane `pipeline`: `out/latency.pipeline.hgrm`. */
export function fileOfLane(file: string, lane: string): string {
  const { dir, name, ext } = parse(file);
  return format({ dir, name: `${name}.${lane}`, ext });
}

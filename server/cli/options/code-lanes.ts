import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, extname, join, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { programStrategy } from '../../../shared/plan/program-lane.ts';
import { laneIds } from '../../../shared/plan/lane-ids.ts';
import type { CodeOfLanes, Command, LaneCode } from '../../engine/lane/lane-code.ts';
import { isFolder } from '../../redis/connection/read-text-file.ts';
import { UsageError } from '../exit-codes.ts';
import { messageOf } from '../../../shared/words/message-of.ts';
import { splitLine } from './foreign/shell-line.ts';
import { smallest } from '../../../shared/statistics/extremes.ts';

/** A lane of the user's code as a plan has it: by name and hash, without where it is. */
interface CodeLane {
  id: string;
  strategy: string;
  label?: string;
  file: string;
  hash: string;
}

export interface CodeLanes {
  lanes: CodeLane[];
  code: CodeOfLanes;
}

/** One lane that was read; `named`: by the user. `path`: of a file. */
interface ReadLane {
  lane: Omit<CodeLane, 'id'>;
  code: LaneCode;
  named?: string | undefined;
  path?: string;
}

/** `was=cart.mjs`, `before=cmd:python3 before.py`. */
const named = /^([a-z0-9][a-z0-9-]{0,39})=(.*)$/s;

/**
 * The lanes of `--lane`, in order. A whole path that exists is a file, also one with `=` in it. Throws UsageError for a
 * file that cannot be read, and a program that is not there.
 */
export function codeLanesOf(given: readonly string[]): CodeLanes {
  const read = given.map((text): ReadLane => {
    const [, name, rest = ''] = (existsSync(resolve(text)) ? null : named.exec(text)) ?? [];
    const source = name === undefined ? text : rest;
    return source.startsWith('cmd:')
      ? readCommand(source.slice('cmd:'.length), name)
      : readFile(source, name);
  });
  const names = read.flatMap((one) => one.named ?? []);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new UsageError(`--lane ${twice}=…: two lanes have this name; each needs one of its own`);
  const places = placesOf(read.filter(isUnnamedFile).map(({ path }) => path));
  const ids = laneIds(
    read.map((one) => {
      if (one.named !== undefined) return { id: one.named, strategy: '' };
      const place = isUnnamedFile(one) ? places.get(one.path) : undefined;
      return { strategy: (place ?? basename(one.lane.file, extname(one.lane.file))).slice(0, longestId) };
    }),
  );
  const lanes = read.map((one, index) => {
    const id = ids[index] ?? '';
    // Two commands may be of one program, and two files of one name.
    const isLabelled = one.path === undefined || one.named !== undefined || places.has(one.path);
    return { ...one.lane, id, ...(isLabelled && { label: id }) };
  });
  return { lanes, code: new Map(read.map(({ code }, index) => [ids[index] ?? '', code])) };
}

const longestId = 40;
const isUnnamedFile = (lane: ReadLane): lane is ReadLane & { path: string } =>
  lane.path !== undefined && lane.named === undefined;

/**
 * Names for files of one name, made of the folders in which their paths differ, such as `was` and `now` of
 * `was/bench/cart.mjs` and `now/bench/cart.mjs`; with the name, where the lanes have several. Files whose name no other
 * has are left out.
 */
function placesOf(paths: readonly string[]): Map<string, string> {
  const nameIn = (path: string) => basename(path, extname(path));
  const names = new Set(paths.map(nameIn));
  const places = [...names].flatMap((name) => {
    const same = [...new Set(paths.filter((path) => nameIn(path) === name))];
    const folders = same.map((path) => dirname(path).split(sep));
    const isShared = (place: number) => folders.every((one) => one.at(place) === folders[0]?.at(place));
    const least = smallest(folders.map(({ length }) => length));
    let before = 0;
    while (before < least && isShared(before)) before++;
    let behind = 0;
    while (behind < least - before && isShared(-1 - behind)) behind++;
    return same.length < 2
      ? []
      : same.map((path, index) => {
          const apart = (folders[index] ?? []).slice(before, (folders[index]?.length ?? 0) - behind);
          return [
            path,
            [...apart, ...(apart.length === 0 || names.size > 1 ? [name] : [])].join('-'),
          ] as const;
        });
  });
  return new Map(places);
}

function readFile(file: string, name: string | undefined): ReadLane {
  if (file === '')
    throw new UsageError(
      `--lane ${name === undefined ? '""' : `${name}=`}: a file is missing, or a program, as in --lane ${name ?? 'now'}=cart.mjs`,
    );
  const path = resolve(file);
  if (!existsSync(path))
    throw new UsageError(
      `--lane ${file}: there is no such file${name === undefined && file.includes('=') ? '. A name before = has small letters, digits and hyphens: --lane now=now/cart.mjs' : ''}`,
    );
  if (isFolderAt(path)) throw new UsageError(`--lane ${file}: ${isFolder}`);
  try {
    const lane = { strategy: programStrategy, file: nameOf(path), hash: hashOf(readFileSync(path)) };
    return { lane, code: { type: 'file', url: pathToFileURL(path).href }, named: name, path };
  } catch (error) {
    throw new UsageError(`--lane ${file}: ${messageOf(error)}`, { cause: error });
  }
}

/** The line is parted into words as a shell does, and no shell sees it. */
function readCommand(line: string, name: string | undefined): ReadLane {
  const [program = '', ...args] = splitLine(line, (rest) => {
    throw new UsageError(`--lane cmd:${line}: a quote is not closed: ${rest}`);
  });
  if (program === '')
    throw new UsageError('--lane cmd: name a program and its arguments, as in cmd:python3 before.py');
  if (!isThere(program))
    throw new UsageError(
      `--lane cmd:${line}: there is no program "${program}"${program.includes('/') ? '' : ' in PATH'}`,
    );
  const run: Command = { program, args };
  const lane = { strategy: programStrategy, file: nameOf(program), hash: hashOf(line) };
  return { lane, code: { type: 'command', command: run }, named: name };
}

const nameOf = (path: string) => basename(path).slice(0, 80);
const hashOf = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

function isThere(program: string): boolean {
  // Windows adds extensions of its own.
  if (process.platform === 'win32') return true;
  const isFile = (path: string) => existsSync(path) && !isFolderAt(path);
  if (program.includes('/')) return isFile(resolve(program));
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => isFile(join(folder, program)));
}

const isFolderAt = (path: string) => statSync(path).isDirectory();

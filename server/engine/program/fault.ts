import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SerialisedError } from '../../../shared/contract/figures.ts';
import { serialiseError } from '../lane/failure-class.ts';

/** The code of the user does what no lane can be measured with. `at`: the stack of the place, where that is known. */
export class ProgramFault extends Error {
  override readonly name = 'ProgramFault';
  constructor(message: string, at?: string) {
    super(message);
    if (at !== undefined) this.stack = at;
  }
}

/** The code of one lane, as far as faults go: its name, and its folders where it came from a file. */
export interface FaultyCode {
  file: string;
  /** Absent: a function of the caller. */
  path?: string;
}

/** `at load (file:///app/src/cart.mjs:41:20)`, and the first line of an error of syntax: `file:///app/cart.mjs:3`. */
const placeInStack = /(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^\s():'"]*?):(\d+)(?::(\d+))?(?=[\s)]|$)/g;

/**
 * An error of the user's code as it goes into a result: its message begins with the place in the user's file, and no
 * path of this machine and no line of source is in it.
 */
export function describeFault(error: unknown, code: FaultyCode): SerialisedError {
  const { name, code: errorCode, message } = serialiseError(error);
  const folders = foldersOf(code);
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const place =
    placeIn(stack, folders) ??
    placeOfImport(message, code) ??
    (error instanceof SyntaxError ? placeOfSyntax(code) : placeOfUnit(code));
  const words = name === 'Error' || name === 'ProgramFault' ? message : `${name}: ${message}`;
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && isOfUser(line, folders))
    .map((line) => withoutPaths(line, folders));
  return {
    name,
    code: errorCode,
    message: `${place ?? code.file}: ${withoutPaths(words, folders)}`,
    stack: frames.length === 0 ? null : frames.join('\n'),
  };
}

interface Folders {
  /** Of the file: places are told from here. */
  base: string;
  /** With the nearest package.json: what is in it is the user's. */
  project: string;
}

function foldersOf({ path }: FaultyCode): Folders {
  const base = path === undefined ? process.cwd() : dirname(path);
  let project = base;
  while (!existsSync(join(project, 'package.json'))) {
    const above = dirname(project);
    if (above === project) return { base, project: base };
    project = above;
  }
  return { base, project };
}

const isOfUser = (line: string, { project, base }: Folders): boolean =>
  (line.includes(project + sep) || line.includes(base + sep)) &&
  !line.includes(`${sep}node_modules${sep}`) &&
  !line.includes(ownFolder);

/** Of this program, when it runs from within a project of the user. */
const ownFolder = dirname(fileURLToPath(import.meta.url));

/** The innermost frame of the user. */
function placeIn(stack: string, folders: Folders): string | null {
  for (const line of stack.split('\n')) {
    if (!isOfUser(line, folders)) continue;
    for (const [, path = '', row = '', column] of line.matchAll(placeInStack))
      return `${relative(folders.base, path)}:${row}${column === undefined ? '' : `:${column}`}`;
  }
  return null;
}

/** Of a package that is missing, Node says who imports it, and not where. */
function placeOfImport(message: string, { file, path }: FaultyCode): string | null {
  const [, missing] = /^Cannot find (?:package|module) '([^']+)'/.exec(message) ?? [];
  if (missing === undefined || path === undefined || !message.includes(path)) return null;
  const lines = readFileSync(path, 'utf8').split('\n');
  const name = missing.split(/[\\/]/).at(-1) ?? missing;
  const row = lines.findIndex((line) => /\b(import|require|from)\b/.test(line) && line.includes(name));
  return row < 0 ? null : `${file}:${row + 1}`;
}

/** Of an error of syntax in a module, Node says where on stderr alone. */
function placeOfSyntax({ file, path }: FaultyCode): string | null {
  if (path === undefined) return null;
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: 5000 });
  const [, row] = /:(\d+)$/m.exec(stderr) ?? [];
  return row === undefined ? null : `${file}:${row}`;
}

/** Where nothing else is known: the function that is carried out. */
function placeOfUnit({ file, path }: FaultyCode): string | null {
  if (path === undefined) return null;
  const row = readFileSync(path, 'utf8')
    .split('\n')
    .findIndex((line) => /\bexport default\b|\bas default\b|\bmodule\.exports\b/.test(line));
  return row < 0 ? null : `${file}:${row + 1}`;
}

function withoutPaths(text: string, { base, project }: Folders): string {
  return [base, project, process.cwd()]
    .reduce((all, folder) => all.replaceAll(`file://${folder}${sep}`, '').replaceAll(folder + sep, ''), text)
    .replaceAll(homedir(), '~')
    .replace(/(?:file:\/\/)?(?:\/[^\s()'":/]+)+\/node_modules\//g, 'node_modules/');
}

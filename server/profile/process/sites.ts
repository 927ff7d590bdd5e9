import { findSourceMap, type SourceMap } from 'node:module';
import { dirname, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame, SiteLine } from '../../../shared/contract/profile-trace.ts';
import { startsIn } from './key-starts.ts';
import { guarded } from './never-throws.ts';
import { ownData, prototypeOf } from './own-data.ts';
import { profileSettings } from '../settings.ts';
import { ofProgram, ownerOf, pathIn, type FileOwner } from '../program-frames.ts';

/** Where a command was issued, not looked at yet: that is ten times as dear as to keep it. */
export type Stack = object;

/** Frames of the framework and of the client library stand above those of the program. */
const mostFrames = 40;
/** Of a library that is in one file with its program: which frames are its own is seen by a map of that file alone. */
const mostInBundle = 24;

/** The recorder, which stands on the stack where it has wrapped a function; of `trips`, also that of the profiler. */
const ownFolders = [
  dirname(fileURLToPath(import.meta.url)),
  guarded(() => profileSettings()?.code)(),
].flatMap((folder) => (folder === undefined ? [] : `${folder}${sep}`));
/** The functions that run a marked unit or count trips, of this Roundtrip or of another. */
const own =
  /[\\/](?:node_modules[\\/]@roundtrip-lab[\\/]roundtrip[\\/].*|chunks[\\/]mark-[\w-]+|server[\\/]profile[\\/](?:preload|mark|program))\.c?js$/;

/** Keeps the stack of the caller of `below`. As deep as the program says, where it does not let that be changed. */
export function keepStack(below: unknown): Stack {
  const holder = {};
  const usual = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit');
  const isOurs = usual?.writable === true;
  if (isOurs) Error.stackTraceLimit = mostFrames;
  try {
    Error.captureStackTrace(holder, below as () => void);
  } finally {
    if (isOurs) Error.stackTraceLimit = usual.value as number;
  }
  return holder;
}

type Site = Omit<SiteLine, 'k'>;

/** The sites of a process, by their frames. */
export class Sites {
  readonly #known = new Map<string, number>();
  readonly #files = new Map<number, readonly string[]>();
  readonly #root: string;
  readonly #onNew: (site: Site) => void;
  #isFull = false;

  constructor(root: string, onNew: (site: Site) => void) {
    this.#root = root;
    this.#onNew = onNew;
  }

  /** True where a place was left out because there were too many. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** The id of where a stack was kept; `null`: nothing of the program is on it. `within`: as in a line of a trace. */
  idOf(stack: Stack, within: number): number | null {
    const calls = callsOf(stack).filter((call) => fileOf(call).isCode);
    const [innermost] = calls;
    if (!innermost) return null;
    const isBundled = !fileOf(innermost).isClient;
    const { frames, owner } = isBundled
      ? { frames: calls.slice(0, mostInBundle), owner: 'app' }
      : ofProgram(calls, fileOf);
    if (frames.length === 0) return null;
    let key = '';
    for (const call of frames) key += `${fileOf(call).id}:${call.getPosition()} `;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= mostSites) {
      this.#isFull = true;
      return null;
    }
    const id = this.#known.size + 1;
    this.#known.set(key, id);
    this.#files.set(id, [...new Set(calls.slice(0, mostInBundle).map((call) => fileOf(call).path))]);
    const site = { id, frames: frames.map((call) => this.#frameOf(call)), owner };
    this.#onNew(isBundled ? { ...site, within: ownOf(calls, within) } : site);
    return id;
  }

  /** True where the source on the stack of a site composes keys that start so. */
  startsKeys(id: number, start: string): boolean {
    return this.#files.get(id)?.some((file) => startsIn(file).has(start)) === true;
  }

  #frameOf(call: NodeJS.CallSite): Frame {
    const file = fileOf(call).path;
    const [line, column] = [call.getLineNumber() ?? 0, call.getColumnNumber() ?? 0];
    // As in a stack: the place of an `await`, and not of a call.
    const name = `${call.isAsync() ? 'async ' : ''}${call.getFunctionName() ?? ''}`;
    const entry = mapped(file, line, column) ?? saidOriginOf(call);
    return entry
      ? [this.#relative(entry.file), entry.line, entry.column, name]
      : [this.#relative(file), line, column, name];
  }

  #relative(file: string): string {
    if (file === inUrl) return file;
    return relative(this.#root, file).split(sep).join('/');
  }
}

const mostSites = 10_000;
const inUrl = 'data:';

/** How many of the frames are a library’s own, by a method of node-redis that one more function calls. */
function ownOf(calls: readonly NodeJS.CallSite[], usual: number): number {
  const carrier = calls.findIndex((call) => call.getFunctionName()?.endsWith('_executeCommand') === true);
  return carrier < 0 ? usual : carrier + 2;
}

/** Where transpiled code comes from, if this process knows. */
function mapped(
  file: string,
  line: number,
  column: number,
): { file: string; line: number; column: number } | null {
  let entry: ReturnType<SourceMap['findEntry']> | undefined;
  try {
    entry = findSourceMap(file)?.findEntry(line - 1, column - 1);
  } catch {
    // A map that cannot be read is none.
  }
  if (!entry || !('originalSource' in entry)) return null;
  const { originalSource, originalLine, originalColumn } = entry;
  if (typeof originalSource !== 'string' || originalSource === '') return null;
  const path = originalSource.startsWith('/') ? originalSource : pathIn(originalSource);
  // A source that is not on this machine has no path: the place is then the one in what was made of it.
  if (path === null && originalSource.startsWith('file:')) return null;
  return { file: path ?? file, line: originalLine + 1, column: originalColumn + 1 };
}

type WriteStack = (error: Error, calls: readonly NodeJS.CallSite[]) => unknown;

/** The Error of Node itself. In a sandbox of Jest it is another one than the global, and has the writer of Jest. */
const errorOfNode = ((): object => {
  try {
    dirname(null as never);
  } catch (error) {
    for (let one = prototypeOf(error); one; one = prototypeOf(one)) {
      const above = prototypeOf(one);
      const made = above && prototypeOf(above) === null ? ownData(one, 'constructor') : null;
      if (typeof made === 'function') return made;
    }
  }
  return Error;
})();

/**
 * The same as a runtime of its own says it: Vitest, Jest and ts-node keep the maps of what they transpile to themselves,
 * and write stacks by them.
 */
function saidOriginOf(call: NodeJS.CallSite): { file: string; line: number; column: number } | null {
  const write = ownData(Error, 'prepareStackTrace') ?? ownData(errorOfNode, 'prepareStackTrace');
  if (typeof write !== 'function') return null;
  try {
    const text = String((write as WriteStack)(new Error(''), [call]));
    // The last of its brackets: `at Object.name [as /path] (/src/cart.ts:41:20)`.
    const [, name = '', line, column] =
      /.*[(\s]((?:file:|[\\/]|[A-Za-z]:[\\/]).*?):(\d+):(\d+)\)?$/s.exec(text) ?? [];
    if (name === '') return null;
    return { file: pathIn(name) ?? name, line: Number(line), column: Number(column) };
  } catch {
    return null;
  }
}

/** Empty where a setter of the program would run, or nothing can be set. */
function callsOf(stack: Stack): NodeJS.CallSite[] {
  const usual = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  let calls: NodeJS.CallSite[] = [];
  if (!(usual ? usual.writable === true : Object.isExtensible(Error))) return calls;
  Error.prepareStackTrace = (_error, sites) => {
    calls = sites;
    return '';
  };
  try {
    void (stack as { stack?: unknown }).stack;
  } finally {
    if (usual) Error.prepareStackTrace = usual.value as WriteStack;
    else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  }
  return calls;
}

interface CodeFile extends FileOwner {
  id: number;
  path: string;
  /** Not of Node, and not of the recorder. */
  isCode: boolean;
}

const files = new Map<string, CodeFile>();

/** The file of a call, looked at once. */
function fileOf(call: NodeJS.CallSite): CodeFile {
  const name = call.getFileName() ?? '';
  const known = files.get(name);
  if (known) return known;
  // The rest of such a URL is the code itself.
  const path = name.startsWith(inUrl) ? inUrl : (pathIn(name) ?? name);
  const isCode =
    path !== '' &&
    !/^(?:node:|internal)/.test(path) &&
    !own.test(path) &&
    !ownFolders.some((folder) => path.startsWith(folder));
  const file = { id: files.size, path, isCode, ...ownerOf(path) };
  files.set(name, file);
  return file;
}

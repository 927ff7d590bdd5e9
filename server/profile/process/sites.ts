import { findSourceMap } from 'node:module';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Frame } from '../../../shared/contract/profile-trace.ts';

/** Where a command was issued, not looked at yet: that is ten times as dear as to keep it. */
export type Stack = object;

/** Frames of the framework and of the client library stand above those of the program. */
const mostFrames = 40;
/** The innermost frame, and who called it. */
const keptFrames = 4;

/** Client libraries: a site is where they were called. */
const clients =
  /[\\/]node_modules[\\/](?:ioredis|iovalkey|@ioredis[\\/]commands|redis|@redis[\\/]\w+|standard-as-callback|generic-pool|redis-[a-z]+)[\\/]|[\\/]built[\\/](?:[Rr]edis|[Cc]ommand|[Pp]ipeline|autoPipelining|utils|transaction|[Ss]cript)\b|[\\/]dist[\\/]lib[\\/](?:client|RESP|commander|multi-command)\b/;

/** What carries a marked unit out. */
const own = /[\\/](?:chunks[\\/]mark-[\w-]+|server[\\/]profile[\\/](?:preload|mark))\.js$/;

/** Keeps the stack of the caller of `below`. */
export function keepStack(below: unknown): Stack {
  const holder = {};
  const usual = Error.stackTraceLimit;
  Error.stackTraceLimit = mostFrames;
  Error.captureStackTrace(holder, below as () => void);
  Error.stackTraceLimit = usual;
  return holder;
}

export interface Site {
  id: number;
  frames: Frame[];
  owner: string;
}

/** The sites of a process, by their frames. */
export class Sites {
  readonly #known = new Map<string, Site>();
  readonly #root: string;
  readonly #onNew: (site: Site) => void;

  constructor(root: string, onNew: (site: Site) => void) {
    this.#root = root;
    this.#onNew = onNew;
  }

  /** The id of where a stack was kept; `null`: nothing of the program is on it. */
  idOf(stack: Stack): number | null {
    const calls = callsOf(stack).filter((call) => isCode(fileOf(call)) && !own.test(fileOf(call)));
    const outside = calls.filter((call) => !clients.test(fileOf(call)));
    const ofProgram = outside.filter((call) => !isPackage(fileOf(call)));
    const shown = ofProgram.length > 0 ? ofProgram : outside;
    const [nearest] = outside;
    if (!nearest || this.#known.size > mostSites) return null;
    const kept = shown.slice(0, keptFrames);
    const key = kept
      .map((call) => `${fileOf(call)}:${call.getLineNumber() ?? 0}:${call.getColumnNumber() ?? 0}`)
      .join('\n');
    const known = this.#known.get(key);
    if (known) return known.id;
    const site = {
      id: this.#known.size + 1,
      frames: kept.map((call) => this.#frameOf(call)),
      owner: packageOf(fileOf(nearest)) ?? 'app',
    };
    this.#known.set(key, site);
    this.#onNew(site);
    return site.id;
  }

  #frameOf(call: NodeJS.CallSite): Frame {
    const file = fileOf(call);
    const [line, column] = [call.getLineNumber() ?? 0, call.getColumnNumber() ?? 0];
    // As in a stack: the place of an `await`, and not of a call.
    const name = `${call.isAsync() ? 'async ' : ''}${call.getFunctionName() ?? ''}`;
    const entry = originOf(file, line, column);
    return entry
      ? [this.#relative(entry.file), entry.line, entry.column, name]
      : [this.#relative(file), line, column, name];
  }

  #relative(file: string): string {
    return relative(this.#root, file).split(sep).join('/');
  }
}

const mostSites = 10_000;

/** Where transpiled code comes from, if this process knows. */
function originOf(
  file: string,
  line: number,
  column: number,
): { file: string; line: number; column: number } | null {
  const map = findSourceMap(file);
  const entry = map?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry)) return null;
  const { originalSource, originalLine, originalColumn } = entry;
  if (typeof originalSource !== 'string' || originalSource === '') return null;
  return {
    file: originalSource.startsWith('file:')
      ? fileURLToPath(originalSource)
      : originalSource.startsWith('/')
        ? originalSource
        : file,
    line: originalLine + 1,
    column: originalColumn + 1,
  };
}

function callsOf(stack: Stack): NodeJS.CallSite[] {
  const usual = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  let calls: NodeJS.CallSite[] = [];
  Error.prepareStackTrace = (_error, sites) => {
    calls = sites;
    return '';
  };
  void (stack as { stack?: unknown }).stack;
  if (usual) Object.defineProperty(Error, 'prepareStackTrace', usual);
  else delete (Error as { prepareStackTrace?: unknown }).prepareStackTrace;
  return calls;
}

function fileOf(call: NodeJS.CallSite): string {
  const name = call.getFileName() ?? '';
  if (!name.startsWith('file:')) return name;
  try {
    return fileURLToPath(name);
  } catch {
    return name;
  }
}

const isCode = (file: string): boolean =>
  file !== '' && !file.startsWith('node:') && !file.startsWith('internal');
const isPackage = (file: string): boolean => /[\\/]node_modules[\\/]/.test(file);

function packageOf(file: string): string | null {
  const [, name] = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  return name?.replace('\\', '/') ?? null;
}

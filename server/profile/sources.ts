import { statSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { dirname, posix, relative, resolve, sep } from 'node:path';
import type { Frame, SiteLine } from '../../shared/contract/profile-trace.ts';
import type { Sequence } from '../../shared/profile/runs.ts';
import { diffOf } from '../../shared/profile/patch/diff.ts';
import { patchOf } from '../../shared/profile/patch/patch.ts';
import type { Patch, PatchRequest, NoPatch, SourceEvidence } from '../../shared/profile/source-evidence.ts';
import { evidenceOf, functionAt } from '../../shared/profile/source/evidence.ts';
import { SourceFile } from '../../shared/profile/source/source-file.ts';
import { lineOf, type Trace, type TracedSite } from '../../shared/profile/read-trace.ts';
import { outOfBundle, pathIn } from './program-frames.ts';
import { isBelow, readSource } from './source-file.ts';

/** Bytes of a source. */
const mostOfSource = 5 * 1_048_576;
/** Bytes of a built file, and of its map: bundles are large. */
const mostOfBuilt = 64 * 1_048_576;

/** Endings that an import leaves out of the name of a file. */
const sourceEndings = [
  '.ts',
  '.tsx',
  '.js',
  '.mjs',
  '.cjs',
  '.mts',
  '.cts',
  '.jsx',
  '/index.ts',
  '/index.js',
];

/** Syntax trees that are kept. */
const mostTrees = 50;

interface SourcesOptions {
  /** Paths, relative to the root, of which nothing is said. */
  ignored?: readonly string[];
  /**
   * True where the user started the program: it may be made of files beside the root. Of a trace from elsewhere, only
   * files below the root are opened.
   */
  isOwn?: boolean;
}

/** The name of a source in a map of webpack or Turbopack: `webpack://shop/./src/cart.js?1a2b`. */
const bundled = /^(?:webpack|turbopack)(?:-internal)?:\/\/[^/]*\/(?:\.\/|\[project\]\/)?([^?]+)/;

/** A map need not hold the sources. */
type Payload = Omit<SourceMapPayload, 'sourcesContent'> & { sourcesContent?: (string | null)[] };

interface BuiltMap {
  map: SourceMap;
  /** The texts of sources that it holds, by their names in it. */
  texts: ReadonlyMap<unknown, string>;
}

/** The source of a program as it lies on the disk, with where built files come from. */
export class Sources {
  readonly seesSites = true;
  readonly #root: string;
  readonly #ignored: readonly string[];
  readonly #isOwn: boolean;
  readonly #texts = new Map<string, string | null>();
  readonly #marked = new Map<string, ReadonlySet<number>>();
  readonly #sources = new Map<string, SourceFile | null>();
  readonly #maps = new Map<string, BuiltMap | null>();
  /** What maps hold of sources that are not here. */
  readonly #held = new Map<string, string>();

  constructor(root: string, { ignored = [], isOwn = false }: SourcesOptions = {}) {
    this.#root = root;
    this.#isOwn = isOwn;
    this.#ignored = ignored.map((path) => relative(root, resolve(root, path)).split(sep).join('/'));
  }

  /** Holds the code of `node -e`, by the names that Node gives it. */
  holdCode(text: string): void {
    for (const name of ['[eval]', '[eval1]']) this.#held.set(name, text);
  }

  /** PatchNames the places of a trace by the sources that somebody wrote. */
  toOriginals({ units }: Pick<Trace, 'units'>): void {
    const done = new Set<TracedSite>();
    for (const command of units.flatMap(({ commands }) => commands)) {
      const { site } = command;
      if (site && !done.has(site)) {
        done.add(site);
        Object.assign(site, this.#site(site));
        site.key = JSON.stringify([site.owner, ...site.frames]);
      }
      if (site?.frames.length === 0) command.site = null;
    }
  }

  /** The text of a trace, with its places as somebody wrote them. */
  inOriginals(trace: string): string {
    return trace.replaceAll(/^\{"k":"site".*$/gm, (text) => {
      const line = lineOf(text);
      return line?.k === 'site' ? JSON.stringify({ k: line.k, id: line.id, ...this.#site(line) }) : text;
    });
  }

  readonly evidenceOf = (run: Sequence): SourceEvidence | null => {
    // A tree takes a hundred times the bytes of its source.
    if (this.#sources.size > mostTrees) this.#sources.clear();
    return evidenceOf(run, this);
  };

  readonly patchOf = (request: PatchRequest): Patch | NoPatch => patchOf(request, this);

  readonly diffOf = (patches: readonly Patch[]): string => diffOf(patches, (file) => this.#text(file));

  readonly functionOf = (frame: Frame | undefined): string => functionAt(frame, this);

  /** A file of the program with its syntax tree; `null`: it cannot be read or parsed. */
  readonly sourceOf = (file: string): SourceFile | null => {
    const known = this.#sources.get(file);
    if (known !== undefined) return known;
    const text = this.#text(file);
    const source = text === null ? null : SourceFile.of(text, file);
    this.#sources.set(file, source);
    return source;
  };

  readonly isExtended = (name: string): boolean =>
    [...this.#sources.values()].some((source) => source?.extended.has(name));

  /** The file of the program that an import names by a path; `null`: there is none. */
  readonly importOf = ({ file }: SourceFile, specifier: string): SourceFile | null => {
    if (!/^\.{1,2}\//.test(specifier)) return null;
    const path = posix.join(posix.dirname(file), specifier);
    const written = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2');
    const names = [path, written, ...sourceEndings.map((ending) => `${path}${ending}`)];
    for (const name of names) {
      const source = /\.[cm]?[jt]sx?$/.test(name) ? this.sourceOf(name) : null;
      if (source) return source;
    }
    return null;
  };

  /** Whether its file is ignored, or the line before it (or its own) says `roundtrip-ignore`. */
  readonly isIgnored = ({ frames }: Pick<TracedSite, 'frames'>): boolean =>
    frames.slice(0, 2).some(([file, line]) => {
      if (this.#ignored.some((path) => file === path || file.startsWith(`${path}/`))) return true;
      const marked = this.#markedIn(file);
      return marked.has(line) || marked.has(line - 1);
    });

  /** The lines of a source, from 1, that say `roundtrip-ignore`. */
  #markedIn(file: string): ReadonlySet<number> {
    const known = this.#marked.get(file);
    if (known) return known;
    const lines = this.#text(file)?.split('\n') ?? [];
    const marked = new Set(
      lines.flatMap((text, at) => (/\/\/\s*roundtrip-ignore\b/.test(text) ? at + 1 : [])),
    );
    this.#marked.set(file, marked);
    return marked;
  }

  #text(file: string): string | null {
    const known = this.#texts.get(file);
    if (known !== undefined) return known;
    let text: string | null;
    try {
      text = this.#read(resolve(this.#root, file), mostOfSource);
    } catch {
      text = this.#held.get(file) ?? null;
    }
    this.#texts.set(file, text);
    return text;
  }

  /** Throws as `readSource` does, and for a file that a trace from elsewhere may not name. */
  #read(path: string, most: number): string {
    if (!this.#isOwn && !isBelow(this.#root, path)) throw new Error(`${path} is not below ${this.#root}`);
    return readSource(path, most);
  }

  #site({ frames, owner, within }: Pick<SiteLine, 'frames' | 'owner' | 'within'>): {
    frames: Frame[];
    owner: string;
  } {
    const originals = frames.map((frame) => this.#original(frame));
    return within === undefined ? { frames: originals, owner } : outOfBundle({ frames: originals, within });
  }

  /** The place in the source of a place in a built file; the same, where the map does not lead to a file. */
  #original([file, line, column, name]: Frame): Frame {
    const built = this.#mapOf(file);
    const entry = built?.map.findEntry(line - 1, column - 1);
    if (!built || !entry || !('originalSource' in entry)) return [file, line, column, name];
    const source = this.#placeOf(entry.originalSource, file);
    if (source === null) return [file, line, column, name];
    const text = built.texts.get(entry.originalSource);
    if (text !== undefined) this.#held.set(source, text);
    return [source, entry.originalLine + 1, entry.originalColumn + 1, name];
  }

  /** The path of a source that the map of a file names; `null`: no file of this machine. */
  #placeOf(source: unknown, file: string): string | null {
    if (typeof source !== 'string') return null;
    const [, named] = bundled.exec(source) ?? [];
    if (named !== undefined) return this.#fileNamed(named, file);
    const path = source.startsWith('file:')
      ? pathIn(source)
      : resolve(dirname(resolve(this.#root, file)), source);
    return path === null ? null : relative(this.#root, path).split(sep).join('/');
  }

  /**
   * The path of a file that a bundler names from the folder where it was started: the root, or one above the built
   * file. Where there is none, the name as it stands in the map.
   */
  #fileNamed(name: string, file: string): string {
    const built = dirname(resolve(this.#root, file));
    const path = [this.#root, ...foldersAbove(built)].map((base) => resolve(base, name)).find(isRegularFile);
    return path === undefined ? name : relative(this.#root, path).split(sep).join('/');
  }

  #mapOf(file: string): BuiltMap | null {
    const known = this.#maps.get(file);
    if (known !== undefined) return known;
    let map: BuiltMap | null = null;
    try {
      map = this.#readMap(file);
    } catch {
      // A map that cannot be read is none.
    }
    this.#maps.set(file, map);
    return map;
  }

  #readMap(file: string): BuiltMap | null {
    if (!/\.[cm]?js$/.test(file)) return null;
    const path = resolve(this.#root, file);
    const text = this.#read(path, mostOfBuilt);
    const [, url] =
      /^\/\/[#@] sourceMappingURL=(\S+)\s*$/.exec(text.slice(text.lastIndexOf('\n//') + 1)) ?? [];
    if (url === undefined) return null;
    const [, inline] = /^data:application\/json;(?:charset=[\w-]+;)?base64,(.*)$/.exec(url) ?? [];
    const json =
      inline === undefined
        ? this.#read(resolve(dirname(path), decodeURIComponent(url)), mostOfBuilt)
        : Buffer.from(inline, 'base64').toString();
    const payload = JSON.parse(json) as Payload;
    // A bundle has thousands of sources, few of which send commands: where one lies is looked up then.
    const texts = payload.sources.flatMap((source, index): [string, string][] => {
      const text = payload.sourcesContent?.[index];
      return typeof text === 'string' ? [[source, text]] : [];
    });
    return { map: new SourceMap(payload as SourceMapPayload), texts: new Map(texts) };
  }
}

/** A folder and those above it, from the innermost outwards. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersAbove(above)];
}

/** False for a path that no file can have as well. */
function isRegularFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

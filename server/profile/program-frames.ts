import { fileURLToPath } from 'node:url';
import type { Frame, SiteLine } from '../../shared/contract/profile-trace.ts';

/** The innermost frame, and who called it. */
const keptFrames = 4;

/**
 * Client libraries: a site is where they were called. Beside packages, they are known by the folder around their built
 * files: a program may have a `dist/lib/client.js` of its own.
 */
const clients =
  /[\\/]node_modules[\\/](?:ioredis|iovalkey|@ioredis[\\/]commands|redis|@redis[\\/]\w+|standard-as-callback|generic-pool|redis-[a-z]+)[\\/]|[\\/](?:ioredis|iovalkey)[\\/]built[\\/]|[\\/]@redis[\\/]client[\\/]dist[\\/]/;

export interface FileOwner {
  isClient: boolean;
  /** `null`: it is the program’s own. */
  package: string | null;
}

const owners = new Map<string, FileOwner>();

/** Whose a file is; looked at once. */
export function ownerOf(file: string): FileOwner {
  const known = owners.get(file);
  if (known) return known;
  const owner = { isClient: clients.test(`/${file}`), package: packageOf(file) };
  owners.set(file, owner);
  return owner;
}

/** The path in a `file:` URL; `null`: it is none, or of another machine, or of a name that no file can have. */
export function pathIn(url: string): string | null {
  if (!url.startsWith('file:')) return null;
  try {
    return fileURLToPath(url);
  } catch {
    return null;
  }
}

/** Of what stands on a stack, from the innermost outwards, the part that a reader can change, and the package it is of. */
export function ofProgram<T>(
  frames: readonly T[],
  ownerAt: (frame: T) => FileOwner,
): { frames: T[]; owner: string } {
  const own: T[] = [];
  const outside: T[] = [];
  let owner: string | null = null;
  for (const frame of frames) {
    const { isClient, package: of } = ownerAt(frame);
    if (isClient) continue;
    if (outside.length === 0) owner = of;
    if (outside.length < keptFrames) outside.push(frame);
    if (of === null && own.push(frame) === keptFrames) break;
  }
  return { frames: own.length > 0 ? own : outside, owner: owner ?? 'app' };
}

/** The site of a library that is in one file with its program, by the files that this one was made of. */
export function outOfBundle({ frames, within }: Pick<SiteLine, 'frames' | 'within'>): {
  frames: Frame[];
  owner: string;
} {
  const isKnown = frames.some(([file]) => ownerOf(file).isClient);
  // Without a map nothing but the depth tells the library’s own functions.
  return ofProgram(isKnown ? frames : frames.slice(within), ([file]) => ownerOf(file));
}

function packageOf(file: string): string | null {
  const [, name] = /^(?:.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  return name?.replace('\\', '/') ?? null;
}

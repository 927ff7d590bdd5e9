import type { Frame, SiteLine } from '../../shared/contract/profile-trace.ts';

/** The innermost frame, and who called it. */
const keptFrames = 4;

/** Client libraries: a site is where they were called. */
const clients =
  /[\\/]node_modules[\\/](?:ioredis|iovalkey|@ioredis[\\/]commands|redis|@redis[\\/]\w+|standard-as-callback|generic-pool|redis-[a-z]+)[\\/]|[\\/]built[\\/](?:[Rr]edis|[Cc]ommand|[Pp]ipeline|autoPipelining|utils|transaction|[Ss]cript)\b|[\\/]dist[\\/]lib[\\/](?:client|RESP|commander|multi-command)\b/;

export const isOfClient = (file: string): boolean => clients.test(`/${file}`);

/** Of what stands on a stack, from the innermost outwards, the part that a reader can change, and the package it is of. */
export function ofProgram<T>(
  frames: readonly T[],
  fileOf: (frame: T) => string,
): { frames: T[]; owner: string } {
  const outside = frames.filter((frame) => !isOfClient(fileOf(frame)));
  const own = outside.filter((frame) => packageOf(fileOf(frame)) === null);
  const [nearest] = outside;
  return {
    frames: (own.length > 0 ? own : outside).slice(0, keptFrames),
    owner: (nearest === undefined ? null : packageOf(fileOf(nearest))) ?? 'app',
  };
}

/** The site of a library that is in one file with its program, by the files that this one was made of. */
export function outOfBundle({ frames, within }: Pick<SiteLine, 'frames' | 'within'>): {
  frames: Frame[];
  owner: string;
} {
  const isKnown = frames.some(([file]) => isOfClient(file));
  // Without a map nothing but the depth tells the library’s own functions.
  return ofProgram(isKnown ? frames : frames.slice(within), ([file]) => file);
}

function packageOf(file: string): string | null {
  const [, name] = /^(?:.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(file) ?? [];
  return name?.replace('\\', '/') ?? null;
}

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** Bytes of an output that are kept to be compared, and at its end to be shown. */
const mostCompared = 262_144;
const mostShown = 4096;

/** The output of a program, bounded: all of it is counted and hashed, and its end is kept. */
export interface Captured {
  bytes: number;
  sha256: string;
  /** The last letters of it. */
  end: string;
  /** The SHA-256 of the text without its times, as in `12 ms`; `null`: it is too long. */
  timelessSha256: string | null;
}

/** Reads a stream to its end without keeping more of it than is shown or compared. */
export function capture(stream: Readable): () => Captured {
  const hash = createHash('sha256');
  const head: Buffer[] = [];
  let bytes = 0;
  let last = Buffer.alloc(0);
  stream.on('data', (chunk: Buffer) => {
    hash.update(chunk);
    if (bytes < mostCompared) head.push(chunk);
    bytes += chunk.length;
    last = Buffer.concat([last, chunk]).subarray(-mostShown);
  });
  stream.on('error', () => undefined);
  return () => ({
    bytes,
    sha256: hash.copy().digest('hex'),
    end: last.toString('utf8'),
    timelessSha256:
      bytes > mostCompared ? null : sha256(Buffer.concat(head).toString('utf8').replaceAll(times, '…')),
  });
}

/** Durations and the time of the day, which differ between two runs of the same work. */
const times = /\b\d+(?:[.,:]\d+)*\s?(?:ns|µs|us|ms|s|m|min)\b|\b\d\d?:\d\d(?::\d\d(?:\.\d+)?)?\b/g;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

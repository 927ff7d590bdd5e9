import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isFolder } from '../redis/connection/read-text-file.ts';
import { MonitorReader, type MonitorLog } from '../../shared/profile/monitor.ts';

/** What stands behind a command's name is not looked at: a value may be half a gigabyte. */
const keptOfName = 4096;
const chunkBytes = 262_144;
/** Characters of a value of half a gigabyte in a line, and more than any device without lines needs to be known by. */
const longestLine = 1_073_741_824;
const utf16Mark = 0xfeff;

/** Reads a log of MONITOR, however large; `-`: of stdin. Throws as `openSync` and `readSync` do. */
export function readMonitorFile(file: string): MonitorLog {
  const reader = new MonitorReader();
  for (const { text, isWhole } of fileLines(file)) reader.add(text, isWhole);
  return reader.end();
}

/** The first characters of each line; `isWhole`: false for a last line that nothing ends. */
interface FileLine {
  text: string;
  isWhole: boolean;
}

/** Lines of a file, however many; `-`: of stdin. Throws as `openSync` and `readSync` do, and for a file without lines. */
export function* fileLines(file: string, keptOfLine = keptOfName): Generator<FileLine> {
  const descriptor = file === '-' ? 0 : openSync(file, 'r');
  try {
    let kept = '';
    let length = 0;
    for (const chunk of chunksOf(descriptor)) {
      const [first = '', ...others] = chunk.split('\n');
      const last = others.pop();
      kept = (kept + first).slice(0, keptOfLine);
      length += first.length;
      if (length > longestLine) throw new RangeError('it has a line of more than 1 GB');
      if (last === undefined) continue;
      yield { text: kept, isWhole: true };
      for (const text of others) yield { text: text.slice(0, keptOfLine), isWhole: true };
      kept = last.slice(0, keptOfLine);
      length = last.length;
    }
    if (kept !== '') yield { text: kept, isWhole: false };
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EISDIR' ? new Error(isFolder) : error;
  } finally {
    if (file !== '-') closeSync(descriptor);
  }
}

/** PowerShell writes UTF-16 with a mark before it. */
function* chunksOf(descriptor: number): Generator<string> {
  let decoder: StringDecoder | null = null;
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return;
    decoder ??= new StringDecoder(chunk.readUInt16LE(0) === utf16Mark ? 'utf16le' : 'latin1');
    yield decoder.write(chunk.subarray(0, length));
  }
}

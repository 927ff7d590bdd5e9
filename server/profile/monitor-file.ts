import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { isMonitorLine, MonitorReader, type MonitorLog } from '../../shared/profile/monitor.ts';

/** What stands behind a command's name is not looked at: a value may be half a gigabyte. */
const keptOfLine = 4096;
const chunkBytes = 262_144;

/** Reads a log of MONITOR, however large; `-`: of stdin. Throws as `openSync` and `readSync` do. */
export function readMonitorFile(file: string): MonitorLog {
  const reader = new MonitorReader();
  const descriptor = file === '-' ? 0 : openSync(file, 'r');
  try {
    let kept = '';
    for (const text of chunksOf(descriptor)) {
      const [first = '', ...others] = text.split('\n');
      const last = others.pop();
      kept = (kept + first).slice(0, keptOfLine);
      if (last === undefined) continue;
      reader.add(kept);
      for (const line of others) reader.add(line.slice(0, keptOfLine));
      kept = last.slice(0, keptOfLine);
    }
    if (kept !== '') reader.add(kept, false);
  } finally {
    if (file !== '-') closeSync(descriptor);
  }
  return reader.end();
}

function* chunksOf(descriptor: number): Generator<string> {
  const decoder = new StringDecoder('latin1');
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (;;) {
    const length = readSync(descriptor, chunk);
    if (length === 0) return;
    yield decoder.write(chunk.subarray(0, length));
  }
}

/** Whether a file begins as a log of MONITOR. Throws as `openSync` and `readSync` do. */
export function isMonitorFile(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const chunk = Buffer.allocUnsafe(keptOfLine);
    const text = chunk.subarray(0, readSync(descriptor, chunk)).toString('latin1');
    return text.split(/\r?\n/).slice(0, 3).some(isMonitorLine);
  } finally {
    closeSync(descriptor);
  }
}

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TraceFolder } from '../../../server/profile/live/trace-folder.ts';
import { tracesIn } from '../../../server/profile/traces-in.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const write = (folder: string, file: string, text: string | Buffer) => {
  appendFileSync(join(folder, file), text);
};

test('A line is read once it is whole, wherever it was cut', () => {
  const folder = temporaryFolder();
  const traces = new TraceFolder(folder);
  expect(traces.look()).toEqual([]);
  const whole = Buffer.from('{"name":"ключ"}\n{"name":"second"}\n');
  const read: string[] = [];
  for (const byte of whole) {
    write(folder, 'a.jsonl', Buffer.of(byte));
    read.push(...traces.look().map(({ text }) => text));
  }
  expect(read).toEqual(['{"name":"ключ"}\n', '{"name":"second"}\n']);
  write(folder, 'notes.txt', 'no trace\n');
  expect(traces.look()).toEqual([]);
});

test('A look reads at most 1 MiB, and files take turns; all is read in the end', () => {
  const folder = temporaryFolder();
  const line = `${'x'.repeat(1000)}\n`;
  write(folder, 'busy.jsonl', line.repeat(3000));
  write(folder, 'quiet.jsonl', 'y\n');
  const traces = new TraceFolder(folder);
  const looks = Array.from({ length: 5 }, () => traces.look());
  for (const pieces of looks)
    expect(pieces.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(1_048_576);
  expect(looks[0]).toContainEqual({ file: 'quiet.jsonl', text: 'y\n' });
  const busy = looks.flat().filter(({ file }) => file === 'busy.jsonl');
  expect(busy.map(({ text }) => text).join('')).toBe(line.repeat(3000));
  expect(looks.at(-1)).toEqual([]);
});

test('A line beyond all bounds is left out, and those around it are read', () => {
  const folder = temporaryFolder();
  write(folder, 'a.jsonl', `before\n${'x'.repeat(600_000)}`);
  const traces = new TraceFolder(folder);
  const read = () => traces.look().map(({ text }) => text);
  const first = read();
  write(folder, 'a.jsonl', `${'x'.repeat(300_000)}\nafter\n`);
  expect([...first, ...read()].join('')).toBe('before\nafter\n');
});

test('Pipes, devices and folders among the traces are not read, and the traces beside them are', () => {
  const folder = temporaryFolder();
  execFileSync('mkfifo', [join(folder, 'a.jsonl')]);
  symlinkSync('/dev/zero', join(folder, 'b.jsonl'));
  mkdirSync(join(folder, 'c.jsonl'));
  const trace = '{"k":"cmd"}\n';
  write(folder, 'd.jsonl', trace);
  expect(new TraceFolder(folder).look()).toEqual([{ file: 'd.jsonl', text: trace }]);
  const { traces, processes } = tracesIn(folder, 1000);
  expect(processes).toBe(4);
  expect(traces.filter((text) => text.includes('"k":"fault"'))).toHaveLength(3);
  expect(traces).toContain(trace);
  expect(tracesIn(folder, trace.length - 1).traces).not.toContain(trace);
});

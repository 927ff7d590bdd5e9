import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Budget } from '../../server/profile/process/budget.ts';
import { ProgramRecorder } from '../../server/profile/process/recorder.ts';
import { TraceFile } from '../../server/profile/process/trace-file.ts';
import { traceVersion } from '../../shared/contract/profile-trace.ts';
import { readTrace } from '../../shared/profile/read-trace.ts';
import { folderForAll } from '../support/temporary-folder.ts';

const folder = folderForAll();

test('a program that closes all descriptors gets no line of the trace into a file of its own', () => {
  const path = join(folder(), 'a.trace');
  const file = new TraceFile(path, 1e6, new Budget(1));
  file.write({ line: 1 });
  file.flush();
  const descriptor = Number(
    readdirSync('/proc/self/fd').find((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`) === path;
      } catch {
        return false;
      }
    }),
  );
  closeSync(descriptor);
  file.write({ line: 2 });
  expect(() => {
    file.flush();
  }).toThrow('EBADF');
  const own = join(folder(), 'own.txt');
  expect(openSync(own, 'w')).toBe(descriptor);
  file.write({ line: 3 });
  expect(() => {
    file.flush();
  }).toThrow(expect.objectContaining({ code: 'EBADF' }));
  expect([readFileSync(path, 'utf8'), readFileSync(own, 'utf8')]).toEqual(['{"line":1}\n', '']);
  closeSync(descriptor);
});

test('the name of a unit is in the file once the first unit of it ends, and its counts follow', () => {
  const path = join(folder(), 'b.trace');
  const budget = new Budget(0);
  const recorder = new ProgramRecorder(new TraceFile(path, 1e6, budget), budget, {
    root: folder(),
    program: () => 'app.js',
  });
  for (const name of ['GET /front', 'GET /front', 'GET /cart/:id'])
    recorder.end(recorder.begin('http', [], name), name);
  // No turn has passed: a process that is killed now has said which units there were.
  expect(readFileSync(path, 'utf8')).toMatch(/"GET \/front",\d\].*"GET \/cart\/:id",1\]/);
  recorder.close();
});

test('a unit that is open is in the file after the turn of its first command, until it ends', async () => {
  const path = join(folder(), 'c.trace');
  const budget = new Budget(1);
  const recorder = new ProgramRecorder(new TraceFile(path, 1e6, budget), budget, {
    root: folder(),
    program: () => 'app.js',
  });
  const unit = recorder.begin('mark', [], 'nightly');
  recorder.context.run(unit, () =>
    recorder.issued(['key'], 'GET', { lib: 'ioredis', below: null, frames: 0 }),
  );
  await new Promise(setImmediate);
  // The file of a process that is killed now.
  const whyNot = () => readTrace(`{"k":"meta","v":${traceVersion}}\n${readFileSync(path, 'utf8')}`).leftOut;
  expect(whyNot()).toEqual(['unfinished']);
  recorder.end(unit, 'nightly');
  await new Promise(setImmediate);
  expect(whyNot()).toEqual([]);
});

test('a toJSON that a program gave to every object is not called, and lines are the same', () => {
  const line = { k: 'cmd', list: [1, [null, 'a"b']], left: undefined, inner: { of: true } };
  const written = (name: string) => {
    const path = join(folder(), name);
    const file = new TraceFile(path, 1e6, new Budget(1));
    file.write(line);
    file.writeLast(() => line);
    file.flush();
    return readFileSync(path, 'utf8');
  };
  const usual = written('usual.trace');
  let calls = 0;
  const ofProgram = { value: () => ++calls, configurable: true };
  for (const prototype of [Object.prototype, Array.prototype])
    try {
      Object.defineProperty(prototype, 'toJSON', ofProgram);
      expect(written(`${String(prototype === Object.prototype)}.trace`) === usual).toBe(true);
    } finally {
      Reflect.deleteProperty(prototype, 'toJSON');
    }
  expect(calls).toBe(0);
});

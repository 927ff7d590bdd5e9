import { expect, test } from 'vitest';
import { CommandReader } from '../../../server/engine/program/command-reader.ts';
import { strayWrite } from '../../../server/engine/program/stray-write.ts';

const encode = (...words: string[]) =>
  Buffer.from(
    `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`,
  );

test('commands are read whole, however they are cut into pieces', () => {
  const sent = [['SET', 'k:ü', 'a\r\n*2\r\nb'], ['PING'], ['MGET', 'a', 'b']];
  const bytes = Buffer.concat([...sent.map((words) => encode(...words)), Buffer.from('GET typed\r\n')]);
  for (let size = 1; size <= bytes.length; size += 3) {
    const read: string[][] = [];
    const reader = new CommandReader((words) => read.push(words));
    for (let at = 0; at < bytes.length; at += size) reader.read(bytes.subarray(at, at + size));
    expect(read).toEqual([...sent, ['GET', 'typed']]);
  }
});

test('of a long value the beginning is kept, and the next command follows it', () => {
  const read: string[][] = [];
  new CommandReader((words) => read.push(words)).read(
    Buffer.concat([encode('SET', 'k', 'x'.repeat(100_000)), encode('GET', 'k')]),
  );
  expect(read.map((words) => words.map(({ length }) => length))).toEqual([
    [3, 1, 512],
    [3, 1],
  ]);
});

test.each<[string, string | null]>([
  ['SET run:a:k v', null],
  ['SET other v', 'other'],
  ['MSET run:a:k 1 other 2', 'other'],
  ['GET other', null],
  ['EVAL script 1 other', 'other'],
  ['EVAL script 0', null],
  ['ZUNIONSTORE other 1 run:a:k', 'other'],
  ['FLUSHALL', 'FLUSHALL'],
  ['flushdb', 'FLUSHDB'],
  ['CONFIG SET save', 'CONFIG SET'],
  ['CONFIG GET save', null],
  ['PUBLISH channel text', null],
  ['JSON.SET other $ 1', null],
  ['constructor', null],
])('%s writes outside its prefix: %s', (line, stray) => {
  expect(strayWrite(line.split(' '), 'run:a:')).toBe(stray);
});

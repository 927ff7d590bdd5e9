import { expect, test } from 'vitest';
import { CommandReader } from '../../../server/engine/program/command-reader.ts';
import metadata from '@ioredis/commands/built/commands.json' with { type: 'json' };
import { countedAs } from '../../../server/engine/program/unit-watch.ts';
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
  ['XGROUP CREATE other g $ MKSTREAM', 'other'],
  ['XGROUP CREATE run:a:s g $ MKSTREAM', null],
  ['XINFO STREAM other', null],
  ['OBJECT ENCODING other', null],
  ['PUBLISH channel text', null],
  ['JSON.SET other $ 1', null],
  ['constructor', null],
])('%s writes outside its prefix: %s', (line, stray) => {
  expect(strayWrite(line.split(' '), 'run:a:')).toBe(stray);
});

interface Flagged {
  flags: string[];
  subcommands?: Record<string, Flagged>;
}

/** Commands with the flag admin that tell something, are about their own connection, or are of replicas. */
const harmless =
  'acl dryrun, acl getuser, acl list, acl log, acl users, backup list, backup status, client list, client no-evict, cluster count-failure-reports, cluster replicas, cluster slaves, config get, hotkeys get, latency doctor, latency graph, latency histogram, latency history, latency latest, module list, monitor, pfselftest, psync, replconf, slowlog get, slowlog len, sync'.split(
    ', ',
  );

test('every command that Redis flags as admin changes more than keys, but for those that only tell', () => {
  const flagged = Object.entries(metadata as Record<string, Flagged>).flatMap(
    ([name, { flags, subcommands }]) =>
      Object.entries({ '': { flags }, ...subcommands }).flatMap(([sub, own]) =>
        own.flags.includes('admin') ? [`${name} ${sub}`.trim()] : [],
      ),
  );
  expect(flagged.length).toBeGreaterThan(70);
  const passing = flagged.filter((line) => strayWrite(line.split(' '), 'run:a:') === null);
  expect(passing.toSorted()).toEqual(harmless);
});

test.each([
  ['config', 'get', ['config', 'config|get']],
  ['hotkeys', 'start', ['hotkeys', 'hotkeys|start']],
  ['get', 'key', ['get']],
])('a server counts %s %s under these names: %j', (name, first, names) => {
  expect(countedAs(name, first)).toEqual(names);
});

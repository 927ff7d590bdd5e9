import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultyReaders } from '../../campaign/faulty/faulty-readers.ts';
import { hostileFolder } from '../../campaign/recordings/hostile-folder.ts';
import { WatchedReader } from '../../campaign/recordings/watched-reader.ts';
import { Subject } from '../../campaign/subject.ts';

let subject: Subject;
let root = '';

beforeAll(() => {
  subject = new Subject();
  const base = join(subject.folder, '.read');
  mkdirSync(base);
  ({ root } = hostileFolder(base));
});
afterAll(() => {
  subject.remove();
});

const seen: Readonly<Record<string, RegExp>> = {
  'faulty:hangs': /^had not ended/,
  'faulty:ends': /^ended by 7$/,
  'faulty:another code': /^ended with 7/,
  'faulty:stack': /^wrote TypeError/,
  'faulty:throws': /^ended by 1$/,
  'faulty:memory': /^took \d+ MB$/,
  'faulty:processor': /ms of processor time$/,
  'faulty:opens': /^opened .*secret\.js/,
  'faulty:quotes': /quotes a file/,
  'faulty:controls': /has "\\u001b"$/,
  'faulty:pollutes': /^put Object\.prototype\.polluted/,
};

test('each harm of a reader is planted', () => {
  expect(Object.keys(seen)).toEqual(Object.keys(faultyReaders));
});

test.each(Object.entries(seen))('the harm of %s is seen', { timeout: 120_000 }, async (name, harm) => {
  // The others end by themselves, however busy the machine is.
  const slowestMs = name === 'faulty:hangs' ? 2000 : 90_000;
  const reader = new WatchedReader(subject, root, { slowestMs, mostCpuMs: 500 });
  try {
    const [first = ''] = await reader.read([name], [0]);
    expect(first).toMatch(harm);
  } finally {
    await reader.end();
  }
});

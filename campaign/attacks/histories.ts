import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { HistoryStore } from '../../server/history/history-store.ts';
import type { Result } from '../../shared/contract/result.ts';
import { randomFrom } from '../../shared/statistics/statistics.ts';
import { casesAt, Findings, type Attack } from '../attack.ts';
import { stumble, Subject } from '../subject.ts';

const answerMs = 10_000;

/** Files of the history that a disk or a person has damaged: the server starts, answers, and says what it cannot keep. */
export const histories: Attack = {
  name: 'histories',
  about:
    'bytes changed, cut short, texts that are no UTF-8, another version, read-only, deleted, a full disk',
  async run({ seed, scale }) {
    const found = new Findings();
    const maker = new Subject();
    try {
      const whole = await makeWhole(maker);
      const random = randomFrom(seed);
      const damages = damagesOf(random, casesAt(scale, { short: 2, pairs: 20, full: 200 }));
      // Each starts a server: the tests take every sixth.
      const chosen = damages.filter((_, index) => scale !== 'short' || index % 6 === 0);
      for (const [name, damage] of chosen) found.add(name, await wrongWith(whole, damage));
      const full = await onFullDisk(whole);
      if (full === 'skipped') found.skipped.push('a full disk: needs root, to mount a small tmpfs');
      else found.add('a disk with 200 kB left', full);
    } finally {
      maker.remove();
    }
    return found;
  },
};

/** A history with a run of each kind in it, made by the program itself. */
async function makeWhole(maker: Subject): Promise<string> {
  const json = join(maker.folder, '.result.json');
  const ended = await maker
    .start([
      'bench',
      '--strategy',
      'one-by-one,pipeline',
      '--duration',
      '200ms',
      '--warmup',
      '0',
      '-q',
      '--json',
      json,
    ])
    .endedWithin(60_000);
  if (ended?.by !== 0) throw new Error(`no result to keep: ${ended?.stderr ?? 'it did not end'}`);
  const result = JSON.parse(readFileSync(json, 'utf8')) as Result;
  const file = join(maker.folder, '.whole.sqlite');
  const store = await HistoryStore.open(file);
  for (const id of ['a', 'b', 'c']) await store.keepRun({ ...result, id }, []);
  store.close();
  return file;
}

type Damage = (file: string) => void;

function damagesOf(random: () => number, count: number): [string, Damage][] {
  const sql =
    (statement: string): Damage =>
    (file) => {
      const database = new Libsql(file);
      database.exec(statement);
      database.close();
    };
  const columns = [
    'id',
    'kind',
    'name',
    'tags',
    'started_at',
    'state',
    'about',
    'summary',
    'lanes',
    'words',
    'sought',
  ];
  return [
    ...columns.map((column): [string, Damage] => [
      `${column} that is no UTF-8`,
      sql(`UPDATE entries SET ${column} = CAST(x'FF41FE' AS TEXT) WHERE id = 'b'`),
    ]),
    ['a document that cannot be unpacked', sql("UPDATE contents SET document = x'1F8B00' WHERE id = 'b'")],
    ['a newer version', sql('PRAGMA user_version = 99')],
    ['another program', sql('PRAGMA application_id = 7')],
    [
      'an empty file',
      (file) => {
        writeFileSync(file, '');
      },
    ],
    [
      'read-only',
      (file) => {
        chmodSync(file, 0o400);
      },
    ],
    [
      'a folder in its place',
      (file) => {
        rmSync(file);
        mkdirSync(file);
      },
    ],
    ...Array.from({ length: count }, (_, index): [string, Damage] => [
      `bytes changed, ${index}`,
      (file) => {
        const bytes = readFileSync(file);
        for (let hit = 0; hit < 20; hit++)
          bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
        writeFileSync(file, bytes);
      },
    ]),
    ...Array.from({ length: Math.ceil(count / 2) }, (_, index): [string, Damage] => [
      `cut short, ${index}`,
      (file) => {
        truncateSync(file, Math.floor(random() * statSync(file).size));
      },
    ]),
  ];
}

async function wrongWith(whole: string, damage: Damage): Promise<string | null> {
  const subject = new Subject();
  try {
    const file = join(subject.folder, '.history.sqlite');
    copyFileSync(whole, file);
    damage(file);
    return await serverWith(subject, file);
  } finally {
    subject.remove();
  }
}

/** Starts on that history, reads it, and ends. */
async function serverWith(subject: Subject, file: string): Promise<string | null> {
  const server = subject.start(['start', '--port', '0', '--history', file]);
  const url = await server.url().catch((error: unknown) => String(error));
  if (!url.startsWith('http')) return url;
  for (const path of [
    '/api/history',
    '/api/history?tag=x&search=y',
    '/api/history/a',
    '/api/history/b',
    '/api/history/b/export/json',
  ]) {
    const answer = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(answerMs) }).catch(String);
    if (typeof answer === 'string') return `${path}: ${answer}, ${server.stderr.slice(-500)}`;
    if (![200, 404, 409, 503].includes(answer.status))
      return `${path}: ${answer.status} ${(await answer.text()).slice(0, 300)}; ${server.stderr.slice(-800)}`;
    await answer.arrayBuffer();
  }
  await server.stop();
  if (stumble.test(server.stderr)) return `wrote ${server.stderr.slice(-800)}`;
  const left = subject.processes();
  return left.length > 0 ? `${left.length} processes are left` : null;
}

async function onFullDisk(whole: string): Promise<string | null> {
  if (process.getuid?.() !== 0) return 'skipped';
  const subject = new Subject();
  const disk = join(subject.folder, '.disk');
  mkdirSync(disk);
  const size = statSync(whole).size + 200_000;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk], { stdio: 'pipe' });
  } catch {
    subject.remove();
    return 'skipped';
  }
  try {
    const file = join(disk, 'history.sqlite');
    copyFileSync(whole, file);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(150_000));
    return await serverWith(subject, file);
  } finally {
    execFileSync('umount', ['-l', disk]);
    subject.remove();
  }
}

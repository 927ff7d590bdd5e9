import { expect, test } from 'vitest';
import { traceVersion } from '../../../shared/contract/profile-trace.ts';
import { profileOf, withoutSource } from '../../../shared/profile/profile-of.ts';
import { readTrace, type TracedCommand } from '../../../shared/profile/read-trace.ts';
import { headlineOf } from '../../../shared/profile/report.ts';
import { profile as words } from '../../../shared/words/en/profile.ts';

const text = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const process = text(
  { k: 'meta', v: traceVersion, node: '24.0.0', source: 'patch', budget: 1, pid: 1 },
  ...[3, 9].map((line, at) => ({ k: 'site', id: at + 1, frames: [['app.js', line, 5, 'f']], owner: 'app' })),
);

/** A unit of one command. */
const unit = (id: number, name: string, change: Partial<TracedCommand> & { s: number; t0: number }) =>
  text(
    {
      ...{ k: 'cmd', id: id + 1, u: id, lib: 'ioredis', key: null, kn: id, an: null, sent: [1, 0], b: null },
      ...{ n: 'GET', mode: 'one', conn: 1, nil: 0, err: 0, turn: [0, 0], deps: [], tc: change.t0 },
      ...change,
    },
    { k: 'unit', id, kind: 'http', name, t0: change.t0, t1: 2000 },
  );

/** What is said of a BLPOP from 0 to 1100 ms, and of a GET that is issued while it waits. */
function said({ blpop = {}, get = {}, between = '' }): [code: string, headline: string] {
  const trace = readTrace(
    process +
      unit(2, 'GET /jobs', { n: 'BLPOP', s: 1, t0: 0, t1: 1100, ...blpop }) +
      between +
      unit(4, 'GET /front', { s: 2, t0: 100, t1: 1101, ...get }),
  );
  const profile = profileOf(trace, { startedAt: '', program: 'app.js', tookMs: 1 }, withoutSource('patch'));
  return [profile.findings.map(({ code }) => code).join(), headlineOf(profile, words)];
}

test('a command that waited behind a blocking one on its connection is named, with both lines', () => {
  expect(said({})).toEqual([
    'held',
    'BLPOP at app.js:3:5 held a GET at app.js:9:5 for 1000 ms in one request. They share a connection.',
  ]);
});

test.each([
  ['on another connection', { get: { conn: 2 } }],
  ['in another process', { between: process }],
  ['that was sent when it was over', { get: { t0: 1100.5 } }],
  ['behind one in a transaction, where nothing blocks', { blpop: { mode: 'multi' } as const }],
  ['that had its reply before', { get: { t1: 200 } }],
])('nothing is said of a command %s', (_, given) => {
  expect(said(given)[0]).toBe('');
});

import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { patchOfRun } from '../../../server/cli/mcp/profile-data.ts';
import type { ProgramRun } from '../../../server/cli/mcp/program-runs.ts';
import type { ProfileFinding } from '../../../shared/contract/profile.ts';
import { aFinding, aProfile } from '../../support/a-profile.ts';
import { folderForAll, temporaryFolder } from '../../support/temporary-folder.ts';

const folder = folderForAll();
const startedAt = '2026-11-30T12:00:00.000Z';

const diffOf = (file: string, line = 'await all();') =>
  `--- a/${file}\n+++ b/${file}\n@@ -1,1 +1,1 @@\n-await one();\n+${line}\n`;

const output = { bytes: 0, sha256: '', end: '', timelessSha256: null };
const runOf = (findings: ProfileFinding[], patch?: string): ProgramRun => ({
  ...{ run: 3, exitCode: 0, isStopped: false, stdout: output, stderr: output, isServerUnused: false },
  profile: { ...aProfile(findings), startedAt, ...(patch === undefined ? {} : { patch }) },
});

/** A file that was changed at this time. */
function file(name: string, changedAt = '2026-11-30T11:00:00.000Z'): void {
  writeFileSync(join(folder(), name), 'await one();\n');
  utimesSync(join(folder(), name), new Date(changedAt), new Date(changedAt));
}

const patched = (name: string, line?: string) =>
  aFinding(1, { patch: { diff: diffOf(name, line), trips: 1 } });

test('The patch of all findings is that of the profile, and of one that of the finding', () => {
  file('job.mjs');
  const run = runOf([aFinding(1), patched('job.mjs')], 'the whole');
  expect([patchOfRun(run, null, folder()), patchOfRun(run, 2, folder())]).toEqual([
    'the whole',
    diffOf('job.mjs'),
  ]);
});

test.each([
  ['of a file above the root', '../job.mjs', 'no longer there'],
  ['of a link to the outside', 'link.mjs', 'not below the root'],
  ['of a file that was changed since', 'later.mjs', 'was changed since run 3 started'],
  ['of a file that is gone', 'gone.mjs', 'no longer there'],
])('A patch %s is refused, alone and among all', (_what, name, message) => {
  const outside = join(temporaryFolder(), 'outside.mjs');
  writeFileSync(outside, '');
  if (name === 'link.mjs') symlinkSync(outside, join(folder(), name));
  file('later.mjs', '2026-11-30T12:00:01.000Z');
  const run = runOf([patched(name)], diffOf(name));
  expect(() => patchOfRun(run, 1, folder())).toThrow(message);
  expect(() => patchOfRun(run, null, folder())).toThrow(message);
});

test.each([
  ['an escape', '\u001b[2K', 'control characters'],
  ['70,000 bytes', 'x'.repeat(70_000), 'more than 65536 bytes'],
])('A patch with %s is refused', (_what, line, message) => {
  file('job.mjs');
  expect(() => patchOfRun(runOf([patched('job.mjs', line)]), 1, folder())).toThrow(message);
});

test.each([
  ['no finding of this number', 9, 'There is no finding 9; the run has 1'],
  ['a finding without a patch', 1, 'Finding 1 has no patch'],
  ['no patch at all', null, 'No finding of this run has a patch'],
])('There is %s', (_what, number, message) => {
  expect(() => patchOfRun(runOf([aFinding(1)]), number, folder())).toThrow(message);
});

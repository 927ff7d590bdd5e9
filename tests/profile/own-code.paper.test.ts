import { expect, test } from 'vitest';
import { judgeRecording } from '../../server/profile/judge-recording.ts';
import { Sources } from '../../server/profile/sources.ts';
import { sampleSource, sampleTrace } from '../support/sample-trace.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  ['read', '[eval]', ['node', '-e', sampleSource], 1, 'independent-sequence'],
  [
    'read in a module',
    '[eval1]',
    ['/usr/bin/node', '--input-type=module', '--eval', sampleSource],
    1,
    'independent-sequence',
  ],
  ['not read where another process may have its own', '[eval]', ['node', '-e', sampleSource], 2, 'sequence'],
  ['not read behind a shell', '[eval]', ['sh', '-c', `node -e '${sampleSource}'`], 1, 'sequence'],
])('The code of node -e is %s', (_how, file, command, processes, code) => {
  const traces = [sampleTrace.replace('src/cart.ts', file)];
  const recorded = { traces, processes, tookMs: 500, startedAt: '2026-01-01T00:00:00.000Z', command };
  const { profile } = judgeRecording(recorded, new Sources(temporaryFolder(), { isOwn: true }));
  expect(profile.findings).toMatchObject([{ code, site: { file, line: 9 } }]);
});

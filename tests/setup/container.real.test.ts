import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each([
  [['start'], 'roundtrip start'],
  [['bench', '-u', 'redis://redis:6379'], 'roundtrip bench -u redis://redis:6379'],
  [['roundtrip', 'bench', '-P', '16'], 'roundtrip bench -P 16'],
  [['--version'], 'roundtrip --version'],
  [['echo', 'another', 'program'], 'another program'],
])('a container that is given %j runs %s', (words, ran) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'roundtrip'), '#!/bin/sh\necho roundtrip "$@"\n');
  chmodSync(join(folder, 'roundtrip'), 0o755);
  const { stdout, status } = spawnSync(join(projectRoot, 'server/setup/container.sh'), words, {
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  expect([stdout, status]).toEqual([`${ran}\n`, 0]);
});

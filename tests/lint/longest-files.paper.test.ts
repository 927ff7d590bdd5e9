import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { longestFiles } from '../support/longest-files.ts';
import { projectRoot } from '../support/project-root.ts';

test('Every file that starts early in a clean clone is there, and named once', () => {
  expect(longestFiles.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
  expect(new Set(longestFiles).size).toBe(longestFiles.length);
});

import { expect, test } from 'vitest';
import { projectRoot } from '../support/project-root.ts';
import { finish } from './small-project.ts';

interface Component {
  group?: string;
  name: string;
  version: string;
}

test('npm run -s sbom lists what a release installs and what is built into it, and no tool', async () => {
  const { code, stdout } = await finish(['npm', 'run', '-s', 'sbom'], projectRoot);
  expect(code).toBe(0);
  const { components } = JSON.parse(stdout) as { components: Component[] };
  const names = components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  for (const name of ['libsql', 'jiti', 'fastify', 'ioredis', 'svelte', 'chart.js', 'zod'])
    expect(names).toContain(name);
  for (const tool of ['vite', 'vitest', 'typescript', 'eslint', 'playwright-core'])
    expect(names).not.toContain(tool);
});

import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useEmbedded } from '../support/embedded.ts';
import { projectRoot } from '../support/project-root.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runStep } from '../support/workflow-step.ts';

const embedded = useEmbedded();
const page = readFileSync(join(projectRoot, 'docs/tutorials/ci-gate.md'), 'utf8');
const blocks = (language: string) =>
  [...page.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(([, text = '']) => text);

/** The codes that the page says, in its order. */
const said = [...page.matchAll(/`echo \$\?` prints `(\d+)`/g)].map(([, code]) => Number(code));

test('the tutorial on a gate leads from a shop to a gate that fails, by the commands that it shows', async () => {
  const folder = temporaryFolder();
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const main = join(projectRoot, 'dist/server/cli/main.js');
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1 $2 $3" = "--no -- roundtrip" ] || exit 1\nshift 3\nexec "${process.execPath}" "${main}" "$@"\n`,
  );
  chmodSync(join(bin, 'npx'), 0o755);
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    REDIS_URL: `redis://127.0.0.1:${embedded().target.endpoint.port ?? 0}`,
  };
  const run = async (script = '') => {
    // A few slices, whose ratio is not judged here; what the profile counts is exact.
    const short = script
      .replace('echo $?\n', '')
      .replace('--precision 10%', '--duration 600ms --slice 100ms --warmup 0')
      .replace(' > 20"', ' > 0.001"');
    return runStep(short, { folder, env });
  };

  const [shop = '', loop = ''] = blocks('js');
  const file = join(folder, 'shop.mjs');
  const [, , gate, again, ratio, compare] = blocks('sh');
  expect([gate, said]).toEqual([again, [0, 99, 0, 99]]);

  writeFileSync(file, shop);
  const passed = await run(gate);
  expect([passed.code, passed.stdout]).toEqual([0, "[ '2', '5', '9', '4' ]\n"]);
  const withLoop = shop.replace(/async function pricesOf.*?\n}\n/s, loop);
  expect(withLoop).not.toBe(shop);
  writeFileSync(file, withLoop);
  const failed = await run(`${gate} 2> report.txt`.replace('\necho $?\n', ''));
  expect([failed.code, failed.stdout]).toEqual([99, passed.stdout]);
  expect(failed.read('report.txt')).toMatch(/^FAILED +profile\.independent == 0 +1: shop\.mjs:7:53$/m);

  expect((await run(ratio)).code).toBe(0);
  const compared = await run(compare);
  expect([0, 99]).toContain(compared.code);
  expect(compared.stdout).toContain('! the plans differ in pipeline, as allowed: 64, now 8\n');
});

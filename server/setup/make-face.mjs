// @ts-check
/**
 * Makes the two files of the face anew, of the Roboto that is named here: `node server/setup/make-face.mjs`.
 * They are kept in the repository, so that neither an install nor a build needs what subsets a font.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './build.mjs';
import { npm } from './dependencies.mjs';

const roboto = '@fontsource-variable/roboto';
const packages = [`${roboto}@5.3.0`, 'subset-font@2.9.0'];
const place = join(projectRoot, 'client/src/shell/face');

/**
 * The characters of a `unicode-range` in face.css.
 * @param {string} range
 */
const charactersOf = (range) =>
  range
    .split(',')
    .flatMap((part) => {
      const [first = 0, last = first] = part
        .trim()
        .replace('U+', '')
        .split('-')
        .map((digits) => parseInt(digits, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');

const css = readFileSync(join(place, 'face.css'), 'utf8');
const faces = [...css.matchAll(/\/(\w+)\.woff2'.*?unicode-range:([^;]+);/gs)];
const folder = mkdtempSync(join(tmpdir(), 'roundtrip-face-'));
try {
  const [program = '', ...first] = npm();
  const words = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', ...packages];
  execFileSync(program, [...first, ...words], { stdio: 'inherit' });
  const installed = join(folder, 'node_modules');
  const subset = createRequire(join(installed, 'made-from'))('subset-font');
  for (const [, script = '', range = ''] of faces) {
    const whole = readFileSync(join(installed, roboto, 'files', `roboto-${script}-wght-normal.woff2`));
    const made = await subset(whole, charactersOf(range), {
      targetFormat: 'woff2',
      // The page has no lighter and no bolder type.
      variationAxes: { wght: { min: 400, max: 700 } },
      keepFeatures: ['kern'],
      noHinting: true,
    });
    writeFileSync(join(place, `${script}.woff2`), made);
    process.stdout.write(`${script}.woff2: ${String(made.length)} bytes\n`);
  }
  copyFileSync(join(installed, roboto, 'LICENSE'), join(projectRoot, 'client/public/roboto-licence.txt'));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

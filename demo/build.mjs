// @ts-check
/**
 * Builds the demo into dist-demo/, or the folder that is named: a site for any static host, and roundtrip-demo.html, the same in one file that opens
 * from disk. Prints where they are.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { noticesOf } from '../server/setup/licences.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const [out = join(here, '..', 'dist-demo')] = process.argv.slice(2);
const recordings = join(here, 'recordings');
const files = readdirSync(recordings).filter((file) => file.endsWith('.json.gz'));
if (!files.includes('index.json.gz')) {
  process.stderr.write('Nothing is recorded in demo/recordings. Record with: npm run record:demo\n');
  process.exit(1);
}

const configFile = join(here, 'vite.config.ts');
await build({ configFile, logLevel: 'warn', build: { outDir: out } });
const listed = join(out, 'licences.json');
const notices = noticesOf(JSON.parse(readFileSync(listed, 'utf8')));
rmSync(listed);
writeFileSync(join(out, 'third-party-licences.txt'), notices);
mkdirSync(join(out, 'recordings'), { recursive: true });
for (const file of files) cpSync(join(recordings, file), join(out, 'recordings', file));

const single = join(out, '.single');
await build({ configFile, mode: 'single', logLevel: 'warn', build: { outDir: single } });
const assets = readdirSync(join(single, 'assets'));
const read = (/** @type {string} */ ending) =>
  assets
    .filter((file) => file.endsWith(ending))
    .map((file) => readFileSync(join(single, 'assets', file), 'utf8'))
    .join('\n');
/** What would end the element early. */
const closed = (/** @type {string} */ script) => script.replaceAll('</script', '<\\/script');
const embedded = files.map(
  (file) =>
    `<script type="application/gzip" id="recordings/${file.replace(/\.gz$/, '')}">${readFileSync(join(recordings, file)).toString('base64')}</script>`,
);
const page = readFileSync(join(single, 'index.html'), 'utf8')
  .replace(/<script type="module"[^>]*><\/script>/, '')
  .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${read('.css')}</style>`)
  .replace(
    '</body>',
    () =>
      `${embedded.join('\n')}\n<script type="module">${closed(read('.js'))}</script>\n<!--\n${notices.replaceAll('--', '- -')}-->\n</body>`,
  );
writeFileSync(join(out, 'roundtrip-demo.html'), page);
rmSync(single, { recursive: true });
process.stdout.write(`${out}: a static site, and roundtrip-demo.html, the same in one file\n`);

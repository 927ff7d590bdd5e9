import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { withoutSchemas } from './without-schemas.ts';

const server = process.env['ROUNDTRIP_SERVER'] ?? 'http://127.0.0.1:4173';

/** Smaller files fit a packet as they are. Of assets all are compressed: a package has them so alone. */
const leastToCompress = (file: string) => (file.startsWith('assets/') ? 0 : 1400);

/** Writes beside each file of the build its brotli and its gzip: as small as they get, for they are made once. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '.' }, files) {
    const write = async (file: string) => {
      const path = join(dir, file);
      const content = await readFile(path);
      if (file.endsWith('.woff2') || content.length < leastToCompress(file)) return;
      const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT };
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
    };
    await Promise.all(Object.keys(files).map(write));
  },
});

/** The page's own entry is a file of a few bytes: asked for with the others, and not a round trip after them. */
const preloadedPage = (): Plugin => ({
  name: 'preloaded-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle).flatMap((chunk) =>
        chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/shell/show-page.ts')
          ? [
              {
                tag: 'link',
                attrs: { rel: 'modulepreload', crossorigin: true, href: `/${chunk.fileName}` },
                injectTo: 'head' as const,
              },
            ]
          : [],
      ),
  },
});

/** Where a module calls something as it is loaded. */
const callsIn = (node: unknown): number[] => {
  if (typeof node !== 'object' || node === null) return [];
  if ('type' in node && /Function/.test(String(node.type))) return [];
  const inside = Object.values(node).flatMap(callsIn);
  return 'start' in node && 'type' in node && node.type === 'CallExpression'
    ? [Number(node.start), ...inside]
    : inside;
};

/** The feed names its transports, and WebTransport is none of them. */
const withoutWebTransport = (): Plugin => ({
  name: 'without-webtransport',
  apply: 'build',
  load: {
    filter: { id: /engine\.io-client\/build\/esm\/transports\/webtransport\.js$/ },
    handler: () => 'export const WT = undefined;',
  },
});

/**
 * A recipe or a strategy is one file, of which a part of the page takes a part: what the rest computes as it is loaded
 * can be dropped.
 */
const inParts = (): Plugin => ({
  name: 'in-parts',
  apply: 'build',
  transform: {
    filter: { id: /\/shared\/(recipes|strategies)\/[^/]+\.ts/ },
    handler(code) {
      const calls = callsIn(this.parse(code).body).sort((one, other) => other - one);
      return calls.reduce((marked, at) => `${marked.slice(0, at)}/* @__PURE__ */ ${marked.slice(at)}`, code);
    },
  },
});

export default defineConfig({
  define: { DEMO_URL: JSON.stringify(process.env['DEMO_URL'] ?? null) },
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [
    svelte({ compilerOptions: { runes: true } }),
    preloadedPage(),
    inParts(),
    withoutWebTransport(),
    withoutSchemas(),
    compressed(),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    license: { fileName: 'licences.json' },
    // Which file needs which: tests/client/shell/bundle-size.paper.test.ts reads it.
    manifest: 'manifest.json',
    target: 'es2022',
    // The policy of the server allows neither inline scripts nor data URLs.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // What languages and rooms share is small: they ask for it themselves, and the first screen need not name it.
      resolveDependencies: (_file, files, { hostId }) => (/\b(words|page)-/.test(hostId) ? [] : files),
    },
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        // All that the first screen takes in one file: it is fetched as a whole, and small files compress worse.
        codeSplitting: {
          groups: [
            // Before the page is loaded, its words are, with what other languages need for theirs.
            {
              name: 'words',
              test: /src\/messages\/(index|en)\.ts$|shared\/words\/(words|server-names)\.ts$|src\/shell\/language\.ts$|shared\/plan\/(tuned-plan|lane-differences)\.ts$/,
              priority: 2,
            },
            // What rooms need of a language comes with its words; the same for each of them is this.
            { name: 'refusals', test: /words\/refusals\.ts$/, priority: 2 },
            {
              name: 'ru',
              test: /(src\/messages\/ru|words\/ru\/(numbers|verdict|warning|strategies))\.ts$/,
              priority: 1,
            },
            {
              name: 'zh',
              test: /(src\/messages\/zh|words\/zh\/(numbers|verdict|warning|strategies))\.ts$/,
              priority: 1,
            },
            // Rooms that draw share it.
            { name: 'chart', test: /node_modules\/(chart\.js|@kurkle)|charts\/chart\.ts$/, priority: 2 },
            { name: 'page', test: /src\/shell\/show-page\.ts$/, priority: 1 },
            // A room and what was kept of it are made of the same: in one file they take least.
            { name: 'blocks', test: /controls\/(CodeBlock|FileButton|WideTable)\.svelte$/, priority: 1 },
            // What a run brings to the room to compare in.
            // What stands below the settings of every run, and what a presenter lays over the page.
            { name: 'faults', test: /plan\/(draft-faults|custom-command)\.ts$/ },
            { name: 'settings', test: /\/(Cluster|Load|Server)Settings\.svelte$/ },
            { name: 'presenting', test: /\/(Join|Keys)Overlay\.svelte$/ },
            { name: 'run', test: /\/(LaneBars|Measured|Outcome)\.svelte$/ },
            { name: 'search', test: /\/(SearchRoom|OpenedSearch)\.svelte$/ },
            { name: 'lessons', test: /\/(LessonsRoom|OpenedLesson)\.svelte$/ },
          ],
        },
      },
    },
    // A twentieth smaller than what the bundler's own leaves.
    minify: 'terser',
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
  },
  server: {
    // In a container others reach it by the port that is published.
    host: process.env['ROUNDTRIP_DEV_HOST'] ?? '127.0.0.1',
    fs: { allow: ['..'] },
    // Host stays as the browser sent it: the server compares it with Origin.
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});

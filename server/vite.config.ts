import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { programs } from './setup/entries.mjs';

const project = new URL('../', import.meta.url);
/** Files that a process or a thread begins with: they keep their names, all else is in chunks/. */
const entries = [
  ...Object.values(programs).map((path) => path.replace(/^dist\/|\.js$/g, '')),
  'server/cli/main',
  'server/library/index',
  'server/engine/lane-worker',
  'server/engine/sweep/atomicity-probe-worker',
  'server/http/exports/export-worker',
  'server/network/network-worker',
  'bench/engine/bare-worker',
  'bench/network/throughput',
  'bench/page/page',
  'bench/page/viewers',
  'bench/viewers/crowd',
];
const source = (entry: string) => fileURLToPath(new URL(`${entry}.ts`, project));

/**
 * Server, command line and benchmarks, with the packages that they use: many small files take long to load. While
 * one works on them (`--mode development`), the packages stay outside: to build is what takes long then.
 */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Always outside: what has a binary of its own, or loads files by itself.
  ssr: { noExternal: mode === 'production' || [], external: ['jiti', 'libsql', 'playwright-core'] },
  build: {
    ssr: true,
    outDir: '../dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // An image has no benchmarks.
      input: Object.fromEntries(
        entries.filter((entry) => existsSync(source(entry))).map((entry) => [entry, source(entry)]),
      ),
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      checks: { bundlerTimings: false },
    },
  },
}));

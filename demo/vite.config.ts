import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { withoutSchemas } from '../client/without-schemas.ts';

/** `single`: all of the script in one file, to be put into the page. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Wherever a static host serves it.
  base: './',
  // Its own links lead to itself, wherever it is.
  define: { DEMO_URL: JSON.stringify(process.env['DEMO_URL'] ?? '') },
  plugins: [svelte({ compilerOptions: { runes: true } }), withoutSchemas()],
  build: {
    emptyOutDir: true,
    license: { fileName: 'licences.json' },
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: mode === 'single' ? { codeSplitting: false } : {},
    },
  },
}));

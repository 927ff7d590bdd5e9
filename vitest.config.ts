import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ['tests/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: test files that drive load would otherwise disturb each other.
    fileParallelism: false,
    reporters: ['default', './tests/support/closing-line.ts'],
  },
});

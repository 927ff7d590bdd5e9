import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { include: ['suite.mjs'], testTimeout: 60_000 } });

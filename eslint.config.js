import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { importDirections } from './lint/import-directions.js';
import { noLongSpread } from './lint/no-long-spread.js';

/** Of components and what belongs to them. All other files are read by oxlint, by the same rules (.oxlintrc.json). */
export default defineConfig({
  files: ['**/*.svelte', '**/*.svelte.ts'],
  ignores: ['dist/', 'dist-demo/', '.dist-*/', 'coverage/', '**/node_modules/'],
  extends: [js.configs.recommended, ts.configs.strict, svelte.configs.recommended],
  linterOptions: { reportUnusedDisableDirectives: 'error' },
  languageOptions: {
    globals: globals.browser,
    parserOptions: { tsconfigRootDir: import.meta.dirname, parser: ts.parser },
  },
  plugins: {
    roundtrip: { rules: { 'import-directions': importDirections, 'no-long-spread': noLongSpread } },
  },
  rules: {
    'roundtrip/import-directions': 'error',
    'roundtrip/no-long-spread': 'error',
    eqeqeq: ['error', 'always', { null: 'ignore' }],
    'prefer-const': ['error', { destructuring: 'all' }],
    'no-console': ['error', { allow: ['error', 'warn'] }],
    '@typescript-eslint/no-unused-vars': [
      'error',
      { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
    ],
    // It cannot tell state from a set that lives for one call.
    'svelte/prefer-svelte-reactivity': 'off',
  },
});

import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { importDirections } from './lint/import-directions.js';

/** Rules that need types look at components alone; those of .ts files are in .oxlintrc.json, ten times as fast. */
export default defineConfig(
  { ignores: ['dist/', '.dist-*/', 'coverage/', '**/node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strict,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.node, parserOptions: { tsconfigRootDir: import.meta.dirname } },
    plugins: { roundtrip: { rules: { 'import-directions': importDirections } } },
    rules: {
      'roundtrip/import-directions': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // stdout belongs to the output that was asked for.
      'no-console': ['error', { allow: ['error', 'warn'] }],
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    files: ['shared/**'],
    languageOptions: { globals: Object.fromEntries(Object.keys(globals.node).map((name) => [name, 'off'])) },
  },
  { files: ['client/**'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
    // It cannot tell state from a set that lives for one call.
    rules: { 'svelte/prefer-svelte-reactivity': 'off' },
  },
  {
    files: ['**/*.svelte'],

    rules: {},
  },
);

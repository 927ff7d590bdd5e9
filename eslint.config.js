import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import { importDirections } from './lint/import-directions.js';

const unsafeRules = [
  'no-unsafe-argument',
  'no-unsafe-assignment',
  'no-unsafe-call',
  'no-unsafe-member-access',
  'no-unsafe-return',
];

export default defineConfig(
  { ignores: ['dist/', '.dist-*/', 'coverage/', '**/node_modules/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  ts.configs.strictTypeChecked,
  svelte.configs.recommended,
  {
    languageOptions: {
      globals: globals.node,
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    plugins: { roundtrip: { rules: { 'import-directions': importDirections } } },
    rules: {
      'roundtrip/import-directions': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      // stdout belongs to the output that was asked for.
      'no-console': ['error', { allow: ['error', 'warn'] }],
      'prefer-const': ['error', { destructuring: 'all' }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidOperator: true },
      ],
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Half of the time of a whole lint between them. There are no enums, and classes have private fields, by which
      // the compiler tells them apart.
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
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
    // The components they import are any to ESLint; svelte-check knows their types.
    rules: Object.fromEntries(unsafeRules.map((rule) => [`@typescript-eslint/${rule}`, 'off'])),
  },
  {
    files: ['tests/**'],
    // The matchers of Vitest and the bodies of answers are any.
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off', '@typescript-eslint/no-unsafe-return': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [ts.configs.disableTypeChecked],
  },
);

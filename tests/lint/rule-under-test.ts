import { join } from 'node:path';
import { Linter } from 'eslint';
import type { Rule } from 'eslint';
import ts from 'typescript-eslint';

const linter = new Linter({ cwd: process.cwd() });

/** The messages of one rule of ours about a text in a file, with their ids. */
export const messagesOf = (name: string, rule: Rule.RuleModule, file: string, text: string) =>
  linter.verify(
    text,
    {
      files: ['**/*.ts', '**/*.mjs'],
      languageOptions: { parser: ts.parser },
      plugins: { roundtrip: { rules: { [name]: rule } } },
      rules: { [`roundtrip/${name}`]: 'error' },
    },
    join(process.cwd(), file),
  );

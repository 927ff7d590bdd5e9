/** Lets a child process of a test run TypeScript on a Node that cannot: `node --import tests/support/typescript.mjs x.ts`. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import typescript from 'typescript';

const compilerOptions = {
  module: typescript.ModuleKind.ESNext,
  target: typescript.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
  inlineSourceMap: true,
};

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const source = await readFile(fileName, 'utf8');
  const { outputText } = typescript.transpileModule(source, { compilerOptions, fileName });
  return { format: 'module', source: outputText, shortCircuit: true };
}

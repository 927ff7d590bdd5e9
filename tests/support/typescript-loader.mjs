import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Kept from one process to the next: the compiler alone takes a second to load. */
const kept = new URL('../../node_modules/.cache/typescript-of-tests/', import.meta.url);

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const fileName = fileURLToPath(url);
  const typescript = await readFile(fileName, 'utf8');
  const hash = createHash('sha256').update(fileName).update('\0').update(typescript).digest('hex');
  const file = new URL(`${hash.slice(0, 32)}.js`, kept);
  const source = await readFile(file, 'utf8').catch(() => compile(typescript, fileName, file));
  return { format: 'module', source, shortCircuit: true };
}

async function compile(source, fileName, file) {
  const { default: typescript } = await import('typescript');
  const compilerOptions = {
    module: typescript.ModuleKind.ESNext,
    target: typescript.ScriptTarget.ES2023,
    verbatimModuleSyntax: true,
    inlineSourceMap: true,
  };
  const { outputText } = typescript.transpileModule(source, { compilerOptions, fileName });
  await mkdir(kept, { recursive: true });
  // Whole or not at all: other processes read it meanwhile.
  const part = new URL(`${file.href}.${process.pid}`);
  await writeFile(part, outputText);
  await rename(part, file);
  return outputText;
}

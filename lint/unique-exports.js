// @ts-check
/**
 * Holds the tree to one meaning a name: no exported type, class or function has the name of one in another file. A
 * schema and its inferred type (in one file), the files of a language, and values other than functions are left out.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';

const folders = ['shared', 'server', 'client/src', 'bench', 'campaign', 'calibration', 'lint', 'tests'];

/** Each language says the same under the same names. */
const ofLanguage = /(^|\/)(messages|words)\/(en|ru|zh)(\/|\.ts$)/;

/**
 * @typedef {object} SourceText
 * @property {string} file Relative to the project, with slashes.
 * @property {string} text
 */

/**
 * The names that a file exports and declares itself: of types, interfaces, classes, enums and functions.
 * @param {SourceText} source
 * @returns {Set<string>}
 */
export function exportedNames({ file, text }) {
  const names = new Set();
  const parsed = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  for (const statement of parsed.statements) {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (!isExported) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer && isFunction(initializer)) names.add(name.text);
    } else if (
      (ts.isTypeAliasDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isEnumDeclaration(statement) ||
        ts.isFunctionDeclaration(statement)) &&
      statement.name
    )
      names.add(statement.name.text);
  }
  return names;
}

/** @param {ts.Expression} value */
const isFunction = (value) => ts.isArrowFunction(value) || ts.isFunctionExpression(value);

/**
 * What is wrong in the tree, a text each. Empty: nothing.
 * @param {readonly SourceText[]} sources
 * @returns {string[]}
 */
export function findDuplicates(sources) {
  /** @type {Map<string, string[]>} */
  const filesOf = new Map();
  for (const source of sources) {
    if (ofLanguage.test(source.file)) continue;
    for (const name of exportedNames(source)) filesOf.set(name, [...(filesOf.get(name) ?? []), source.file]);
  }
  return [...filesOf]
    .filter(([, files]) => files.length > 1)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, files]) =>
      [
        `${name} is exported by ${files.length} files:`,
        ...files.map((file) => `  ${file}`),
        '  Give each meaning a name of its own (docs/glossary.md), or share the one declaration.',
      ].join('\n'),
    );
}

/**
 * Every source of the tree.
 * @param {string} root
 * @returns {SourceText[]}
 */
export const readSources = (root) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|js|mjs)$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => join(root, folder, name))
      .sort()
      .map((path) => ({
        file: relative(root, path).split(sep).join('/'),
        text: readFileSync(path, 'utf8'),
      })),
  );

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = findDuplicates(readSources(process.cwd()));
  for (const text of found) console.error(text);
  if (found.length > 0) process.exitCode = 1;
}

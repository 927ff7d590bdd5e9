// @ts-check
import ts from 'typescript';

/**
 * @typedef {object} EnglishString
 * @property {number} line
 * @property {string} text Each `${…}` of a template is the word "value".
 */

/** @param {ts.TemplateExpression} template @returns {string} */
const withValues = ({ head, templateSpans }) =>
  [head.text, ...templateSpans.map(({ literal }) => literal.text)].join('value');

/** A string in it is a code, which nobody reads. @param {ts.Node} node */
const isComparison = (node) =>
  ts.isBinaryExpression(node) &&
  [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
    node.operatorToken.kind,
  );

/**
 * The text that a program can show of this node, undefined where it has none of its own.
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function shownText(node) {
  if (ts.isTemplateExpression(node)) return withValues(node);
  if (!ts.isStringLiteralLike(node)) return undefined;
  const { parent } = node;
  const isName =
    ts.isImportDeclaration(parent) ||
    isComparison(parent) ||
    ts.isLiteralTypeNode(parent) ||
    (ts.isPropertyAssignment(parent) && parent.name === node);
  return isName ? undefined : node.text;
}

/**
 * The strings of a module of words. Those inside of a template's `${…}` are strings of their own.
 * @param {string} source
 * @returns {EnglishString[]}
 */
export function readEnglishStrings(source) {
  const file = ts.createSourceFile('words.ts', source, ts.ScriptTarget.Latest, true);
  /** @type {EnglishString[]} */
  const found = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    const text = shownText(node);
    if (text !== undefined)
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

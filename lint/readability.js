// @ts-check
/**
 * Holds the prose of README.md, CONTRIBUTING.md, CHANGELOG.md and docs/ and the strings of English words in shared/ to short
 * sentences and plain words. Tables and code are left out, and so are generated pages and translations.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ParseEnglish } from 'parse-english';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { readEnglishStrings } from './english-strings.js';

export const maxWords = 30;

/** Old or bookish turns, and words of which the project has another one; each with what is right. */
export const plainWords = new Map([
  ['anew', 'again'],
  ['as it was to', 'as planned'],
  ['begun', 'started'],
  ['besides that', 'also'],
  ['go on', 'continue'],
  ['goes on', 'continues'],
  ['hardly ever', 'rarely'],
  ['hence', 'so'],
  ['henceforth', 'from then on'],
  ['herein', 'here'],
  ['lest', 'so that … not'],
  ['make way', 'are replaced'],
  ['makes of that', 'derives from it'],
  ['makes way', 'is replaced'],
  ['moreover', 'also'],
  ['of neither', 'say what it is of'],
  ['so it is with', 'the same applies to'],
  ['tell apart', 'say “inconclusive” where an interval includes 1'],
  ['tell of', 'show'],
  ['tells of', 'shows'],
  ['therein', 'in it'],
  ['thereof', 'of it'],
  ['told apart', 'say “inconclusive” where an interval includes 1'],
  ['upon', 'on'],
  ['what is more', 'also'],
  ['what stands', 'name the thing'],
  ['whatever is', 'everything that is'],
  ['whence', 'from where'],
  ['wherein', 'where'],
  ['whoever', 'anyone who'],
  ['without further words', 'by default'],
]);

const generated = new Set(['docs/calibration.md']);
/** The rest of it is what the program printed. */
const onlyBeforeFirstSection = new Set(['docs/reproduced.md']);
const translations = /^docs\/(zh|ru)\//;

/**
 * @typedef {object} Source
 * @property {string} file Relative to the project, with slashes.
 * @property {string} text Markdown, or the code of a module of words.
 */

/**
 * @typedef {object} ProseNode
 * @property {string} type
 * @property {string} [value]
 * @property {ProseNode[]} [children]
 * @property {{ start: { line: number } }} [position]
 */

/**
 * @typedef {object} Sentence
 * @property {number} line
 * @property {string} text
 * @property {string} prose The same without code.
 * @property {number} words An inline code counts as one.
 */

/**
 * @param {ProseNode} node
 * @param {string} [code] In place of inline code.
 * @returns {string}
 */
const textOf = ({ type, value, children }, code) =>
  type === 'SourceNode' && code !== undefined
    ? code
    : (value ?? (children ?? []).map((child) => textOf(child, code)).join(''));

/** @param {ProseNode} node @returns {number} */
const countWords = ({ type, children }) =>
  type === 'WordNode' || type === 'SourceNode'
    ? 1
    : (children ?? []).reduce((sum, child) => sum + countWords(child), 0);

/** Neither an abbreviation nor an initial. */
const fullStop = /^(?!(?:al|vs|etc|[A-Z])\.$)[^.!?]*[.!?]$/;

/**
 * The parser does not end a sentence in front of code or a sign: a full stop and a space end it all the same.
 * @param {ProseNode} sentence
 * @returns {ProseNode[]}
 */
function cutAtStops({ children = [], ...sentence }) {
  const ends = children.flatMap((child, index) =>
    child.type !== 'SourceNode' &&
    fullStop.test(textOf(child)) &&
    children[index + 1]?.type === 'WhiteSpaceNode'
      ? [index + 1]
      : [],
  );
  return [...ends, children.length].map((end, index) => {
    const part = children.slice(ends[index - 1] ?? 0, end);
    const first = part.find(({ type }) => type !== 'WhiteSpaceNode');
    return { ...sentence, children: part, ...(first?.position && { position: first.position }) };
  });
}

/** @param {ProseNode} node @returns {Sentence[]} */
const sentencesOf = (node) =>
  node.type === 'SentenceNode'
    ? cutAtStops(node).map((part) => ({
        line: part.position?.start.line ?? 1,
        text: textOf(part).replaceAll(/\s+/g, ' ').trim(),
        prose: textOf(part, '').replaceAll(/\s+/g, ' ').trim(),
        words: countWords(part),
      }))
    : (node.children ?? []).flatMap(sentencesOf);

const markdownToEnglish = unified().use(remarkParse).use(remarkGfm).use(remarkRetext, ParseEnglish).freeze();

/**
 * Every sentence of the prose of a Markdown text.
 * @param {string} markdown
 * @returns {Sentence[]}
 */
export const readSentences = (markdown) =>
  sentencesOf(
    /** @type {ProseNode} */ (
      markdownToEnglish.runSync(markdownToEnglish.parse(markdown), new VFile(markdown))
    ),
  );

/**
 * Every sentence of the strings of a module of words.
 * @param {string} code
 * @returns {Sentence[]}
 */
export const readStringSentences = (code) =>
  readEnglishStrings(code).flatMap(({ line, text }) =>
    sentencesOf(/** @type {ProseNode} */ (new ParseEnglish().parse(text))).map((sentence) => ({
      ...sentence,
      line,
    })),
  );

/**
 * What is wrong, a text each. Empty: nothing.
 * @param {Source} source
 * @returns {string[]}
 */
export function findUnreadable({ file, text }) {
  const sentences = file.endsWith('.ts') ? readStringSentences(text) : readSentences(text);
  return sentences.flatMap(({ line, text: sentence, prose, words }) => {
    const at = `${file}:${line}: `;
    const quoted = `\n  ${sentence}`;
    const lower = prose.toLowerCase();
    const faults = [...plainWords]
      .filter(([turn]) => new RegExp(`\\b${turn}\\b`).test(lower))
      .map(([turn, better]) => `${at}“${turn}” is not plain: ${better}.${quoted}`);
    if (words > maxWords)
      faults.unshift(
        `${at}${words} words in a sentence, at most ${maxWords}: make two of it, or a list.${quoted}`,
      );
    return faults;
  });
}

/** @param {Source} source @returns {Source} */
const withoutOutput = ({ file, text }) => ({
  file,
  text: onlyBeforeFirstSection.has(file) ? (text.split('\n## ')[0] ?? '') : text,
});

/** A recipe and a strategy have their English words beside what they do. */
const withEnglish = /^shared\/(\w+\/en\/.*|(?:recipes|strategies)\/[^/]+|sweep\/load-curve)\.ts$/;

/**
 * Every page that is held to it.
 * @param {string} root
 * @returns {Source[]}
 */
export const readPages = (root) =>
  [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
      .map((name) => join(root, name))
      .filter((path) => existsSync(path)),
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => join(root, 'docs', name)),
  ]
    .map((path) => ({
      file: relative(root, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }))
    .filter(({ file }) => !generated.has(file) && !translations.test(file))
    .map(withoutOutput);

/**
 * Every module of English words.
 * @param {string} root
 * @returns {Source[]}
 */
export const readWords = (root) =>
  existsSync(join(root, 'shared'))
    ? readdirSync(join(root, 'shared'), { recursive: true, encoding: 'utf8' })
        .map((name) => ['shared', ...name.split(sep)].join('/'))
        .filter((file) => withEnglish.test(file))
        .sort()
        .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
    : [];

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = [...readPages(process.cwd()), ...readWords(process.cwd())].flatMap(findUnreadable);
  for (const text of found) console.error(text);
  if (found.length > 0) process.exitCode = 1;
}

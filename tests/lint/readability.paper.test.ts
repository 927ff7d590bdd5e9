import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  findUnreadable,
  maxWords,
  plainWords,
  readPages,
  readSentences,
  readStringSentences,
  readWords,
} from '../../lint/readability.js';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A sentence with that many words. */
const sentence = (words: number) =>
  `Lanes ${Array.from({ length: words - 2 }, () => 'often').join(' ')} wait.`;
const faultsIn = (text: string) => findUnreadable({ file: 'docs/x.md', text });
const wordCounts = (text: string) => readSentences(text).map(({ words }) => words);

describe('what counts as a sentence', () => {
  test.each([
    ['Lanes wait. They send.', [2, 2]],
    // In front of code and signs as well.
    ['Lanes wait. `send` sends. × is a ratio.', [2, 2, 3]],
    ['It takes 20 s. A lane waits.', [4, 3]],
    ['It takes 3.5 ms, e.g. here (Ayer et al. 1955).', [10]],
    ['- Lanes wait\n- They send two things', [2, 4]],
    ['See [the page on lanes](lanes.md).', [5]],
    ['```sh\nnpm start -- with many words\n```', []],
    ['| lane | meaning |\n| --- | --- |\n| a | waits for all of it |', []],
  ])('%j', (text, counts) => {
    expect(wordCounts(text)).toEqual(counts);
  });
});

describe('a sentence that is too long', () => {
  test('is reported with its file, its line and its words', () => {
    const long = sentence(maxWords + 1);
    expect(faultsIn(`# Lanes\n\nThey wait. ${long}\n`)).toEqual([
      `docs/x.md:3: 31 words in a sentence, at most 30: make two of it, or a list.\n  ${long}`,
    ]);
  });

  test('is fine with one word less', () => {
    expect(faultsIn(sentence(maxWords))).toEqual([]);
  });
});

test.each([...plainWords])('“%s” is reported, with what is right: %s', (turn, better) => {
  const [fault, ...more] = faultsIn(`Then ${turn} this.`);
  expect(more).toEqual([]);
  expect(fault).toBe(`docs/x.md:1: “${turn}” is not plain: ${better}.\n  Then ${turn} this.`);
});

test('a turn inside of a word or of code is fine', () => {
  expect(faultsIn('A manewver and a coupon. It was `not told apart`.')).toEqual([]);
});

const inProject = (files: Record<string, string>) => {
  const root = temporaryFolder();
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
};

describe('what counts as a sentence of a module of words', () => {
  test.each([
    ["const a = 'Lanes wait. They send.';", ['Lanes wait.', 'They send.']],
    ['const a = `Lanes wait.`;', ['Lanes wait.']],
    ["const a = { method: 'Lanes wait.', 'told apart': 1 };", ['Lanes wait.']],
    // What a template puts in counts as one word, and its own strings are read by themselves.
    ['const a = `${count(lanes, rooms)} lanes wait.`;', ['value lanes wait.']],
    [
      "const a = `Lanes ${late ? 'wait long' : `send ${count}`}.`;",
      ['Lanes value.', 'wait long', 'send value'],
    ],
    ["const a = [`${lanes} wait`, late ? ' long.' : '.'].join('');", ['value wait', 'long.', '.']],
    // Codes and names.
    ["import { a } from 'lanes wait';", []],
    ["type A = 'lanes wait';", []],
    ["const a = b === 'lanes wait';", []],
    // A comment is not for readers of the program.
    ['// Lanes wait.', []],
  ])('%s', (code, sentences) => {
    expect(readStringSentences(code).map(({ text }) => text)).toEqual(sentences);
  });
});

test('a string that is too long or not plain is reported with its file and its line', () => {
  const long = sentence(maxWords + 1);
  const text = `const a = {\n  rule: 'It waits. ${long}',\n  text: \`It goes on for \${time}.\`,\n};\n`;
  expect(findUnreadable({ file: 'shared/words/en/x.ts', text })).toEqual([
    `shared/words/en/x.ts:2: 31 words in a sentence, at most 30: make two of it, or a list.\n  ${long}`,
    'shared/words/en/x.ts:3: “goes on” is not plain: continues.\n  It goes on for value.',
  ]);
});

describe('the modules of words', () => {
  test('are those in English', () => {
    const files = ['words/en/index.ts', 'sweep/en/common.ts', 'recipes/a.ts'];
    const left = ['words/ru/index.ts', 'words/format.ts', 'recipes/zh/a.ts', 'sweep/recipe.ts'];
    const root = inProject(
      Object.fromEntries([...files, ...left].map((file) => [`shared/${file}`, "'Lanes wait.';"])),
    );
    expect(readWords(root).map(({ file }) => file)).toEqual(files.map((file) => `shared/${file}`).sort());
  });

  test('of this project are all readable', () => {
    const modules = readWords(process.cwd());
    expect(modules.length).toBeGreaterThan(25);
    expect(modules.flatMap(findUnreadable)).toEqual([]);
  });
});

describe('the pages', () => {
  test('are those of docs in English, the README, the changelog and the page for contributors', () => {
    const files = ['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'docs/a.md', 'docs/tutorials/b.md'];
    const left = ['docs/calibration.md', 'docs/zh/a.md', 'docs/ru/tutorials/b.md', 'docs/a.json'];
    const root = inProject(Object.fromEntries([...files, ...left].map((file) => [file, 'Lanes wait.'])));
    expect(readPages(root).map(({ file }) => file)).toEqual([
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      'docs/a.md',
      'docs/tutorials/b.md',
    ]);
  });

  test('leave out what the program printed', () => {
    const root = inProject({ 'docs/reproduced.md': 'Ours.\n\n## payload\n\nPrinted.' });
    expect(readPages(root).map(({ text }) => text)).toEqual(['Ours.\n']);
  });

  test('of this project are all readable', () => {
    const pages = readPages(process.cwd());
    expect(pages.length).toBeGreaterThan(12);
    expect(pages.flatMap(findUnreadable)).toEqual([]);
  });

  test('as a program it complains on stderr and fails, or is silent and passes', () => {
    const program = join(process.cwd(), 'lint/readability.js');
    const outcomes = ['It goes on.', 'It continues.'].map((text) => {
      const cwd = inProject({ 'docs/a.md': text, 'shared/words/en/a.ts': `const a = '${text}';` });
      const { status, stderr } = spawnSync(process.execPath, [program], { cwd, encoding: 'utf8' });
      return { status, stderr };
    });
    expect(outcomes).toEqual([
      {
        status: 1,
        stderr: ['docs/a.md', 'shared/words/en/a.ts']
          .map((file) => `${file}:1: “goes on” is not plain: continues.\n  It goes on.\n`)
          .join(''),
      },
      { status: 0, stderr: '' },
    ]);
  });
});

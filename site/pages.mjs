// @ts-check
/**
 * Every page of the site, in the order of the sidebar. A path is that of the page below docs/, or of a page that
 * site/prepare-pages.mjs makes.
 */

/**
 * @typedef {object} Page
 * @property {string} path
 * @property {string} title In the sidebar.
 */

/**
 * @typedef {object} Section
 * @property {string} title
 * @property {Page[]} pages
 */

/** @param {string} path @param {string} title @returns {Page} */
const page = (path, title) => ({ path, title });

/** Pages that are outside of docs/ in the project, and where they are on the site. */
export const outsidePages = new Map([
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['SECURITY.md', 'security.md'],
]);

/** Schemas, and the pages that are generated from them. */
export const generatedPages = new Map([
  ['shared/contract/plan.ts', 'reference/plan.md'],
  ['shared/contract/result.ts', 'reference/result.md'],
  ['shared/contract/run-events.ts', 'reference/events.md'],
]);

/**
 * Where a file of the project is on the site; undefined: it has no place there.
 * @param {string} file Relative to the project.
 */
export const placeOf = (file) =>
  outsidePages.get(file) ??
  generatedPages.get(file) ??
  (file.startsWith('docs/') ? file.slice(5) : undefined);

/** Files of the project that pages link to and the site does not have: their links become plain text. */
export const unlinkedFiles = [
  '.github/workflows/release.yml',
  'LICENSE',
  'README.md',
  'action.yml',
  'examples/ci/Jenkinsfile',
  'examples/ci/gitlab-ci.yml',
  'examples/gate/gate.sh',
  'examples/gate/shop.test.mjs',
  'examples/slow-job/job.mjs',
  'examples/jest/batching.test.mjs',
  'examples/node-test/batching.test.mjs',
  'examples/vitest/batching.test.ts',
  'examples/vitest/functions.test.mjs',
  'examples/your-code/python/lane.py',
  'lint/supply-chain.js',
];

const howTo = [
  page('setup.md', 'Set-up'),
  page('your-code.md', 'Measure your own code'),
  page('workloads.md', 'Write down a request of your service'),
  page('targets.md', 'Measure your own Redis'),
  page('recipes.md', 'Repeat published experiments'),
  page('load-curve.md', 'Find the load that each way keeps'),
  page('scale.md', 'Measure from several machines'),
  page('profile.md', 'Profile your program'),
  page('coding-agents.md', 'Give a coding agent tools'),
  page('ci.md', 'A gate for CI'),
  page('reports.md', 'Write reports'),
];
const reference = [
  page('command-line.md', 'Command line'),
  page('library.md', 'Library'),
  page('reference/plan.md', 'Plan'),
  page('reference/result.md', 'Result'),
  page('reference/events.md', 'Events of a run'),
  page('api.md', 'HTTP and Socket.IO'),
  page('reliability.md', 'Reliability'),
  page('security.md', 'Security'),
];
const explanation = [
  page('explanation/round-trips.md', 'Why round trips cost'),
  page('explanation/auto-pipelining.md', 'When not to auto-pipeline'),
  page('explanation/clients.md', 'Does the client matter?'),
  page('measurement.md', 'How we measure'),
  page('explanation/different-figures.md', 'Why are my figures different?'),
  page('calibration.md', 'Calibration'),
  page('reproduced.md', 'One reproduction'),
  page('glossary.md', 'Glossary'),
];
const project = [
  page('architecture.md', 'Architecture'),
  page('contributing.md', 'Contributing'),
  page('release.md', 'Release'),
  page('changelog.md', 'Changelog'),
];

/** Pages of figures and of history, which would come before what explains them. */
export const unsearchedPages = ['changelog.md', 'reproduced.md', 'calibration.md'];

/** What people search for, and the section that has to come first. */
export const answers = [
  ['ElastiCache', '/targets#managed-services'],
  ['own commands', '/targets#a-command-of-your-own'],
  ['what does × 2.16 (2.01 – 2.33) mean', '/measurement#what-does-×-2-16-2-01-–-2-33-mean'],
];

/** @param {string} folder @param {[string, string, string, string, string]} titles */
const tutorials = (folder, [slow, first, batch, gate, workshop]) => [
  page(`${folder}tutorials/slow-job.md`, slow),
  page(`${folder}tutorials/first-comparison.md`, first),
  page(`${folder}tutorials/batch-size.md`, batch),
  page(`${folder}tutorials/ci-gate.md`, gate),
  page(`${folder}tutorials/workshop.md`, workshop),
];

/** A language stays chosen on pages that are in English alone. @param {string} folder @param {Page[]} pages */
const englishIn = (folder, pages) => pages.map(({ path, title }) => page(folder + path, title));

/** By language: the sections of the sidebar. Pages other than tutorials are in English. */
export const sidebars = {
  en: [
    {
      title: 'Tutorials',
      pages: [
        page('index.md', 'Overview'),
        ...tutorials('', [
          'My job is slow',
          'Your first comparison',
          'Find your batch size',
          'A gate in CI in ten minutes',
          'Teach a workshop in 45 minutes',
        ]),
      ],
    },
    { title: 'How-to guides', pages: howTo },
    { title: 'Reference', pages: reference },
    { title: 'Explanation', pages: explanation },
    { title: 'Project', pages: project },
  ],
  zh: [
    {
      title: '教程',
      pages: [
        page('zh/index.md', '概览'),
        ...tutorials('zh/', [
          '我的任务很慢',
          '第一次对比',
          '找到你的批量大小',
          '十分钟建好 CI 门禁',
          '45 分钟的工作坊',
        ]),
      ],
    },
    { title: '操作指南（英文）', pages: englishIn('zh/', howTo) },
    { title: '参考（英文）', pages: englishIn('zh/', reference) },
    { title: '原理（英文）', pages: englishIn('zh/', explanation) },
  ],
  ru: [
    {
      title: 'Уроки',
      pages: [
        page('ru/index.md', 'Обзор'),
        ...tutorials('ru/', [
          'Моя задача работает медленно',
          'Первое сравнение',
          'Найдите свой размер пакета',
          'Проверка в CI за десять минут',
          'Семинар за 45 минут',
        ]),
      ],
    },
    { title: 'Практика (англ.)', pages: englishIn('ru/', howTo) },
    { title: 'Справочник (англ.)', pages: englishIn('ru/', reference) },
    { title: 'Объяснения (англ.)', pages: englishIn('ru/', explanation) },
  ],
};

/**
 * Pages that a language has in English: all that it has no translation of.
 * @param {'zh' | 'ru'} language
 * @param {readonly string[]} translated Paths of the pages that it has.
 */
export const pagesInEnglish = (language, translated) =>
  sidebars.en
    .flatMap(({ pages }) => pages.map(({ path }) => path))
    .filter((path) => !translated.includes(`${language}/${path}`));

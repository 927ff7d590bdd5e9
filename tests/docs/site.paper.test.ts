import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { resultJsonSchema } from '../../server/library/published-types.ts';
import { meanings } from '../../shared/contract/describe.ts';
import { runEventSchema } from '../../shared/contract/run-events.ts';
import { planSchema } from '../../shared/contract/plan.ts';
import { drawBoxes, fitLinks } from '../../site/prepare-pages.mjs';
import {
  describeSchema,
  describeVariants,
  fieldsOf,
  withoutReferences,
  type JsonSchema,
} from '../../site/schema-page.mjs';
import {
  answers,
  generatedPages,
  outsidePages,
  pagesInEnglish,
  sidebars,
  unsearchedPages,
} from '../../site/pages.mjs';
import { projectRoot } from '../support/project-root.ts';

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const pages = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort();
const listed = (language: keyof typeof sidebars) =>
  sidebars[language].flatMap((section) => section.pages.map(({ path }) => path));
const languages = Object.keys(sidebars) as (keyof typeof sidebars)[];

describe('the sidebar', () => {
  test('lists every page of docs, in one language or another', () => {
    const all = languages.flatMap(listed);
    expect(pages.filter((page) => !all.includes(page))).toEqual([]);
  });

  test.each(languages)('in %s lists no page twice, and only pages that exist', (language) => {
    const paths = listed(language);
    expect(paths).toEqual([...new Set(paths)]);
    const english = [...pages, ...outsidePages.values(), ...generatedPages.values()];
    const copies =
      language === 'en' ? [] : pagesInEnglish(language, pages).map((path) => `${language}/${path}`);
    const known = [...english, ...copies];
    expect(paths.filter((path) => !known.includes(path))).toEqual([]);
  });

  test.each(['zh', 'ru'] as const)(
    'in %s has every page of the English one, so that no switch is dead',
    (language) => {
      const there = [...pages, ...pagesInEnglish(language, pages).map((path) => `${language}/${path}`)];
      expect(listed('en').filter((path) => !there.includes(`${language}/${path}`))).toEqual([]);
    },
  );

  test('has what the search leaves out, and what it has to find first', () => {
    const all = listed('en');
    expect(unsearchedPages.filter((path) => !all.includes(path))).toEqual([]);
    const sought = answers.map(([, place = '']) => `${place.slice(1).split('#')[0] ?? ''}.md`);
    expect(sought.filter((path) => !all.includes(path) || unsearchedPages.includes(path))).toEqual([]);
  });

  test.each(['zh', 'ru'] as const)('in %s has every tutorial', (language) => {
    const tutorials = listed('en').filter((path) => path.startsWith('tutorials/'));
    expect(tutorials).toHaveLength(5);
    expect(listed(language)).toEqual(expect.arrayContaining(tutorials.map((path) => `${language}/${path}`)));
  });
});

/** As GitHub and VitePress make it of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[`*_]/g, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

describe.each([...pages.map((page) => `docs/${page}`), ...outsidePages.keys()])('%s', (file) => {
  const text = read(file);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

  test('leads only to files and headings that exist', () => {
    const dead = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), path));
      if (!existsSync(join(projectRoot, target))) return true;
      if (anchor === undefined) return false;
      return ![...read(target).matchAll(/^#+ (.*)$/gm)].some(
        ([, heading = '']) => anchorOf(heading) === anchor,
      );
    });
    expect(dead).toEqual([]);
  });

  test('has links that fit the site', () => {
    expect(() => fitLinks(file, text)).not.toThrow();
  });

  test('names localhost in code alone: VitePress takes a bare address for a dead link', () => {
    expect(text.replaceAll(/```.*?```|`[^`]*`/gs, '')).not.toMatch(/https?:\/\/localhost/);
  });
});

describe('links on the site', () => {
  test.each([
    ['docs/a.md', '[b](b.md#c)', '[b](./b.md#c)'],
    ['docs/zh/a.md', '[b](../b.md)', '[b](./b.md)'],
    ['docs/zh/a.md', '[us](../../SECURITY.md)', '[us](./security.md)'],
    ['docs/zh/a.md', '![shot](../screenshots/a.png)', '![shot](../screenshots/a.png)'],
    ['docs/a.md', '[us](../CONTRIBUTING.md)', '[us](./contributing.md)'],
    ['docs/x/a.md', '[us](../../SECURITY.md)', '[us](../security.md)'],
    ['CONTRIBUTING.md', '[map](docs/architecture.md)', '[map](./architecture.md)'],
    ['docs/a.md', '![shot](screenshots/a.png)', '![shot](./screenshots/a.png)'],
    ['docs/a.md', '[fields](../shared/contract/result.ts)', '[fields](./reference/result.md)'],
    ['SECURITY.md', '[rules](lint/supply-chain.js)', 'rules'],
    ['docs/a.md', '[out](https://redis.io/x) [here](#b)', '[out](https://redis.io/x) [here](#b)'],
  ])('in %s: %s', (file, link, fitted) => {
    expect(fitLinks(file, link)).toBe(fitted);
  });

  test('to a file that the site does not have are refused, with what to do', () => {
    expect(() => fitLinks('docs/a.md', '[x](../server/x.ts)')).toThrow(
      'docs/a.md links to server/x.ts, which the site does not have: add it to outsidePages or unlinkedFiles in site/pages.mjs.',
    );
  });
});

test('items to tick off have a box on the site', () => {
  expect(drawBoxes('- [ ] J\n- [x](y.md) and [ ] here')).toBe('- ☐ J\n- [x](y.md) and [ ] here');
});

describe('the reference of a schema', () => {
  test('has a section for each field, and a row for each field below it', () => {
    const schema: JsonSchema = {
      properties: {
        size: { type: 'integer', minimum: 1, maximum: 9000, default: 16, description: 'Of a batch.' },
        lanes: {
          type: 'array',
          description: 'In order.',
          items: {
            anyOf: [
              { properties: { state: { const: 'done', description: 'How it ended.' } } },
              { properties: { state: { const: 'failed' }, 'a|b': { type: 'string' } } },
            ],
          },
        },
      },
    };
    const table = '| field | type (default) | meaning |\n| --- | --- | --- |\n';
    expect(describeSchema(schema, fieldsOf({ properties: { lanes: { items: { properties: {} } } } }))).toBe(
      `## size\n\n${table}| \`size\` | integer 1 – 9,000 (\`16\`) | Of a batch. |\n\n` +
        `## lanes\n\n${table}| \`lanes\` | list of anything | In order. |\n` +
        '| `lanes[].state` | `"done"` or `"failed"` | How it ended. |\n' +
        '| `lanes[].a\\|b` | string |  |',
    );
  });

  test('takes the meaning of a field from the other schema where it has none itself', () => {
    const meanings = fieldsOf({ properties: { size: { description: 'Of a batch.' } } });
    expect(describeSchema({ properties: { size: { type: 'integer' } } }, meanings)).toContain(
      '| `size` | integer | Of a batch. |',
    );
  });

  test('says what every field of an event means', () => {
    const events = z.toJSONSchema(runEventSchema, { io: 'output', metadata: meanings }) as JsonSchema;
    const rows = describeVariants(events, ['result', 'plan', 'environment']).split('\n');
    expect(rows.filter((row) => row.startsWith('## '))).toContain('## run-finished');
    expect(rows.filter((row) => row.startsWith('| `')).length).toBeGreaterThan(60);
    expect(rows.filter((row) => /^\| `.*\| {2}\|$/.test(row))).toEqual([]);
  });

  test('says what every field of a plan means', () => {
    const plan = z.toJSONSchema(planSchema, { io: 'input' }) as JsonSchema;
    const result = withoutReferences(resultJsonSchema());
    const rows = describeSchema(plan, fieldsOf(result.properties?.['plan'] ?? {})).split('\n');
    expect(rows.filter((row) => row.startsWith('| `')).length).toBeGreaterThan(60);
    expect(rows.filter((row) => /^\| `.*\| {2}\|$/.test(row))).toEqual([]);
  });
});

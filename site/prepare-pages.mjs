// @ts-check
/**
 * Writes the pages of the site into site/.pages: those of docs/ and a few more of the project with their links made
 * to fit, and the reference of plans and results from their schemas.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { createJiti } from 'jiti';
import { z } from 'zod';
import {
  generatedPages,
  outsidePages,
  pagesInEnglish,
  placeOf,
  unlinkedFiles,
  unsearchedPages,
} from './pages.mjs';
import { describeSchema, describeVariants, fieldsOf, withoutReferences } from './schema-page.mjs';

/** @typedef {import('./schema-page.mjs').JsonSchema} JsonSchema */

/**
 * A page with the links of the project made links of the site. Throws for one that leads to no page.
 * @param {string} file Of the page, relative to the project.
 * @param {string} text
 */
export function fitLinks(file, text) {
  const own = placeOf(file) ?? file;
  return text.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (link, image, label, address) => {
    if (/^([a-z]+:|#|\/)/.test(address)) return link;
    const [path = '', anchor] = address.split('#');
    const target = posix.normalize(posix.join(posix.dirname(file), path));
    if (unlinkedFiles.includes(target)) return label;
    const place = placeOf(target);
    if (place === undefined)
      throw new Error(
        `${file} links to ${target}, which the site does not have: add it to outsidePages or unlinkedFiles in site/pages.mjs.`,
      );
    // Who has chosen a language stays in it.
    const [, language] = /^(zh|ru)\//.exec(own) ?? [];
    const inLanguage =
      language && !image && !place.startsWith(`${language}/`) ? `${language}/${place}` : place;
    const relative = posix.relative(posix.dirname(own), inLanguage);
    return `${image}[${label}](${relative.startsWith('.') ? '' : './'}${relative}${anchor ? `#${anchor}` : ''})`;
  });
}

/** @type {('zh' | 'ru')[]} */
const languages = ['zh', 'ru'];

/** A page that is not to be found by the search says so. @param {string} file @param {string} text */
const searched = (file, text) =>
  unsearchedPages.includes(placeOf(file) ?? '') ? `---\nsearch: false\n---\n\n${text}` : text;

/** @param {string} text With items to tick off, which VitePress does not draw. */
export const drawBoxes = (text) => text.replaceAll(/^(\s*- )\[ \] /gm, '$1☐ ');

const intro = {
  plan: `# Plan

A plan is the JSON document that describes a run. The page posts it, \`bench --plan FILE\` reads it, and every result contains it. Every field has a default except \`lanes\`. This page is generated from the schema that checks plans.

\`\`\`json
{
  "network": { "rttMs": 2 },
  "workload": { "commands": ["get"], "dataSize": 1000, "pipeline": 16 },
  "lanes": [{ "strategy": "one-by-one" }, { "strategy": "pipeline" }]
}
\`\`\`
`,
  result: `# Result

\`bench --json FILE\` writes this document, and the page keeps it for each run. Times are in ms, sizes in bytes, throughput in commands per second, and CPU is a share of one core, unless a field says otherwise. This page is generated from [result.schema.json](/result.schema.json), a JSON Schema that programs can use.
`,
  events: `# Events of a run

\`onEvent\` of [run](../library.md) gets these in the order of the run, each an object with its \`type\`. A plan and a result have pages of their own. This page is generated from the schema of events.
`,
};

/** @param {string} root Of the project. */
async function generateReference(root) {
  const jiti = createJiti(import.meta.url);
  const { planSchema } = /** @type {{ planSchema: z.ZodType }} */ (
    await jiti.import(join(root, 'shared/contract/plan.ts'))
  );
  const { meanings } = /** @type {{ meanings: z.core.$ZodRegistry<z.core.GlobalMeta> }} */ (
    await jiti.import(join(root, 'shared/contract/describe.ts'))
  );
  const { resultJsonSchema } = /** @type {{ resultJsonSchema: () => JsonSchema }} */ (
    await jiti.import(join(root, 'server/library/published-types.ts'))
  );
  const { runEventSchema } = /** @type {{ runEventSchema: z.ZodType }} */ (
    await jiti.import(join(root, 'shared/contract/run-events.ts'))
  );
  const events = /** @type {JsonSchema} */ (
    z.toJSONSchema(runEventSchema, { io: 'output', metadata: meanings })
  );
  const plan = /** @type {JsonSchema} */ (z.toJSONSchema(planSchema, { io: 'input' }));
  const published = resultJsonSchema();
  const result = withoutReferences(published);
  return {
    'reference/plan.md': `${intro.plan}\n${describeSchema(plan, fieldsOf(result.properties?.plan ?? {}))}\n`,
    'reference/result.md': `${intro.result}\n${describeSchema(result)}\n`,
    'reference/events.md': `${intro.events}\n${describeVariants(withoutReferences(events), ['plan', 'result', 'lanes', 'environment'])}\n`,
    'public/result.schema.json': JSON.stringify(published, null, 2),
  };
}

/**
 * @param {string} root Of the project.
 * @param {string} folder Is emptied first.
 */
export async function preparePages(root, folder) {
  rmSync(folder, { recursive: true, force: true });
  /** @type {Map<string, string>} */
  const written = new Map();
  /** @param {string} path @param {string} text */
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    written.set(path, text);
  };
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')));
  for (const file of [...inDocs, ...outsidePages.keys()])
    write(
      placeOf(file) ?? file,
      searched(file, drawBoxes(fitLinks(file, readFileSync(join(root, file), 'utf8')))),
    );
  const reference = await generateReference(root);
  for (const [path, text] of Object.entries(reference)) write(path, text);
  const missing = [...generatedPages.values()].filter((path) => !(path in reference));
  if (missing.length > 0) throw new Error(`site/prepare-pages.mjs does not make ${missing.join(', ')}.`);
  for (const language of languages)
    for (const path of pagesInEnglish(language, [...written.keys()]))
      write(`${language}/${path}`, written.get(path) ?? '');
  for (const place of ['', ...languages])
    cpSync(join(root, 'docs/screenshots'), join(folder, place, 'screenshots'), { recursive: true });
}

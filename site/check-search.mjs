// @ts-check
/** Searches the built site as its search box does; throws where another section comes first than should. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { answers } from './pages.mjs';

/** Those of VitePress. */
const searchOptions = { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } };

/** @param {string} site Its folder. */
export async function checkSearch(site) {
  const MiniSearch = createRequire(join(site, 'package.json'))('minisearch');
  const chunks = join(site, '.vitepress/dist/assets/chunks');
  const index = readdirSync(chunks).find((name) => name.startsWith('@localSearchIndexroot'));
  if (!index) throw new Error(`${chunks} has no index of the search`);
  const { default: json } = await import(pathToFileURL(join(chunks, index)).href);
  const fields = ['title', 'titles', 'text'];
  const search = MiniSearch.loadJSON(json, { fields, storeFields: ['title', 'titles'], searchOptions });
  /** @type {string[]} */
  const found = search.search('changelog').map((/** @type {{ id: string }} */ { id }) => id);
  if (found.some((id) => id.startsWith('/changelog'))) throw new Error('the search finds the changelog');
  for (const [query = '', wanted] of answers) {
    const [first] = search.search(query);
    if (first?.id !== wanted)
      throw new Error(`the search for "${query}" finds ${first?.id ?? 'nothing'} first, not ${wanted}`);
  }
}

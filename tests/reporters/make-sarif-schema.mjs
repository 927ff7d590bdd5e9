// @ts-check
/**
 * Makes sarif.schema.json anew: the schema of SARIF 2.1.0 by OASIS without its texts, as draft 7, which differs from
 * draft 4 in nothing that it uses. It is kept in the repository, so that the tests need no network:
 *
 *   curl -O https://raw.githubusercontent.com/oasis-tcs/sarif-spec/main/sarif-2.1/schema/sarif-schema-2.1.0.json
 *   node tests/reporters/make-sarif-schema.mjs sarif-schema-2.1.0.json
 */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A property may be called `description`: then its value is a schema.
 * @param {unknown} value
 * @returns {unknown}
 */
function strip(value) {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([name, inner]) => !(['description', 'default', 'title'].includes(name) && typeof inner !== 'object'),
      )
      .map(([name, inner]) => [name, strip(inner)]),
  );
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('names no schema');
/** @type {Record<string, unknown>} */
const { $schema: _, id, ...schema } = JSON.parse(readFileSync(file, 'utf8'));
const draft7 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: id,
  $comment:
    'Copyright © OASIS Open. All Rights Reserved. Under the OASIS IPR policy (https://www.oasis-open.org/policies-guidelines/ipr) it may be copied and used in derivative works that assist in its implementation, with this notice. Without its texts: made by make-sarif-schema.mjs',
  .../** @type {object} */ (strip(schema)),
};
writeFileSync(new URL('sarif.schema.json', import.meta.url), `${JSON.stringify(draft7)}\n`);

// @ts-check
/**
 * Makes kubernetes.schema.json anew: what the API of Kubernetes says of the kinds that deploy/kubernetes has, and of
 * all that is in them. It is kept in the repository, so that the tests need no network. From a folder of schemas:
 *
 *   pip download --no-deps kubernetes-validate==1.37.0 && unzip kubernetes_validate-1.37.0-py3-none-any.whl
 *   node tests/deploy/make-kubernetes-schema.mjs kubernetes_validate/kubernetes-json-schema/v1.37.0-local-strict
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const kinds = [
  'io.k8s.api.apps.v1.Deployment',
  'io.k8s.api.core.v1.Service',
  'io.k8s.api.networking.v1.NetworkPolicy',
];

/**
 * Without texts for people. A field that is named and left empty is a mistake in a file, so `null` is no value.
 * @param {unknown} value
 * @returns {unknown}
 */
function strip(value) {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([name, inner]) =>
      !(['description', 'default'].includes(name) && typeof inner !== 'object') && !name.startsWith('x-'),
  );
  return Object.fromEntries(
    kept.map(([name, inner]) => [
      name,
      name === 'type' && Array.isArray(inner) ? inner.find((type) => type !== 'null') : strip(inner),
    ]),
  );
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('names no folder of schemas');
/** @type {{ $defs: Record<string, unknown> }} */
const { $defs: all } = JSON.parse(readFileSync(join(folder, '_definitions.json'), 'utf8'));
/** @type {Record<string, unknown>} */
const $defs = {};
/** @param {string} name */
const add = (name) => {
  if (name in $defs) return;
  $defs[name] = strip(all[name]);
  for (const [, inner = ''] of JSON.stringify($defs[name]).matchAll(/"#\/\$defs\/([^"]+)"/g)) add(inner);
};
kinds.forEach(add);
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: 'kubernetes',
  $comment: `Part of ${basename(folder)} of kubernetes-json-schema, Apache License 2.0: made by make-kubernetes-schema.mjs`,
  $defs,
};
writeFileSync(new URL('kubernetes.schema.json', import.meta.url), `${JSON.stringify(schema)}\n`);

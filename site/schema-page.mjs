// @ts-check
/** A JSON Schema as a Markdown page: a section for each field of the document, a row for each field below it. */

/**
 * @typedef {object} JsonSchema
 * @property {string} [$ref] To one of the definitions.
 * @property {Record<string, JsonSchema>} [$defs] Definitions, of the whole document.
 * @property {string | string[]} [type]
 * @property {string} [description]
 * @property {unknown} [default]
 * @property {unknown} [const]
 * @property {unknown[]} [enum]
 * @property {number} [minimum]
 * @property {number} [maximum]
 * @property {Record<string, JsonSchema>} [properties]
 * @property {string[]} [required]
 * @property {JsonSchema | boolean} [items]
 * @property {JsonSchema[]} [prefixItems]
 * @property {JsonSchema | boolean} [additionalProperties]
 * @property {JsonSchema[]} [anyOf]
 * @property {JsonSchema[]} [oneOf]
 */

/**
 * @typedef {object} FieldRow
 * @property {string} path
 * @property {Set<string>} types
 * @property {string} meaning
 * @property {unknown} [fallback] The value of a field that is left out.
 */

/**
 * A schema with each reference replaced by its definition.
 * @param {JsonSchema} document
 * @returns {JsonSchema}
 */
export const withoutReferences = ({ $defs = {}, ...document }) =>
  JSON.parse(JSON.stringify(document), (_key, value) =>
    typeof value?.$ref === 'string'
      ? { ...withoutReferences({ ...$defs[value.$ref.replace('#/$defs/', '')], $defs }), ...value }
      : value,
  );

/** @param {JsonSchema} schema */
const variantsOf = (schema) => schema.anyOf ?? schema.oneOf ?? [schema];

/** @param {number | undefined} value */
const number = (value) => value?.toLocaleString('en');

/** @param {JsonSchema} schema @returns {string[]} */
function typesOf(schema) {
  if (schema.anyOf ?? schema.oneOf) return variantsOf(schema).flatMap(typesOf);
  if (schema.const !== undefined) return [`\`${JSON.stringify(schema.const)}\``];
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``);
  if (schema.prefixItems)
    return [`[${schema.prefixItems.map((item) => typesOf(item).join(' or ')).join(', ')}]`];
  if (schema.type === 'array' && typeof schema.items === 'object')
    return [`list of ${[...new Set(typesOf(schema.items))].join(' or ')}`];
  const { minimum, maximum } = schema;
  const bounds = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  const range = bounds ? ` ${number(minimum) ?? '…'} – ${number(maximum)}` : '';
  return [schema.type ?? 'anything'].flat().map((type) => `${type}${range}`);
}

/**
 * @param {JsonSchema} schema
 * @param {string} path
 * @param {Map<string, FieldRow>} rows
 */
function collect(schema, path, rows) {
  for (const variant of variantsOf(schema)) {
    if (variant !== schema) collect(variant, path, rows);
    if (typeof variant.items === 'object') collect(variant.items, `${path}[]`, rows);
    if (typeof variant.additionalProperties === 'object')
      collect(variant.additionalProperties, `${path}.*`, rows);
    for (const [name, field] of Object.entries(variant.properties ?? {})) {
      const at = path === '' ? name : `${path}.${name}`;
      const known = rows.get(at);
      const types = new Set([...(known?.types ?? []), ...typesOf(field)]);
      const meaning = known?.meaning || (field.description ?? '');
      rows.set(at, { path: at, types, meaning, fallback: known?.fallback ?? field.default });
      collect(field, at, rows);
    }
  }
}

/** @param {JsonSchema} schema @returns {Map<string, FieldRow>} */
export function fieldsOf(schema) {
  const rows = /** @type {Map<string, FieldRow>} */ (new Map());
  collect(schema, '', rows);
  return rows;
}

/** @param {string} text */
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');

/** @param {FieldRow} row */
function describeType({ types, fallback }) {
  const words = cell([...types].join(' or '));
  const isPlain = fallback !== undefined && JSON.stringify(fallback) !== '{}';
  return isPlain ? `${words} (\`${cell(JSON.stringify(fallback))}\`)` : words;
}

/**
 * @param {JsonSchema} schema
 * @param {Map<string, FieldRow>} [meanings] Of fields that the schema does not describe itself.
 * @returns {string} Sections, without the heading of the page.
 */
export function describeSchema(schema, meanings = new Map()) {
  const rows = [...fieldsOf(schema).values()].map((row) => ({
    ...row,
    meaning: row.meaning || (meanings.get(row.path)?.meaning ?? ''),
  }));
  return Object.keys(schema.properties ?? {})
    .map((name) => {
      const own = rows.filter(
        ({ path }) => path === name || (/^[.[]/.test(path.slice(name.length)) && path.startsWith(name)),
      );
      return section(name, own);
    })
    .join('\n\n');
}

/** @param {string} name @param {FieldRow[]} rows */
const section = (name, rows) =>
  [
    `## ${name}`,
    '',
    '| field | type (default) | meaning |',
    '| --- | --- | --- |',
    ...rows.map((row) => `| \`${cell(row.path)}\` | ${describeType(row)} | ${cell(row.meaning)} |`),
  ].join('\n');

/**
 * A section for each document that the schema may be, by its `type`. What is inside of a document that has a page of its
 * own is left to that page.
 * @param {JsonSchema} schema @param {string[]} elsewhere Fields with a page of their own.
 */
export const describeVariants = (schema, elsewhere) =>
  variantsOf(schema)
    .map((variant) => {
      const rows = [...fieldsOf(variant).values()].filter(
        ({ path }) =>
          path !== 'type' &&
          !elsewhere.some((field) => path.startsWith(`${field}.`) || path.startsWith(`${field}[`)),
      );
      return section(String(variant.properties?.type?.const), rows);
    })
    .join('\n\n');

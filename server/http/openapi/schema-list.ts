import { escapeHtml, linked } from './page-words.ts';
import type { JsonSchema } from './components.ts';

/** Every schema with its fields, folded up: a link to one opens it. */
export const schemaList = (schemas: Record<string, JsonSchema>): string =>
  Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<details><summary><code>${name}</code> ${escapeHtml(schema.description ?? '')}</summary><div id="${name}">${fields(schema)}</div></details>\n`,
    )
    .join('');

/** The fields of all objects in it, each with those within. */
function fields({ properties = {}, required = [], items, anyOf = [] }: JsonSchema): string {
  const own = Object.entries(properties).map(([name, field]) => {
    const optional = required.includes(name) ? '' : '?';
    return `<li><code>${name}${optional}</code> <span class="type">${typeOf(field)}</span> ${escapeHtml(field.description ?? '')}${fields(field)}</li>`;
  });
  const inner = [...anyOf, ...(items ? [items] : [])].map(fields).join('');
  return (own.length === 0 ? '' : `<ul>${own.join('')}</ul>`) + inner;
}

/** In words: `number or null`, `list of Sample`, `quick | full`, `integer, 1 to 8`. */
function typeOf(schema: JsonSchema): string {
  const { $ref, const: only, enum: choices, anyOf, items, prefixItems, type = 'anything' } = schema;
  if ($ref !== undefined) return linked($ref.replace(/^.*\//, ''));
  if (only !== undefined) return escapeHtml(JSON.stringify(only));
  if (choices) return escapeHtml(choices.join(' | '));
  if (anyOf) return anyOf.map(typeOf).join(' or ');
  if (prefixItems) return `(${prefixItems.map(typeOf).join(', ')})`;
  if (items) return `list of ${typeOf(items)}`;
  return [...(typeof type === 'string' ? [type] : type)].join(' or ') + rangeOf(schema);
}

/** Those of whole numbers as such are none. */
const rangeOf = ({ minimum, maximum }: JsonSchema) =>
  minimum === undefined || maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER
    ? ''
    : `, ${minimum} to ${maximum}`;

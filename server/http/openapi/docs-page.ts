import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import {
  bodyErrors,
  commonErrors,
  presenterErrors,
  type ApiContent,
  type ApiDocument,
  type ApiOperation,
} from './openapi.ts';
import type { JsonSchema } from './components.ts';
import { file } from '../plugins/schemas.ts';

/** The description as a page that needs no script, and nothing from elsewhere. */
function docsPage(version: string, { paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = new Set(operations.flatMap(({ operation }) => operation.tags));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Roundtrip: HTTP API</title>
<link rel="stylesheet" href="/api/docs/style.css">
<main>
<h1>Roundtrip ${escapeHtml(version)}: HTTP API</h1>
<p>Whatever changes something, marked <b>presenter</b> here, needs <code>Authorization: Bearer TOKEN</code> where the server
has a presenter’s token. For programs: <a href="/api/docs/openapi.json">openapi.json</a>, with the same schemas.</p>
<p>An answer that is no success is an ${linked('Error')}. Beside those that are named below, these may come:</p>
<ul>
${errors(commonErrors, '')}${errors(presenterErrors, ', where only the presenter may')}${errors(bodyErrors, ', where there is a body')}</ul>
${[...groups]
  .map((group) => {
    const ofGroup = operations.filter(({ operation }) => operation.tags.includes(group));
    return `<h2>${escapeHtml(group)}</h2>\n<dl>\n${ofGroup.map(entry).join('')}</dl>\n`;
  })
  .join('')}
<h2>Schemas</h2>
<p>Of bodies, and of what Socket.IO sends on connecting. A field marked with ? may be absent.</p>
${schemaList(components.schemas)}
</main>
</html>
`;
}

const errors = (all: Record<string, string>, where: string) =>
  Object.entries(all)
    .map(([code, when]) => `<li>${code}${where}: ${escapeHtml(when)}.</li>\n`)
    .join('');

interface Entry {
  path: string;
  method: string;
  operation: ApiOperation;
}

function entry({ path, method, operation }: Entry): string {
  const { summary, security, parameters = [], requestBody, responses } = operation;
  const facts = [
    ...(requestBody ? [`body: ${contentOf(requestBody.content)}`] : []),
    ...parameters.filter((one) => one.in === 'query').map(queryFact),
    ...Object.entries(responses)
      .filter(([code]) => !(code in { ...commonErrors, ...presenterErrors, ...bodyErrors }))
      .map(([code, { description, content }]) =>
        code.startsWith('2')
          ? `${code}${content ? `: ${contentOf(content)}` : ''}`
          : `${code}: ${escapeHtml(description)}`,
      ),
  ];
  const mark = security.length > 0 ? ' <b class="presenter">presenter</b>' : '';
  return `<dt><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code>${mark}</dt>
<dd>${escapeHtml(summary)}.<ul>${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul></dd>
`;
}

type Parameter = NonNullable<ApiOperation['parameters']>[number];

function queryFact({ name, description = '', schema }: Parameter): string {
  const { enum: choices, minimum, maximum, default: usual } = schema;
  return escapeHtml(
    [
      `?${name}=: ${description.replace(/\.$/, '')}`,
      ...(choices ? [choices.join(', ')] : []),
      ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
      ...(usual === undefined ? [] : [`${JSON.stringify(usual)} by default`]),
    ].join('; '),
  );
}

function contentOf(content: ApiContent): string {
  const [type = '', { schema } = { schema: {} }] = Object.entries(content)[0] ?? [];
  if (type !== 'application/json') return escapeHtml(type);
  if (schema.$ref !== undefined) return linked(nameOf(schema.$ref));
  return schema.items?.$ref === undefined ? 'JSON' : `a list of ${linked(nameOf(schema.items.$ref))}`;
}

const nameOf = (reference: string) => reference.replace(/^.*\//, '');

const docsStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; border-bottom: 1px solid; }
dt { margin-top: 1rem; }
dd { margin: 0.25rem 0 0 1.5rem; }
ul { margin: 0.25rem 0; padding-left: 1.2rem; }
details { margin: 0.5rem 0; }
summary { cursor: pointer; }
details:has(:target) { outline: 2px solid; outline-offset: 0.3rem; }
.presenter { font-size: 0.8rem; padding: 0 0.4rem; border: 1px solid; border-radius: 0.3rem; }
.type { opacity: 0.8; }
`;

/** Every schema with its fields, folded up: a link to one opens it. */
const schemaList = (schemas: Record<string, JsonSchema>): string =>
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

/** As text of a page; what stands between backticks is code. */
const escapeHtml = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');

/** The name of a schema, leading to its fields. */
const linked = (name: string) => `<a href="#${name}">${name}</a>`;

const tags = ['Documentation'];

export const docsRoutes: FastifyPluginCallbackZod<{ version: string }> = (app, { version }, done) => {
  const page = { tags, summary: 'This description as a page', response: { 200: file('text/html') } };
  app.get('/docs', { schema: page }, async (_request, reply): Promise<void> => {
    await reply.type('text/html; charset=utf-8').send(docsPage(version, await app.describeApi()));
  });

  const style = { tags, summary: 'The look of that page', response: { 200: file('text/css') } };
  app.get('/docs/style.css', { schema: style }, async (_request, reply): Promise<void> => {
    await reply.type('text/css; charset=utf-8').send(docsStyle);
  });

  const document = {
    tags,
    summary: 'This description as OpenAPI 3.1',
    response: { 200: z.record(z.string(), z.unknown()) },
  };
  app.get('/docs/openapi.json', { schema: document }, async () => ({ ...(await app.describeApi()) }));

  done();
};

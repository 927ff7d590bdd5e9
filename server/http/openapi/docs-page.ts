import { bodyErrors, commonErrors, presenterErrors } from './openapi.ts';
import type { ApiContent, ApiDocument, ApiOperation } from './document.ts';
import { schemaList } from './schema-list.ts';
import { escapeHtml, linked } from './page-words.ts';

/** The description as a page that needs no script, and nothing from elsewhere. */
export function docsPage(version: string, { paths, components }: ApiDocument): string {
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

export const docsStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
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

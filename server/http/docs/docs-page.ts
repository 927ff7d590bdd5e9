import type { Operation } from './operation.ts';
import { operations } from './operations.ts';

/** The description as a page that needs no script, and nothing from elsewhere. */
export const docsPage = (version: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Roundtrip: HTTP API</title>
<link rel="stylesheet" href="/api/docs/style.css">
<main>
<h1>Roundtrip ${escaped(version)}: HTTP API</h1>
<p>Whatever changes something, marked <b>presenter</b> here, needs <code>Authorization: Bearer TOKEN</code> where the server
has a presenter’s token. An answer that is no success is <code>{"error": {"code", "message"}}</code>.
For programs: <a href="/api/docs/openapi.json">openapi.json</a>, with the schemas of plan and result.</p>
${[...new Set(operations.map(({ group }) => group))].map(section).join('')}
</main>
</html>
`;

const section = (group: string) => `<h2>${escaped(group)}</h2>
<dl>
${operations
  .filter((one) => one.group === group)
  .map(entry)
  .join('')}</dl>
`;

function entry({
  method,
  path,
  summary,
  presenter,
  query = {},
  body,
  status,
  errors = [],
}: Operation): string {
  const refused = [...errors, ...(presenter ? [401] : [])].sort().join(', ');
  const facts = [
    ...(body === undefined ? [] : [`body: ${body === 'object' ? 'JSON' : body}`]),
    ...Object.entries(query).map(([name, words]) => `?${name}=: ${words}`),
    `answers ${status}${refused === '' ? '' : `; ${refused} with a reason`}`,
  ];
  return `<dt><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code>${presenter ? ' <b class="presenter">presenter</b>' : ''}</dt>
<dd>${escaped(summary)}.<ul>${facts.map((fact) => `<li>${escaped(fact)}</li>`).join('')}</ul></dd>
`;
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const docsStyle = `:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; border-bottom: 1px solid; }
dt { margin-top: 1rem; }
dd { margin: 0.25rem 0 0 1.5rem; }
ul { margin: 0.25rem 0; padding-left: 1.2rem; }
.presenter { font-size: 0.8rem; padding: 0 0.4rem; border: 1px solid; border-radius: 0.3rem; }
`;

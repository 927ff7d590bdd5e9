import { bodyErrors, commonErrors, presenterErrors, type Answer, type Operation } from './operation.ts';
import { operations } from './operations.ts';
import { schemaList } from './schema-list.ts';
import { fieldsOf } from './schemas/index.ts';
import { escaped, linked } from './page-words.ts';

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
has a presenter’s token. For programs: <a href="/api/docs/openapi.json">openapi.json</a>, with the same schemas.</p>
<p>An answer that is no success is an ${linked('Error')}. Beside those that are named below, these may come:</p>
<ul>
${Object.entries(commonErrors).map(refusal).join('')}${Object.entries(presenterErrors)
  .map(([code, when]) => refusal([`${code}, where only the presenter may`, when]))
  .join('')}${Object.entries(bodyErrors)
  .map(([code, when]) => refusal([`${code}, where there is a body`, when]))
  .join('')}</ul>
${[...new Set(operations.map(({ group }) => group))].map(section).join('')}
<h2>Schemas</h2>
<p>Of bodies, and of what Socket.IO sends on connecting. A field marked with ? may be absent.</p>
${schemaList()}
</main>
</html>
`;

const refusal = ([code, when]: [string, string]) => `<li>${code}: ${escaped(when)}.</li>\n`;

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
  query,
  body,
  status,
  answer,
  errors = {},
}: Operation): string {
  const facts = [
    ...(body === undefined ? [] : [`body: ${linked(body)}`]),
    ...(query === undefined ? [] : fieldsOf(query)).map(
      ([name, { description, enum: choices, minimum, maximum, default: usual }]) =>
        escaped(
          [
            `?${name}=: ${(description ?? '').replace(/\.$/, '')}`,
            ...(choices ? [choices.join(', ')] : []),
            ...(minimum === undefined || maximum === undefined ? [] : [`${minimum} to ${maximum}`]),
            ...(usual === undefined ? [] : [`${JSON.stringify(usual)} by default`]),
          ].join('; '),
        ),
    ),
    `${status}${answer === undefined ? '' : `: ${named(answer)}`}`,
    ...Object.entries(errors).map(([code, when]) => `${code}: ${escaped(when)}`),
  ];
  return `<dt><code><b>${method.toUpperCase()}</b> ${escaped(path)}</code>${presenter ? ' <b class="presenter">presenter</b>' : ''}</dt>
<dd>${escaped(summary)}.<ul>${facts.map((fact) => `<li>${fact}</li>`).join('')}</ul></dd>
`;
}

function named(answer: Answer): string {
  if (answer === 'object') return 'JSON';
  if (typeof answer === 'string') return linked(answer);
  return 'type' in answer ? escaped(answer.type) : `a list of ${linked(answer.list)}`;
}

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

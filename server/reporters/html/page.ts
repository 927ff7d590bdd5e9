import { createHash } from 'node:crypto';
import type { Result } from '../../../shared/contract/result.ts';
import type { LatencyKind } from '../../../shared/contract/enums.ts';
import { tunedPlan } from '../../../shared/plan/tuned-plan.ts';
import { sentInWords } from '../../../shared/words/own-settings.ts';
import { environmentInWords, methodInWords, doubtsInWords } from '../in-words.ts';
import type { Report } from '../reporter.ts';
import { boards, verdicts } from './boards.ts';
import { embed } from './embedded.ts';
import { reportHeadline } from './headline.ts';
import { legend } from './lane-marks.ts';
import { markup, Markup } from '../../../shared/words/markup.ts';
import { percentileChart } from './percentile-chart.ts';
import { script } from './script.ts';
import { slicesChart } from './slices-chart.ts';
import { style } from './style.ts';
import { checkList, latencyTable, resourceTable, throughputTable } from './tables.ts';
import { throughputBars } from './throughput-bars.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** As it stands, to the letter: the policy names it by its hash. */
const element = (name: 'style' | 'script', text: string) => new Markup(`<${name}>${text}</${name}>`);

/** Nothing may be loaded, and nothing run but what was written here. */
const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; form-action 'none'`;

/** The whole report as one HTML document that needs nothing else, and holds the result within. */
export function page({ result: measured, checks = [] }: Report): string {
  const result = { ...measured, lanes: toldApart(measured.lanes) };
  const { text, more } = reportHeadline(result);
  const warnings = doubtsInWords(result);
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${text} · Roundtrip</title>
        ${element('style', style)}
      </head>
      <body>
        <header>
          <b>${logo} Roundtrip</b><span>${result.startedAt.slice(0, 16).replace('T', ' ')} UTC</span>
        </header>
        <main>
          <h1>${text}</h1>
          <p class="lead"><span>${more}</span><span>${sentInWords(result)}</span></p>
          ${warnings.length > 0 ? markup`<div class="warnings">${warnings.map((warning) => markup`<p>${warning}</p>`)}</div>` : null}
          ${boards(result)} ${checks.length > 0 ? section('Checks', checkList(checks)) : null}
          ${section('Throughput', throughputBars(result), 'commands/s, median and 95 % interval')}
          ${result.lanes.some(({ throughput }) => throughput) ? section('Over the run', markup`${legend(result.lanes)}${slicesChart(result)}`, 'commands/s, slice by slice') : null}
          ${latencySections(result)} ${section('Verdicts', verdicts(result))}
          ${section('Figures', markup`${throughputTable(result)}${latencyTable(result)}${resourceTable(result)}`)}
          ${section('Where and how it was measured', provenance(result))}
        </main>
        ${new Markup(embed(measured))}
        ${element('script', script)}
      </body>
    </html> `.text;
}

/** Lanes of one name are told apart by their ids. */
const toldApart = (lanes: Result['lanes']): Result['lanes'] =>
  lanes.map((lane) =>
    lanes.some(({ id, label }) => id !== lane.id && label === lane.label)
      ? { ...lane, label: `${lane.label} (${lane.id})` }
      : lane,
  );

const logo = markup`<svg viewBox="0 0 40 24" width="40" height="24" aria-hidden="true">
  <path d="M2 5H29a7 7 0 0 1 0 14H11" fill="none" stroke="currentColor" stroke-width="4.5" />
  <path d="M13.5 11 3 19l10.5 8z" fill="currentColor" />
</svg>`;

const section = (title: string, content: Markup, more: string | null = null) =>
  markup`<section>
    <h2>${title}${more === null ? null : markup` <span class="quiet">${more}</span>`}</h2>
    ${content}
  </section> `;

const latencyKinds: readonly (readonly [LatencyKind, string, string])[] = [
  ['response', 'Response time', 'from when a command was due to its reply, by percentile'],
  ['command', 'Latency', 'of commands, by percentile; both axes logarithmic'],
];

const latencySections = ({ lanes }: Result): Markup[] =>
  latencyKinds.flatMap(([kind, title, more]) => {
    const chart = percentileChart(lanes, kind, title);
    return chart === null ? [] : [section(title, markup`${legend(lanes)}${chart}`, more)];
  });

const provenance = (result: Result): Markup =>
  markup`<dl>
      ${environmentInWords(result).map(
        ([name, value]) =>
          markup`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <p>${methodInWords(result)}</p>
    <details>
      <summary>The plan</summary>
      <p class="quiet">Carries the same out again: roundtrip bench --plan FILE</p>
      <button type="button" data-copies="plan" hidden>Copy</button>
      <pre id="plan" tabindex="0">${JSON.stringify(tunedPlan(result.plan, result.tunings), null, 2)}</pre>
    </details>
    <details>
      <summary>The result</summary>
      <p class="quiet">
        All of it is in this file: roundtrip report THIS-FILE --json result.json takes it out.
      </p>
    </details>`;

/** The look of the page in client/src/shell/styles/tokens.css, for a file that stands alone. A test holds them together. */
const tokens = `
--wall: light-dark(#e9edf0, #080d13);
--board: light-dark(#ffffff, #101821);
--field: light-dark(#f4f6f8, #18222d);
--masthead: light-dark(#0b1420, #04070b);
--on-masthead: #f3f6f9;
--on-masthead-quiet: #a9b7c4;
--ink: light-dark(#0b1420, #f1f5f8);
--ink-quiet: light-dark(#4a5764, #a7b5c2);
--rule: light-dark(#ccd4da, #2a3744);
--rule-strong: light-dark(#7b8894, #6b7b8a);
--signal: #ffcd00;
--on-signal: #0b1420;
--alarm: light-dark(#b3151b, #ff8a80);
--alarm-field: light-dark(#fdeceb, #35161a);
--edge-shadow: light-dark(rgb(11 20 32 / 40%), rgb(0 0 0 / 85%));
--focus: light-dark(#0a58ca, #8cc2ff);
--lane-1: light-dark(#46525e, #c3ced8);
--lane-2: light-dark(#0068a9, #55b4f2);
--lane-3: light-dark(#c03f00, #ff8b4d);
--lane-4: light-dark(#00765a, #2fcba0);
--lane-5: light-dark(#b0307f, #f07fc0);
--lane-6: light-dark(#b08200, #eab530);
--lane-7: light-dark(#5d3fd3, #9a86ff);
--lane-8: light-dark(#3d5200, #dfe36a);
--lane-9: light-dark(#8a4b2d, #d8a384);`;

const lanes = Array.from(
  { length: 9 },
  (_, index) => `.lane-${index + 1} { --lane: var(--lane-${index + 1}); }`,
).join('\n');

export const style = `
:root { color-scheme: light dark; ${tokens}
--face: 'Helvetica Neue', Helvetica, 'Segoe UI Variable Display', 'Segoe UI', system-ui, Roboto, Arial, sans-serif;
--code: ui-monospace, 'SF Mono', Menlo, Consolas, 'Liberation Mono', monospace; }
${lanes}
* { box-sizing: border-box; }
body { margin: 0; background: var(--wall); color: var(--ink); font: 1rem/1.5 var(--face); font-variant-numeric: tabular-nums; }
header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; min-height: 3.25rem; padding: .5rem max(1.25rem, calc(50vw - 35rem)); background: var(--masthead); color: var(--on-masthead-quiet); font-size: .875rem; }
header b { display: flex; align-items: center; gap: .75rem; margin-right: auto; color: var(--on-masthead); font-size: 1.375rem; }
header svg { color: var(--signal); }
main { max-width: 72.5rem; margin: 0 auto; padding: 1.75rem 1.25rem 3rem; }
h1 { margin: 0; font-size: clamp(1.75rem, 1rem + 2.8vw, 2.75rem); line-height: 1.12; letter-spacing: -.02em; text-wrap: balance; overflow-wrap: break-word; }
h2 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.25; }
h3 { margin: 0; font-size: 1.0625rem; }
p { margin: 0; text-wrap: pretty; }
.lead { margin: .5rem 0 1.5rem; color: var(--ink-quiet); font-size: 1.0625rem; }
.lead .fact { font-size: .9375rem; overflow-wrap: anywhere; }
.lead p:not(.fact) + .fact { margin-top: .5rem; }
.whole { white-space: nowrap; }
.quiet { color: var(--ink-quiet); font-weight: 400; }
section { margin-top: 1rem; padding: 1.25rem; background: var(--board); }
code, pre { font-family: var(--code); font-size: .875em; }
th code { color: var(--ink-quiet); font-weight: 400; }
svg { display: block; }
.mark { display: inline-block; vertical-align: -.1em; flex: none; }
.line { fill: none; stroke: var(--lane); stroke-width: 2.5; stroke-linejoin: round; }
.marker { fill: var(--lane); stroke: var(--board); stroke-width: 1; }

.boards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); gap: 1px; background: none; padding: 0; list-style: none; margin: 0; }
.boards li { display: grid; grid-row: span 7; grid-template-rows: subgrid; row-gap: 0; align-items: start; padding: 1rem 1.125rem 1.125rem; background: var(--board); border-top: .5rem solid var(--lane); min-width: 0; }
.boards .label { display: flex; align-items: center; gap: .625rem; font-weight: 700; font-size: 1.125rem; line-height: 1.3; overflow-wrap: anywhere; }
.boards .rate { color: var(--lane); font-size: 3.5rem; font-weight: 700; line-height: 1.15; letter-spacing: -.04em; }
.boards .ratio { margin-top: .5rem; padding-top: .625rem; border-top: 1px solid var(--rule); font-size: 1.75rem; font-weight: 700; line-height: 1.2; letter-spacing: -.02em; }
.boards .ratio small { font-size: .9375rem; letter-spacing: 0; white-space: nowrap; }
.boards.of-5 { grid-template-columns: repeat(5, 1fr); }
.boards.of-6 { grid-template-columns: repeat(3, 1fr); }
.boards.of-7, .boards.of-8 { grid-template-columns: repeat(4, 1fr); }
.boards.of-5 .rate { font-size: 3rem; }
.boards .summary { margin-top: .25rem; }
.boards .small { color: var(--ink-quiet); font-size: .875rem; }

.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: 0 0 .75rem; padding: 0; list-style: none; font-weight: 600; font-size: .9375rem; }
.legend li { display: flex; align-items: center; gap: .5rem; overflow-wrap: anywhere; }
.bars { display: grid; gap: .875rem; margin: 0; padding: 0; list-style: none; }
.bars li { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .25rem 1rem; align-items: baseline; }
.bars .name { display: flex; align-items: center; gap: .5rem; font-weight: 600; overflow-wrap: anywhere; }
.bars svg.bar { grid-column: 1 / -1; }
.track { fill: var(--field); }
.fill { fill: var(--lane); }
.whisker { stroke: var(--ink); stroke-width: 2; }
.halo { stroke: var(--board); stroke-width: 5; }
.chart { width: 100%; height: auto; font-family: var(--face); }
.chart .axis { fill: var(--ink-quiet); }
.chart .grid { stroke: var(--rule); stroke-width: 1; }
.chart .level { stroke: var(--ink-quiet); stroke-width: 1.5; stroke-dasharray: 6 4; }
.chart .ends { stroke: var(--lane); stroke-width: 2; }
.chart .base { stroke: var(--rule-strong); stroke-width: 1; }
.chart.narrow { display: none; }
.picture { --lane: var(--lane-2); fill: var(--ink); }
.picture .point, .picture .bar { fill: var(--lane); }
.picture .bar:not(.best) { fill: color-mix(in srgb, var(--lane) 55%, var(--board)); }
.picture .end { fill: var(--lane); font-weight: 600; }
.picture .stem { stroke: var(--rule-strong); stroke-dasharray: 1 3; }
.picture .whisker { stroke-width: 1.5; }
.picture .whisker[class*='lane'] { stroke: var(--lane); }
.picture .published { fill: none; stroke: var(--ink-quiet); stroke-width: 1.5; }

.scroll { overflow-x: auto; background:
  linear-gradient(to left, var(--board) 40%, transparent) right / 4rem 100% no-repeat local,
  linear-gradient(to left, var(--edge-shadow), transparent) right / 2rem 100% no-repeat scroll; }
.scroll :is(thead th, tbody th):first-child { position: sticky; left: 0; background: var(--board); white-space: normal; min-width: min(11rem, 40vw); }
.scroll + .scroll, .scroll + .verdicts, p + .scroll, p + .verdicts { margin-top: 1.75rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
caption { text-align: left; font-weight: 700; padding-bottom: .375rem; }
thead th { vertical-align: bottom; }
th, td { padding: .375rem .5rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
tbody th { font-weight: 600; }
tbody th .mark { margin-right: .25rem; }
thead th { white-space: normal; color: var(--ink-quiet); font-weight: 400; border-bottom-color: var(--rule-strong); }
td:last-child, th:last-child { padding-right: 0; }

.verdicts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); gap: 1.25rem 2rem; margin-block: 0; padding: 0; list-style: none; }
.verdicts li { padding-left: 1rem; border-left: .25rem solid var(--lane); overflow-wrap: anywhere; }
.verdicts .remark { color: var(--ink-quiet); font-size: .9375rem; }
.warn { color: var(--alarm); }
.warn::before { content: '⚠ '; }
.warnings { display: grid; gap: .375rem; margin-bottom: 1rem; padding: .75rem 1rem; background: var(--alarm-field); color: var(--alarm); }
.checks { display: grid; gap: .5rem; margin: 0; padding: 0; list-style: none; }
.checks li { display: flex; flex-wrap: wrap; gap: .125rem .75rem; overflow-wrap: anywhere; }
.checks b { min-width: 4rem; }
.checks .failed b { color: var(--alarm); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .375rem 1.25rem; margin: 0 0 1rem; }
dt { color: var(--ink-quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
details { margin-top: .75rem; }
summary { cursor: pointer; font-weight: 700; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 30rem; margin: .75rem 0 0; padding: 1rem; overflow: auto; background: var(--field); }
button { margin-top: .75rem; padding: .375rem .875rem; border: 2px solid var(--ink); background: var(--board); color: var(--ink); font: inherit; font-weight: 700; cursor: pointer; }
button:hover { background: var(--field); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }

@media (max-width: 60rem) {
  .boards:is(.of-5, .of-6, .of-7, .of-8) { grid-template-columns: repeat(auto-fit, minmax(min(15rem, 100%), 1fr)); }
}
@media (max-width: 40rem) {
  main { padding: 1.25rem 0 2rem; }
  h1, .lead { padding: 0 1rem; }
  section { padding: 1rem; }
  .warnings { margin-inline: 1rem; }
  .chart.wide { display: none; }
  .chart.narrow { display: block; }
  .boards[class] { grid-template-columns: minmax(0, 1fr); }
  .boards li { grid-row: auto; grid-template: auto / minmax(0, 1fr) auto; column-gap: 1rem; align-items: baseline; }
  .boards .label, .boards .summary, .boards .latency { grid-column: 1 / -1; }
  .boards[class] .rate { font-size: 2.75rem; }
  .boards .ratio { grid-area: 3 / 2; margin: 0; padding: 0; border: 0; text-align: right; }
  .boards .ratio small { display: block; font-size: .875rem; }
  .boards .against { grid-area: 4 / 2; text-align: right; }
  .boards .baseline { display: none; }
  .bars .figure .quiet { display: none; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .5rem; }
}
@media print {
  :root { color-scheme: light; --wall: #fff; }
  header { color: var(--ink-quiet); background: none; border-bottom: 2px solid var(--ink); }
  header b { color: var(--ink); }
  header svg { color: var(--ink); }
  button { display: none; }
  section { padding: .5rem 0; break-inside: avoid; }
  .scroll { overflow: visible; }
  table { font-size: .75rem; }
  th, td { padding: .25rem .375rem; }
  .boards { border-bottom: 1px solid var(--rule); }
  * { print-color-adjust: exact; }
}
`;

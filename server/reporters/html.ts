import type { Result } from '../../shared/contract/result.ts';
import type { Block } from '../../shared/report/block.ts';
import { benchLine } from '../../shared/plan/command-lines/bench.ts';
import { localCommand } from '../../shared/plan/command-lines/local-command.ts';
import { lacksTexts, leftOut } from '../../shared/plan/left-out.ts';
import { tunedPlan } from '../../shared/plan/tuned-plan.ts';
import { markup, type Markup } from '../../shared/words/markup.ts';
import { distanceChart } from './html/distance-chart.ts';
import { boards, throughputBars } from './html/lane-pictures.ts';
import { section } from './html/blocks.ts';
import { legend } from './html/lane-marks.ts';
import { page, type Body } from './html/page.ts';
import { percentileChart } from './html/percentile-chart.ts';
import { raceTracks } from './html/race-tracks.ts';
import { slicesChart } from './html/slices-chart.ts';
import { trendCharts } from './html/trend-chart.ts';
import { reportOf } from './report-of.ts';
import type { Reporter } from './reporter.ts';

/** One page that needs nothing else: it opens offline, and holds the result within. Of a run it has charts. */
export const html = {
  id: 'html',
  help: 'one page with charts that opens offline',
  report(document, write) {
    if (document.kind === 'run') {
      const result = { ...document.result, lanes: toldApart(document.result.lanes) };
      write(page(reportOf({ ...document, result }), document.result, runBody(result)));
    } else if (document.kind === 'trend')
      write(
        page(
          reportOf(document),
          document,
          (blocks, drawing) => markup`${trendCharts(document)}${drawing.cards(blocks)}`,
        ),
      );
    else {
      const content = document.kind === 'comparison' ? document : document.result;
      const distances = document.kind === 'recipe' ? document.result.distances : undefined;
      const chart = distances
        ? section(`× against ${distances.lanes[0]?.label ?? 'the first lane'}`, distanceChart(distances))
        : null;
      write(page(reportOf(document), content, (blocks, drawing) => markup`${chart}${drawing.cards(blocks)}`));
    }
  },
} satisfies Reporter;

/** Lanes of one name are told apart by their ids. */
const toldApart = (lanes: Result['lanes']): Result['lanes'] =>
  lanes.map((lane) =>
    lanes.some(({ id, label }) => id !== lane.id && label === lane.label)
      ? { ...lane, label: `${lane.label} (${lane.id})` }
      : lane,
  );

/** Pictures of a run between its blocks, and how to carry the same out again. */
const runBody =
  (result: Result): Body =>
  (blocks, drawing) => {
    const only = (type: Block['type']) => drawing.all(blocks.filter((block) => block.type === type));
    const [details] = blocks.flatMap((block) => (block.type === 'details' ? block : []));
    return markup`${only('doubts')} ${boards(result)} ${only('checks')}
    ${section('Throughput', throughputBars(result), 'commands/s, with 95 % interval')}
    ${result.lanes.some(({ throughput }) => throughput) ? section('Over the run', markup`${legend(result.lanes)}${slicesChart(result)}`, 'commands/s, slice by slice') : null}
    ${raceTracks(result)} ${latencySections(result)} ${section('Verdicts', only('items'))} ${section('Figures', only('table'))}
    ${details ? section(details.title, drawing.all(details.blocks)) : null}
    ${runAgain(result)}`;
  };

const latencyKinds = [
  ['response', 'Response time', 'from when a command was due to its reply, by percentile'],
  ['command', 'Latency', 'of commands, by percentile; both axes logarithmic'],
] as const;

const latencySections = ({ lanes }: Result): Markup[] =>
  latencyKinds.flatMap(([kind, title, more]) => {
    const chart = percentileChart(lanes, kind, title);
    return chart === null ? [] : [section(title, markup`${legend(lanes)}${chart}`, more)];
  });

/** How to carry the same out again, and what the file holds. */
function runAgain({ plan, tunings }: Result): Markup {
  const again = tunedPlan(plan, tunings);
  const { line, planFile } = benchLine(again);
  const command = lacksTexts(plan)
    ? markup`<p>Names or commands were left out of this file, so it cannot be run as it is: in the plan, put your own in place of “${leftOut}”, then <code>${localCommand('package', 'bench')} --plan plan.json</code> where Roundtrip is installed.</p>`
    : markup`<p>${planFile === null ? '' : 'Save the plan below as plan.json. '}Where Roundtrip is installed, or in its clone, this measures the same again:</p>
        <pre id="command" tabindex="0">${line}</pre>
        <button type="button" data-copies="command" hidden>Copy</button>`;
  return section(
    'Run it yourself',
    markup`${command}
      <details>
        <summary>The plan, as plan.json</summary>
        <pre id="plan" tabindex="0">${JSON.stringify(again, null, 2)}</pre>
        <button type="button" data-copies="plan" hidden>Copy</button>
      </details>
      <p class="quiet">
        The whole result is in this file. Roundtrip opens it under Runs, and
        <code>${localCommand('package', 'report')} THIS-FILE --json result.json</code> takes it out.
      </p>`,
  );
}

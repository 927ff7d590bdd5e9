import type { SearchResult, SearchEvent, SearchOrder } from '../../../shared/contract/search.ts';
import { search as words } from '../../../shared/words/en/search.ts';
import { say as inWords } from '../../../shared/words/words.ts';
import { nameCandidate } from '../../../shared/search/names.ts';
import { isOpenLoop } from '../../../shared/search/search-plan.ts';
import { formatDuration, formatMsShort, formatRate } from '../../../shared/words/format.ts';
import { startSearch } from '../../engine/search/search.ts';
import type { Target } from '../../redis/connection/target.ts';
import { isReadByAdvise } from '../options/advise.ts';
import { reportOf } from '../../reporters/report-of.ts';
import { Outputs } from '../output/outputs.ts';
import { sameEverywhere } from '../output/print-document.ts';
import { reportText } from '../output/report-text.ts';
import { withConfig } from '../options/config/given.ts';
import { openChosenTarget } from '../../redis/targets/choose-target.ts';
import { parseAdviseCall } from './parse-advise.ts';
import { Progress } from '../output/progress.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import type { CommandCall } from '../options/option-words.ts';
import type { Terminal } from '../output/terminal.ts';
import { exitCodes } from '../usage/usage-error.ts';

/** `roundtrip advise`: resolves with the exit code. Throws UsageError, and whatever kept it from measuring. */
export async function advise({ values }: CommandCall, terminal: Terminal): Promise<number> {
  const call = parseAdviseCall(await withConfig(values, process.cwd(), isReadByAdvise));
  const { json, plan, quiet } = call;
  const outputs = new Outputs(json === null ? [] : [{ reporter: 'json', file: json }], terminal.stdout);
  const opened = await openChosenTarget({ url: call.url, target: call.target }, plan);
  try {
    const order = { ...call.order, target: opened.target.description.id };
    const result = await search(order, opened.target, call.progress, terminal);
    if (!quiet)
      reportText(
        reportOf({ kind: 'search', result }),
        sameEverywhere,
        terminal.styled[outputs.takeStdout ? 'stderr' : 'stdout'],
      );
    outputs.report({ kind: 'search', result });
    return result.state === 'completed' ? exitCodes.done : exitCodes.notMeasured;
  } finally {
    await opened.stop();
  }
}

async function search(
  order: SearchOrder,
  target: Target,
  wantsProgress: boolean,
  terminal: Terminal,
): Promise<SearchResult> {
  // Each run has a progress of its own.
  const newProgress = () =>
    new Progress({
      write: wantsProgress ? terminal.styled.stderr : () => undefined,
      isTerminal: terminal.stderrIsTerminal,
      get columns() {
        return terminal.columns;
      },
    });
  let progress = newProgress();
  const { signal, forget } = stopOnSignal(terminal.stderr);
  try {
    const { finished } = startSearch(
      { order, target },
      {
        signal,
        onEvent: (event) => {
          if (event.type === 'run-event') progress.onEvent(event.event);
          else {
            progress.clear();
            if (event.type === 'stage-started') progress = newProgress();
            if (wantsProgress) terminal.stderr(lineOf(event, order));
          }
        },
      },
    );
    return await finished;
  } finally {
    progress.clear();
    forget();
  }
}

/** What happens on the way, a line each. */
function lineOf(event: SearchEvent, { workload }: SearchOrder): string {
  switch (event.type) {
    case 'search-started':
      return `Searching for about ${formatDuration(event.totalMs)}: ${event.order.strategies.join(', ')} against ${event.baseline}.\n`;
    case 'stage-started':
      return event.stage === 'final'
        ? `Comparing ${event.candidates.length} of them in turns.\n`
        : `Looking at ${event.candidates.map((candidate) => nameCandidate(candidate, isOpenLoop(workload), words)).join('; ')}.\n`;
    case 'point': {
      const { throughput, p99Ms, unusable } = event.point;
      const figures = `${formatRate(throughput)} commands/s, p99 ${p99Ms === null ? '–' : formatMsShort(p99Ms)} ms`;
      return `  ${nameCandidate(event.point, isOpenLoop(workload), words)}: ${unusable ? inWords(unusable, words.unusable) : figures}\n`;
    }
    case 'run-event':
    case 'search-finished':
      return '';
  }
}

import type { RecipeResult, Text } from '../../../shared/contract/recipe.ts';
import { startSweep, type SweepJob } from '../../engine/sweep/sweep.ts';
import type { Terminal } from '../output/terminal.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import type { Sweep, SweepEvent } from '../../../shared/sweep/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { labelInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { stepShortfall } from '../../../shared/report/recipe.ts';
import { english as reportEnglish } from '../../reporters/report-of.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { Progress, progressOn, type ProgressOutput } from '../output/progress.ts';

/** Runs a sweep to its end, or to the first Ctrl-C, and shows how far it is. Rejects as `startSweep`. */
export async function runSweep(
  job: SweepJob,
  wanted: { progress: boolean },
  terminal: Terminal,
): Promise<RecipeResult> {
  const progress = new RecipeProgress(job.recipe, progressOn(terminal, wanted));
  const { signal, forget } = stopOnSignal(terminal.stderr);
  try {
    const { finished } = startSweep(job, {
      signal,
      onEvent: (event) => {
        progress.onEvent(event);
      },
    });
    return await finished;
  } finally {
    forget();
  }
}

/** How far a sweep is: a line at each step, and the progress of its run. */
class RecipeProgress {
  readonly #recipe: Sweep;
  readonly #output: ProgressOutput;
  #steps: { label: Text; estimateMs: number }[] = [];
  #progress: Progress;

  constructor(recipe: Sweep, output: ProgressOutput) {
    this.#recipe = recipe;
    this.#output = output;
    this.#progress = new Progress(output);
  }

  onEvent(event: SweepEvent): void {
    const { id } = this.#recipe;
    const words = english.recipe(id);
    const nameOf = (label: Text) => labelInWords(label, id, english);
    switch (event.type) {
      case 'sweep-started':
        this.#steps = event.steps;
        this.#say(words ? `${words.title}${words.title.endsWith('?') ? '' : ':'} ${words.question}` : id);
        if (words?.ask) this.#say(`Predict first: ${words.ask}`);
        break;
      case 'step-started': {
        const left = this.#steps.slice(event.index).reduce((sum, { estimateMs }) => sum + estimateMs, 0);
        this.#progress = new Progress(this.#output);
        this.#say(
          `Step ${event.index + 1} of ${this.#steps.length}: ${nameOf(this.#steps[event.index]?.label ?? event.step)} (about ${formatDuration(left)} left)`,
        );
        break;
      }
      case 'run-event':
        this.#progress.onEvent(event.event);
        break;
      case 'step-ended': {
        this.#progress.clear();
        const shortfall = stepShortfall(event.outcome, reportEnglish);
        if (shortfall !== null) this.#say(`${nameOf(event.outcome.label)}: ${shortfall}`);
        break;
      }
      case 'sweep-finished':
        break;
    }
  }

  #say(text: string): void {
    this.#output.write(`${plainText(text)}\n`);
  }
}

import type { Text } from '../../../shared/contract/recipe.ts';
import { formatDuration } from '../../../shared/words/format.ts';
import type { Sweep, SweepEvent } from '../../../shared/sweep/recipe.ts';
import { recipeLanguage as english } from '../../../shared/sweep/en/index.ts';
import { labelInWords } from '../../../shared/sweep/recipe-in-words.ts';
import { stepShortfall } from '../../../shared/report/recipe.ts';
import { english as reportEnglish } from '../../reporters/report-of.ts';
import { plainText } from '../../terminal/plain-text.ts';
import { Progress, type ProgressOutput } from './progress.ts';

/** Tells on stderr how far a sweep is: a line at each step, and the progress of its run. */
export class RecipeProgress {
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

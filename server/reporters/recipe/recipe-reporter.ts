import type { RecipeDocument } from '../../../shared/contract/recipe.ts';
import type { GateCheck, Write } from '../reporter.ts';

/** Turns what a recipe gave into text, for a file or stdout. Each reporter is one file and a line in index.ts. */
export interface RecipeReporter {
  /** Name of its option, `--json FILE`; that of the reporter of a run that writes the same format. */
  id: string;
  /** `checks`: what it was held against, where that was asked for. */
  report(result: RecipeDocument, write: Write, checks?: readonly GateCheck[]): void;
}

import type { RecipeResult } from '../../../shared/contract/recipe.ts';
import { startSweep, type SweepJob } from '../../engine/sweep/sweep.ts';
import { RecipeProgress } from '../output/recipe-progress.ts';
import type { Terminal } from '../output/terminal.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** Runs a sweep to its end, or to the first Ctrl-C, and tells how far it is. Rejects as `startSweep`. */
export async function runSweep(
  job: SweepJob,
  { isSilent }: { isSilent: boolean },
  terminal: Terminal,
): Promise<RecipeResult> {
  const progress = new RecipeProgress(job.recipe, {
    write: isSilent ? () => undefined : terminal.styled.stderr,
    isTerminal: terminal.stderrIsTerminal,
    get columns() {
      return terminal.columns;
    },
  });
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

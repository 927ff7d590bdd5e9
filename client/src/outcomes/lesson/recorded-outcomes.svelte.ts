import type { RecordedOutcome, RecordedOutcomes } from '../../../../shared/sweep/recorded.ts';

/** What the project recorded of each lesson on a quiet machine; loaded when the lessons are shown. */
class RecordedLessons {
  #all = $state.raw<RecordedOutcomes>({});
  #isWanted = false;

  want(): void {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void import('./recorded.json?raw').then(({ default: text }) => {
      this.#all = JSON.parse(text) as RecordedOutcomes;
    });
  }

  /** `null`: not loaded yet, or not recorded. */
  of(recipe: string): RecordedOutcome | null {
    return this.#all[recipe] ?? null;
  }
}

/** One for the page: they are the same for every reader. */
export const recordedLessons = new RecordedLessons();

import { createContext } from 'svelte';
import type { GatheredGuesses, Guess } from '../../../../shared/contract/guesses.ts';
import type { LessonSnapshot } from '../../../../shared/contract/lesson.ts';
import type { Api } from '../../connection/api.ts';
import type { Activity } from '../../run/activity.svelte.ts';

/** What gain over distance is measured with: it is carried out and sent like a lesson. */
export interface DistanceSource {
  api: Api;
  activity: Activity;
  /** That in progress, or the last that ended, where no lesson has followed it. */
  snapshot: () => LessonSnapshot | null;
  guesses: () => GatheredGuesses | null;
  ownGuess: () => readonly number[] | null;
  /** Resolves with what is wrong with the guess; `null`: it is taken. */
  guess: (value: Guess['value']) => Promise<string | null>;
  clearGuesses: () => Promise<void>;
}

export const [useDistanceSource, setDistanceSource] = createContext<DistanceSource>();

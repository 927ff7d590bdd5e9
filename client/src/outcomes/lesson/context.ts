import { createContext } from 'svelte';
import type { LessonLanguage } from './lesson-language.svelte.ts';
import type { OwnGuesses } from './own-guesses.svelte.ts';

export const [useOwnGuesses, setOwnGuesses] = createContext<OwnGuesses>();
export const [useLessonLanguage, setLessonLanguage] = createContext<LessonLanguage>();

import { createContext } from 'svelte';
import type { OwnGuesses } from './own-guesses.svelte.ts';

export const [useOwnGuesses, setOwnGuesses] = createContext<OwnGuesses>();

import { createContext } from 'svelte';
import type { Runs } from './runs.svelte.ts';

export const [useRuns, setRuns] = createContext<Runs>();

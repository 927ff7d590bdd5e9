import { createContext } from 'svelte';
import type { Api } from '../../connection/api.ts';
import type { Runs } from './runs.svelte.ts';

/** What the room is made of once it is loaded. */
export const [useRunsSource, setRunsSource] = createContext<Api>();
export const [useRuns, setRuns] = createContext<Runs>();

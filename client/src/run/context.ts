import { createContext } from 'svelte';
import type { Activities } from './activities.ts';
import type { ShownRun } from './shown-run.svelte.ts';

export const [useActivities, setActivities] = createContext<Activities>();
export const [useShownRun, setShownRun] = createContext<ShownRun>();

import { createContext } from 'svelte';
import type { ChartMessages } from '../messages/charts/en.ts';
import type { Activities } from './activities.ts';
import type { ShownRun } from './shown-run.svelte.ts';

export const [useActivities, setActivities] = createContext<Activities>();
export const [useShownRun, setShownRun] = createContext<ShownRun>();
/** The words of the charts, for what is in them. */
export const [useChartWords, setChartWords] = createContext<ChartMessages>();

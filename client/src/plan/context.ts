import { createContext } from 'svelte';
import type { PlanEditor } from './plan-editor.svelte.ts';
import type { PlanLink } from './plan-link.svelte.ts';

export const [usePlanEditor, setPlanEditor] = createContext<PlanEditor>();
export const [usePlanLink, setPlanLink] = createContext<PlanLink>();

import { createContext } from 'svelte';
import type { Following } from './following.svelte.ts';
import type { Presenting } from './presenting.svelte.ts';
import type { WorkshopClock } from './workshop-clock.svelte.ts';

export const [usePresenting, setPresenting] = createContext<Presenting>();
export const [useFollowing, setFollowing] = createContext<Following>();
export const [useWorkshopClock, setWorkshopClock] = createContext<WorkshopClock>();

import { createContext } from 'svelte';
import type { Route } from './route.svelte.ts';

export const [useRoute, setRoute] = createContext<Route>();

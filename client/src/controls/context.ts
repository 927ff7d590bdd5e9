import { createContext } from 'svelte';
import type { Theme } from './theme.svelte.ts';

export const [useTheme, setTheme] = createContext<Theme>();

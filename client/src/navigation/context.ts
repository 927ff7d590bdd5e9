import { createContext } from 'svelte';
import type { Route } from './route.svelte.ts';

export const [useRoute, setRoute] = createContext<Route>();

/** Opens files of the reader in the room that shows such. */
export const [useOpenFiles, setOpenFiles] = createContext<(files: readonly File[]) => void>();

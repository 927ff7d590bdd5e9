import { createContext } from 'svelte';
import type { BatchSearch } from './batch-search.svelte.ts';
import type { LoadSearch, LoadSource } from './load-search.svelte.ts';

export const [useSearch, setSearch] = createContext<BatchSearch>();

export const [useLoadSource, setLoadSource] = createContext<LoadSource>();
export const [useLoadSearch, setLoadSearch] = createContext<LoadSearch>();

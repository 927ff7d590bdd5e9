import { createContext } from 'svelte';
import type { BatchSearch } from './batch-search.svelte.ts';

export const [useSearch, setSearch] = createContext<BatchSearch>();

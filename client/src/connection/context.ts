import { createContext } from 'svelte';
import type { PageSession } from './page-session.svelte.ts';

export const [useSession, setSession] = createContext<PageSession>();

import { createContext } from 'svelte';
import type { Messages } from './en.ts';

/** The words of the page, for its components. */
export const [useMessages, setMessages] = createContext<Messages>();

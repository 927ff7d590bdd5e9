import { messages } from '../../messages/index.ts';

/**
 * Tells the answer of a search in the page's language; `null`: it is told in the server's words. What this takes is
 * loaded with the rooms that show an answer, and not with the language.
 */
export const tellInOwnWords = (await messages.search.tell?.()) ?? null;

/** The first part of an answer without what leads to the rest of it. */
export const asHeading = (first: string): string => first.replace(/[.:。：]$/, '');

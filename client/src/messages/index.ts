import { en, type Messages } from './en.ts';

/** The words of the page in the reader's language. */
export const messages: Messages = en;

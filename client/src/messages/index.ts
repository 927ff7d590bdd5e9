import { groupThousandsBy } from '../../../shared/words/format.ts';
import type { Language } from '../shell/language.ts';
import { en, type Messages } from './en.ts';

/** The words of the page in the reader's language. Another is another load of the page: nothing has to follow it. */
export let messages: Messages = en;

const others: Partial<Record<Language, () => Promise<Messages>>> = {
  zh: async () => (await import('./zh.ts')).zh,
  ru: async () => (await import('./ru.ts')).ru,
};

/** The languages that the page speaks besides English. */
export const translations = Object.keys(others) as Language[];

/** Before anything that has words is loaded. */
export async function loadMessages(language: Language): Promise<void> {
  messages = (await others[language]?.()) ?? en;
  groupThousandsBy(messages.thousands);
}

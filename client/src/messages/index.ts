import type { Language } from './language.ts';
import { en, type Messages } from './en.ts';

const others: Partial<Record<Language, () => Promise<Messages>>> = {
  zh: async () => (await import('./zh.ts')).zh,
  ru: async () => (await import('./ru.ts')).ru,
};

/** The languages that the page speaks besides English. */
export const translations = Object.keys(others) as Language[];

/** The words of the page in this language. Another language is another load of the page: nothing has to follow it. */
export const loadMessages = async (language: Language): Promise<Messages> =>
  (await others[language]?.()) ?? en;

/** Languages that the page speaks, by what each calls itself. */
export const languages = { en: 'English', zh: '中文', ru: 'Русский' } as const;
export type Language = keyof typeof languages;

const key = 'roundtrip.language';

/** The one that was chosen here before, else the first of the reader's that the page speaks, else English. */
export function chosenLanguage(storage: Pick<Storage, 'getItem'>, preferred: readonly string[]): Language {
  const wanted = [storage.getItem(key) ?? '', ...preferred].map((tag) => tag.split('-')[0] ?? '');
  return wanted.find(isLanguage) ?? 'en';
}

export const keepLanguage = (storage: Pick<Storage, 'setItem'>, language: Language): void => {
  storage.setItem(key, language);
};

const isLanguage = (tag: string): tag is Language => tag in languages;

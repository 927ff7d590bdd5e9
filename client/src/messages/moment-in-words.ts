/**
 * When something was measured, as readers of the page's language write it: in the browser's own variant of that
 * language (en-GB, zh-TW), where it has one.
 */
export function momentInWords(
  startedAt: string,
  language: string,
  variants: readonly string[] = navigator.languages,
): string {
  const locale = variants.find((one) => one.split('-')[0] === language) ?? language;
  return new Date(startedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' });
}

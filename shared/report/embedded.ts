export const opening = '<script type="application/json" id="result">';
export const closing = '</script>';

/** The document that an HTML report of ours holds within; `null`: there is none. */
export function embeddedIn(page: string): string | null {
  const start = page.indexOf(opening);
  if (start < 0) return null;
  return page.slice(start + opening.length, page.indexOf(closing, start));
}

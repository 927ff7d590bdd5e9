import { plainJson } from '../../terminal/plain-text.ts';

const opening = '<script type="application/json" id="result">';
const closing = '</script>';

/** A document within a page, where no text of it can end the element. It comes out again as it was. */
export const embed = (document: unknown): string =>
  `${opening}${plainJson(document).replaceAll('<', '\\u003c')}${closing}`;

/** The document that `embed` put into a page; `null` when there is none. */
export function embeddedIn(page: string): string | null {
  const start = page.indexOf(opening);
  if (start < 0) return null;
  return page.slice(start + opening.length, page.indexOf(closing, start));
}

import { closing, opening } from '../../../shared/report/embedded.ts';
import { plainJson } from '../../terminal/plain-text.ts';

/** A document within a page, where no text of it can end the element. It comes out again as it was. */
export const embed = (document: unknown): string =>
  `${opening}${plainJson(document).replaceAll('<', '\\u003c')}${closing}`;

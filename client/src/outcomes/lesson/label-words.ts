import type { Messages } from '../../messages/en.ts';
import { labelShapes } from './label-shapes.ts';

const figure = /\d+(?:[.,]\d+)*/g;
/** Names and units that are the same in every language. */
const asItIs = /^(?:|ms|s|p#|ioredis|[A-Z#%/ ]+)$/;

export interface LabelWords {
  text: string;
  /** What it was left in. */
  lang: 'en' | undefined;
}

/**
 * The label of a step, a column or a table in the reader's words, found by its English one as a whole or by its parts
 * between commas; where one of them is missing all of it stays English.
 */
export function labelWords(label: string, messages: Messages): LabelWords {
  const translated =
    wordsFor(label, messages) ??
    label
      .split(', ')
      .map((part) => wordsFor(part, messages))
      .reduce<string | null>(
        (all, part, index) => (all === null || part === null ? null : index === 0 ? part : `${all}, ${part}`),
        '',
      );
  return translated === null ? { text: label, lang: 'en' } : { text: translated, lang: undefined };
}

/** `null`: there are none. */
function wordsFor(part: string, messages: Messages): string | null {
  const shape = part.replace(figure, '#');
  const words = asItIs.test(shape) ? shape : messages.labels[labelShapes.indexOf(shape)];
  if (words === undefined) return null;
  const figures = (part.match(figure) ?? []).map((text) => text.replaceAll(',', messages.thousands));
  let next = 0;
  return words.replaceAll('#', () => figures[next++] ?? '');
}
